import { beforeAll, describe, expect, test } from 'vitest';
import { at, DAY, HOUR, store, type Told, told } from './story.js';

const OLD = {
  code: 'timeout',
  category: 'transient',
  signature: 'read timed out after <n> s',
  message: 'read timed out after 30 s',
} as const;
const NEW = {
  code: 'internal',
  category: 'transient',
  signature: "no such table '<s>'",
  message: "no such table 'x'",
} as const;

let world: Told;
beforeAll(async () => {
  world = await told(async (owner, now) => {
    await store(
      owner,
      [
        ...[1, 2, 3].map((n) => at(now, n, { ...OLD, tool: 'a', agent: 'one', session: `s${n}`, args: { n } })),
        at(now, 4, { ...OLD, tool: 'b', agent: 'two', session: 's1' }),
        ...[5, 6].map((n) => at(now, n, { ...NEW, tool: 'a', agent: 'one', session: 's5', args: { n } })),
        at(now, 7, { ...NEW, tool: 'a', session: 'inner', partOf: 'x' }),
        ...[4, 20].map((days) => at(now, days * 24 * 60, { ...OLD, tool: 'a', agent: 'one', session: `d${days}` })),
      ],
      now,
    );
  });
});

describe('top signatures', () => {
  test('most frequent first, with sessions, and what is new beside what is not', async () => {
    const rows = await world.rows('top-signatures');
    expect(
      rows.map(({ signature, tool, failures, sessions, news }) => [signature, tool, failures, sessions, news]),
    ).toEqual([
      [OLD.signature, 'a', 3, 3, ''],
      [NEW.signature, 'a', 2, 1, 'new'],
      [OLD.signature, 'b', 1, 1, 'new'],
    ]);
  });

  test('first and last time are those of the calls', async () => {
    const [top] = await world.rows('top-signatures');
    expect([top?.first_seen, top?.last_seen].map((ms) => Math.round((world.now - Number(ms)) / 60_000))).toEqual([
      3, 1,
    ]);
  });

  test('a month is counted from hours', async () => {
    const rows = await world.rows('top-signatures', 30 * DAY);
    expect(rows.map(({ signature, tool, failures, sessions }) => [signature, tool, failures, sessions])).toEqual([
      [OLD.signature, 'a', 5, 5],
      [NEW.signature, 'a', 2, 1],
      [OLD.signature, 'b', 1, 1],
    ]);
  });

  test('an agent can be chosen within a day', async () => {
    expect(await world.rows('top-signatures', DAY, { agent: ['two'] })).toMatchObject([{ tool: 'b', failures: 1 }]);
  });
});

describe('one signature', () => {
  const picked = { signature: NEW.signature };

  test('quotes in it are no end of it', async () => {
    expect(await world.rows('signature-summary', DAY, picked)).toMatchObject([{ tool: 'a', failures: 2, sessions: 1 }]);
    expect(await world.rows('signature-summary', 30 * DAY, picked)).toMatchObject([{ tool: 'a', failures: 2 }]);
  });

  test('none chosen: the most frequent of the range', async () => {
    expect(await world.rows('signature-summary')).toMatchObject([
      { signature: OLD.signature, tool: 'a', failures: 3 },
      { signature: OLD.signature, tool: 'b', failures: 1 },
    ]);
  });

  test.each([
    ['an hour', HOUR, 2],
    ['a month', 30 * DAY, 2],
  ])('over time within %s', async (_, span, expected) => {
    const rows = await world.rows('signature-over-time', span, picked);
    expect(rows.reduce((sum, row) => sum + Number(row.a ?? 0), 0)).toBe(expected);
  });

  test('samples are the latest failures with what was asked', async () => {
    const rows = await world.rows('signature-samples', 30 * DAY, picked);
    expect(rows).toMatchObject([
      { tool: 'a', session: 's5', message: NEW.message, arguments: '{"n":5}', code: 'internal' },
      { tool: 'a', session: 's5', arguments: '{"n":6}' },
    ]);
  });
});
