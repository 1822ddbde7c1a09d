import { describe, expect, test } from 'vitest';
import { createSealer } from '../../src/capture/index.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { judge, signatureOf } from '../../src/outcome/index.js';
import { recognised } from '../support/recognised.js';

const MEGABYTE = 1_000_000;
const fill = (piece: string) => piece.repeat(Math.ceil(MEGABYTE / piece.length));

/** Texts that make careless patterns run for hours. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['letters', fill('a')],
  ['digits', fill('1')],
  ['hex', fill('0f')],
  ['blanks', fill(' ')],
  ['lines', fill('\n')],
  ['quotes', fill("'")],
  ['open braces', fill('{')],
  ['open brackets', fill('[')],
  ['half mails', fill('a@')],
  ['mail-like', fill('a.b@c.')],
  ['half tokens', fill('eyJ-')],
  ['half urls', fill('http://a:')],
  ['half pairs', fill('token=')],
  ['half cards', fill('4111 ')],
  ['half dates', fill('2026-01-')],
  ['half times', fill('10:')],
  ['dashed words', fill('a1-')],
  ['paths', fill('/a')],
  ['key headers', fill('-----BEGIN PRIVATE KEY-----')],
  ['half errors', fill('Error: ')],
  ['half classes', fill('a.b.')],
  ['half waits', fill('retry after ')],
  ['half phrases', fill('connection to ')],
  ['half names', fill("tool 'x ")],
  ['half Python', fill("{'a': ")],
  ['half JSON', fill('{"error":')],
  ['tags', fill('<html><title>')],
];

/** A machine that is busy with other work is still a hundred times faster than a pattern that runs away. */
const LIMIT_MS = 2000;

describe.each(HOSTILE)('a megabyte of %s', (_, text) => {
  test('is judged and sealed in linear time', () => {
    const sealer = createSealer({ key: 'k', mode: 'redacted', maxBytes: 4096, settings: DEFAULT_SETTINGS });
    const start = performance.now();
    for (const reported of ['unset', 'error'] as const)
      judge(
        recognised({
          tool: 'get_x',
          result: text,
          args: { command: text },
          errorTexts: [text],
          machineCodes: [text],
          reported,
        }),
        DEFAULT_SETTINGS,
      );
    judge(recognised({ tool: 'bash', result: text, args: { command: text }, reported: 'error' }), DEFAULT_SETTINGS);
    signatureOf(text);
    sealer.seal({ state: 'captured', value: text }, 'x');
    sealer.answerHash({ state: 'captured', value: text });
    sealer.text(text);
    expect(performance.now() - start).toBeLessThan(LIMIT_MS);
  });
});
