import { beforeAll, describe, expect, test } from 'vitest';
import { at, DAY, store, type Told, told } from './story.js';

let world: Told;
let empty: Told;
beforeAll(async () => {
  world = await told(async (owner, now) => {
    const calls = [1, 2, 3].map((n) =>
      at(now, n, {
        tool: 'a',
        session: `s${n}`,
        service: n > 1 ? 'shop' : undefined,
        args: n > 2 ? undefined : { n },
        agent: n > 1 ? 'x' : undefined,
      }),
    );
    await store(owner, calls, now);
    await owner.query('UPDATE tool_calls SET received_at = ended_at + $1::interval', ['4 seconds']);
    await owner.query(
      `INSERT INTO pipeline_minutes VALUES ('default', date_trunc('minute', now()), 'faults', 'judge x', 2)`,
    );
  });
  empty = await told(async () => {});
});

describe('counters', () => {
  test.each([
    ['received', { records: 4 }],
    ['recognised', { calls: 3 }],
    ['faults', { records: 2 }],
  ])('%s', async (panel, expected) => {
    expect(await world.rows(panel)).toEqual([expected]);
    expect(await world.rows(panel, DAY, { project: ['other'] })).toEqual([{ [Object.keys(expected)[0] ?? '']: 0 }]);
  });

  test('since the last commit: at most a minute ago, as it is counted by the minute', async () => {
    const [row] = await world.rows('silence');
    expect(Number(row?.seconds)).toBeLessThan(70);
  });

  test('nothing ever came: no number, which is not nought', async () => {
    expect(await empty.rows('silence')).toEqual([]);
    expect(await empty.rows('received')).toEqual([{ records: 0 }]);
  });
});

test('what comes in, by what became of it', async () => {
  expect(await world.rows('flow')).toMatchObject([{ faults: 2, received: 4, recognised: 3, unclaimed: 1 }]);
});

test('lag from the end of a call to the database', async () => {
  const rows = await world.rows('arrival-lag');
  expect(rows.map(({ p50, p95 }) => [p50, p95])).toEqual(rows.map(() => [4, 4]));
  expect(rows.length).toBeGreaterThan(0);
});

test('instrumentations that nobody understood', async () => {
  expect(await world.rows('unclaimed')).toMatchObject([{ scope: 'odd.instrumentation', records: 1 }]);
});

test('senders, and what they leave out', async () => {
  expect(await world.rows('senders')).toMatchObject([
    { service: 'shop', calls: 2, with_arguments: 0.5, with_result: 1, with_agent: 1, with_turn: 0, unknown: 0 },
    { service: '(none)', calls: 1, with_arguments: 1, with_agent: 0 },
  ]);
});

test('sizes: days together, in bytes', async () => {
  const rows = await world.rows('size');
  expect(rows.find(({ table }) => table === 'tool_calls')).toMatchObject({ days: expect.any(Number) });
  expect(rows.filter(({ bytes }) => !(Number(bytes) > 0))).toEqual([]);
  expect(rows.filter(({ table }) => String(table).match(/_\d{8}$/))).toEqual([]);
});
