import { beforeAll, describe, expect, test } from 'vitest';
import { at, DAY, store, type Told, told } from './story.js';

const TIMEOUT = { code: 'timeout', category: 'transient', retryable: true } as const;

let world: Told;
beforeAll(async () => {
  world = await told(async (owner, now) => {
    const series = (session: string, ends: readonly ('ok' | 'bad')[], startMinutesAgo = 60) =>
      ends.map((end, n) =>
        at(now, startMinutesAgo - n, {
          ...(end === 'bad' ? TIMEOUT : {}),
          tool: 'a',
          agent: 'one',
          session,
          args: { same: 1 },
        }),
      );
    const uncaptured = at(now, 9, { ...TIMEOUT, tool: 'b', agent: 'one', session: 'u', args: undefined });
    const older = series('old', ['bad', 'bad'], 30 * 60);
    const calls = [
      ...series('s1', ['ok']),
      ...series('s2', ['bad', 'ok']),
      ...series('s3', ['bad', 'bad']),
      ...series(
        's4',
        Array.from({ length: 9 }, () => 'bad' as const),
      ),
      ...series('s5', ['bad', 'ok', 'ok']),
      uncaptured,
      ...older,
    ];
    await store(owner, calls, now);
  });
});

test('calls until success: how often the same was sent, and whether it worked in the end', async () => {
  expect(await world.rows('calls-until-success', 30 * DAY)).toEqual([
    { sent: 'once', series: 1, worked: 1, ratio: 1 },
    { sent: '2 times', series: 2, worked: 1, ratio: 0.5 },
    { sent: '3 times', series: 1, worked: 1, ratio: 1 },
    { sent: '6 or more times', series: 1, worked: 0, ratio: 0 },
  ]);
});

test('arguments that fail: once per tool and arguments, what was not captured left out', async () => {
  const rows = await world.rows('failing-arguments', 30 * DAY);
  expect(rows).toMatchObject([
    { tool: 'a', failures: 13, sessions: 4, arguments: '{"same":1}', message: 'failed: timeout' },
  ]);
});

describe('latest failures', () => {
  test('newest first, of the last day of the range', async () => {
    const rows = await world.rows('latest-failures', 30 * DAY);
    expect(rows[0]).toMatchObject({ tool: 'b', session: 'u', category: 'transient', told: 'error', arguments: null });
    expect(rows).toHaveLength(14);
    expect(rows.filter(({ session }) => session === 'old')).toEqual([]);
  });

  test('of a category', async () => {
    expect(await world.rows('latest-failures', DAY, { category: ['business'] })).toEqual([]);
  });
});
