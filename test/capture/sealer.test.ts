import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CaptureMode, createSealer } from '../../src/capture/index.js';
import type { Json } from '../../src/model/json.js';
import type { Content } from '../../src/model/recognised.js';
import { DEFAULT_SETTINGS, type Settings } from '../../src/model/settings.js';

interface Words {
  mode?: CaptureMode;
  key?: string;
  maxBytes?: number;
  settings?: Settings;
}
const sealer = ({ mode = 'redacted', key = 'k', maxBytes = 4096, settings = DEFAULT_SETTINGS }: Words = {}) =>
  createSealer({ mode, key, maxBytes, settings });
const seen = (value: Json, state: Content['state'] = 'captured'): Content => ({ state, value });
const seal = (value: Json, words: Words = {}) => sealer(words).seal(seen(value), 'search');

describe('the hash', () => {
  test('is 128 bits of hex', () => expect(seal({ a: 1 }).hash).toMatch(/^[0-9a-f]{32}$/));
  test('is the same for the same arguments', () => expect(seal({ a: 1, b: 2 }).hash).toBe(seal({ b: 2, a: 1 }).hash));
  test('needs the key', () => expect(seal('yes', { key: 'a' }).hash).not.toBe(seal('yes', { key: 'b' }).hash));
  test('is of what was there, not of its redacted copy', () =>
    expect(seal('ann@example.org').hash).not.toBe(seal('bob@example.org').hash));
  test('leaves out the volatile keys of this tool only', () => {
    const settings: Settings = { detectors: {}, tools: [{ match: 'search', volatileKeys: ['cache_buster'] }] };
    const one = sealer({ settings });
    expect(one.seal(seen({ q: 1, cacheBuster: 'x' }), 'search').hash).toBe(one.seal(seen({ q: 1 }), 'search').hash);
    expect(one.seal(seen({ q: 1, cacheBuster: 'x' }), 'other').hash).not.toBe(one.seal(seen({ q: 1 }), 'other').hash);
  });
});

describe('what was not captured', () => {
  test.each<[Content]>([
    [{ state: 'absent', value: undefined }],
    [{ state: 'redacted', value: '[REDACTED]' }],
    [{ state: 'captured', value: undefined }],
  ])('%j has neither hash nor copy', (content) => {
    expect(sealer().seal(content, 'x')).toEqual({
      state: content.state,
      hash: undefined,
      partial: false,
      copy: undefined,
      bytes: 0,
    });
    expect(sealer().answerHash(content)).toBeUndefined();
  });
  test('captured nothing is something', () => {
    expect(seal('')).toMatchObject({ state: 'captured', copy: '""', bytes: 2 });
    expect(sealer().answerHash(seen(''))).toBeDefined();
  });
  test('a truncated value has a partial hash and no answer hash', () => {
    const content = seen('{"a":', 'truncated');
    expect(sealer().seal(content, 'x')).toMatchObject({ state: 'truncated', partial: true, hash: expect.any(String) });
    expect(sealer().answerHash(content)).toBeUndefined();
  });
});

describe('the copy', () => {
  test('is redacted by default, equal secrets by equal masks', () => {
    const { copy } = seal({ to: 'ann@example.org', cc: 'ann@example.org', bcc: 'bob@example.org' });
    const { to, cc, bcc } = JSON.parse(copy ?? '');
    expect(to).toMatch(/^\[email:[0-9a-f]{8}\]$/);
    expect(cc).toBe(to);
    expect(bcc).not.toBe(to);
  });
  test('is whole in full mode', () =>
    expect(seal({ to: 'ann@example.org' }, { mode: 'full' }).copy).toBe('{"to":"ann@example.org"}'));
  test('is not there in hash-only mode', () =>
    expect(seal({ a: 1 }, { mode: 'hash-only' })).toMatchObject({ copy: undefined, bytes: 7 }));
  test('keeps volatile keys for a person to read', () =>
    expect(seal({ q: 1, request_id: 'r' }).copy).toContain('"request_id":"r"'));

  test.each<[string, Json]>([
    ['a long text', 'x'.repeat(100_000)],
    ['a long text of wide characters', '😀é'.repeat(30_000)],
    ['control characters', '\u0001"\\'.repeat(30_000)],
    ['a long list', Array.from({ length: 10_000 }, (_, i) => ({ i, name: `n${i}` }))],
    ['a wide object', Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, i]))],
    ['long keys', { ['k'.repeat(50_000)]: { ['l'.repeat(50_000)]: 1 } }],
    ['deep nesting', JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)],
  ])('of %s is bounded JSON', (_, value) => {
    for (const maxBytes of [64, 1000, 4096]) {
      const { copy, bytes } = seal(value, { maxBytes });
      expect(Buffer.byteLength(copy ?? '')).toBeLessThanOrEqual(maxBytes);
      expect(() => JSON.parse(copy ?? '')).not.toThrow();
      expect(copy).toContain('…');
      expect(bytes).toBeGreaterThan(500);
    }
  });

  test('of a long value is redacted too, up to the cut', () => {
    const text = `${'x'.repeat(490)} ann@example.org ${'y'.repeat(5000)}`;
    expect(seal(text, { maxBytes: 1000 }).copy).not.toContain('ann@');
    expect(seal({ password: 'p'.repeat(9000), rest: 'z'.repeat(9000) }, { maxBytes: 1000 }).copy).not.toContain('ppp');
  });

  test('is always JSON within its bound, whatever the value', () => {
    const json = fc.jsonValue({ maxDepth: 6 }) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(json, fc.integer({ min: 16, max: 300 }), (value, maxBytes) => {
        const { copy = '' } = seal(value, { maxBytes });
        JSON.parse(copy);
        expect(Buffer.byteLength(copy)).toBeLessThanOrEqual(maxBytes);
      }),
      { numRuns: 500 },
    );
  });
});

