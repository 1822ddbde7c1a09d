import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createLog, type LogFormat } from '../src/log.js';

function written(format: LogFormat, message: string, cause?: unknown): string {
  const lines: string[] = [];
  createLog(
    format,
    (line) => lines.push(line),
    () => 0,
  )(message, cause);
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

/** An error as pg makes them. */
const pgError = (code: string, message: string) =>
  Object.assign(new Error(message), { code, severity: 'ERROR', detail: 'Key (tool)=(hunter2)' });

/** What a sender may put into a name to fake a line, to write on the terminal, or to turn what is read. */
const ODD = [
  'a\nrefrain: all is well',
  'a\r\nb',
  '\u001b[2J\u001b[31mred',
  '\u0000',
  '\u0085',
  '\u2028{"level":"info"}',
  '\u202egnp.exe',
  '\u200b',
  '\ud800',
  '\u009b31m',
  '"},{"level":"info"',
  '\u{e0041}',
];

describe.each(['text', 'json'] as const)('a log line as %s', (format) => {
  test.each(ODD)('is one line of visible characters, whatever a name holds: %j', (name) => {
    const line = written(format, `session ${name} could not be reviewed`, new Error(name));
    expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]*\n$/u);
    if (format === 'json') expect(Object.keys(JSON.parse(line))).toEqual(['time', 'level', 'message', 'cause']);
  });

  test('ends, however long a name is', () => {
    expect(written(format, 'x'.repeat(1_000_000), new Error('y'.repeat(1_000_000))).length).toBeLessThan(3000);
  });

  test.each<[string, unknown]>([
    [
      'the parameters of a query',
      new DrizzleQueryError('insert into x values ($1)', ['hunter2'], pgError('23505', 'duplicate key hunter2')),
    ],
    ['the parameters of a query without a cause', new DrizzleQueryError('insert into x values ($1)', ['hunter2'])],
    ['a value that Postgres quotes', pgError('22P02', 'invalid input syntax for type bigint: "hunter2"')],
    ['a text that was no JSON', caught(() => JSON.parse('hunter2'))],
    [
      'the message within a stack',
      Object.assign(new TypeError('x'), { stack: 'TypeError: hunter2\nhunter2\n    at f (/a.js:1:2)' }),
    ],
  ])('does not tell %s', (_words, cause) => {
    expect(written(format, 'a request failed', cause)).not.toContain('hunter2');
  });

  test.each([
    ['57P01', 'terminating connection due to administrator command'],
    ['53100', 'could not extend file: No space left on device'],
  ])('tells what an operator needs of Postgres: %s', (code, words) => {
    expect(written(format, 'committing failed', pgError(code, words))).toContain(words);
  });

  test('keeps the place of a bug', () => {
    expect(
      written(
        format,
        'a request failed',
        caught(() => (undefined as unknown as { x: number }).x),
      ),
    ).toMatch(/log\.test\.ts:\d+:\d+/);
  });
});

test('the form for machines says when and how bad', () => {
  expect(JSON.parse(written('json', 'dropped 3 days'))).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'info',
    message: 'dropped 3 days',
  });
  expect(JSON.parse(written('json', 'trying again', new Error('gone')))).toMatchObject({
    level: 'error',
    cause: 'gone',
  });
});

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