describe('two answers are the same', () => {
  const same = (a: Json, b: Json) => sealer().answerHash(seen(a)) === sealer().answerHash(seen(b));
  test.each<[string, Json, Json]>([
    ['when only the time differs', 'done at 2026-01-01T10:00:00Z', 'done at 2026-02-03T11:12:13.456Z'],
    ['when only the clock differs', 'at 10:00:01 nothing', 'at 10:07:44 nothing'],
    ['when only a duration differs', '0 tests in 1.23s', '0 tests in 45 ms'],
    ['when only a request id differs', 'failed (request id req_011CQabcdef12)', 'failed (request id req_99ZZabcdef34)'],
    [
      'when only a uuid differs',
      'run 3f2b8c1e-0d4a-4f6b-9a7e-1c2d3e4f5a6b',
      'run 00000000-1111-4222-8333-444444444444',
    ],
    ['when only a hash differs', 'at 2fd4e1c67a2d28fc', 'at 1ad4e1c67a2d28aa'],
    ['when only epochs differ', { now: 1767268800000, a: 1 }, { now: 1767268899999, a: 1 }],
    ['when only keys about the answer differ', { took: 3, elapsed_ms: 4, a: 1 }, { took: 9, a: 1 }],
    ['when keys stand in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['when white space at the ends differs', ' x\n', 'x'],
  ])('%s', (_, a, b) => expect(same(a, b)).toBe(true));

  test.each<[string, Json, Json]>([
    ['when a count differs', '5 errors', '3 errors'],
    ['when a total differs', { total: 5 }, { total: 3 }],
    ['when a page differs', { page: 1, items: ['a'] }, { page: 2, items: ['b'] }],
    ['when a progress differs', 'progress 40 %', 'progress 60 %'],
    ['when a price differs', '12.50 EUR', '13.00 EUR'],
    ['when a name differs', 'file a.txt', 'file b.txt'],
    ['when an order number differs', 'order W2378156', 'order W2378157'],
    ['when a version differs', 'v1.2.3', 'v1.2.4'],
  ])('but not %s', (_, a, b) => expect(same(a, b)).toBe(false));

  test('sealing it first changes nothing', () => {
    const value = { a: 'at 10:00:01', took: 3 };
    const one = sealer();
    one.seal(seen(value), 'x');
    expect(one.answerHash(seen(value))).toBe(sealer().answerHash(seen(value)));
    const plain = { a: 'b' };
    one.seal(seen(plain), 'x');
    expect(one.answerHash(seen(plain))).toBe(sealer().answerHash(seen({ ...plain })));
  });
});

describe('a text', () => {
  test('is redacted and bounded', () => {
    expect(sealer().text('mail ann@example.org')).toMatch(/^mail \[email:[0-9a-f]{8}\]$/);
    expect(sealer().text('x'.repeat(5000)).length).toBe(1000);
    expect(sealer().text('x'.repeat(50), 20)).toBe(`${'x'.repeat(19)}…`);
  });
  test('is not cut inside a character', () => expect(sealer().text('😀'.repeat(20), 10)).toBe(`${'😀'.repeat(4)}…`));
  test('holds no NUL, which Postgres refuses', () => expect(sealer().text('a\0b')).toBe('a\u{fffd}b'));
  test('is masked whole where nothing may be kept', () => {
    const one = sealer({ mode: 'hash-only' });
    expect(one.text('secret plan')).toMatch(/^\[text:[0-9a-f]{8}\]$/);
    expect(one.text('secret plan')).toBe(one.text('secret plan'));
  });
});

test('a verdict loses the secrets of all its texts, and nothing else', () => {
  const verdict = {
    outcome: 'error',
    outcomeSource: 'text',
    outcomeRule: 'r',
    category: undefined,
    code: undefined,
    codeAsWritten: undefined,
    retryable: undefined,
    retryAfterMs: undefined,
    description: 'ask ann@example.org',
    resultCount: undefined,
    source: 'text',
    rule: 'r',
    message: 'no ann@example.org',
    signature: 'no ann@example.org',
    claims: [
      { source: 'declared', rule: 'd', description: 'ask ann@example.org' },
      { source: 'code', rule: 'c' },
    ],
  } as const;
  const kept = sealer().verdict(verdict);
  expect(JSON.stringify(kept)).not.toContain('ann@');
  expect(kept).toMatchObject({
    outcome: 'error',
    claims: [
      { source: 'declared', rule: 'd' },
      { source: 'code', rule: 'c' },
    ],
  });
});
