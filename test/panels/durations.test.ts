import { beforeAll, describe, expect, test } from 'vitest';
import { at, DAY, store, type Told, told } from './story.js';

let world: Told;
beforeAll(async () => {
  world = await told(async (owner, now) => {
    // 1 to 100 seconds, all within one bucket of the widest range.
    const spread = Array.from({ length: 100 }, (_, n) =>
      at(now, 30, {
        tool: 'a',
        agent: 'one',
        session: `s${n}`,
        args: { n },
        takes: n + 1,
        outcome: n < 50 ? 'ok' : 'empty',
      }),
    );
    const fast = [1, 2].map((n) =>
      at(now, 30, { tool: 'b', agent: 'two', session: `f${n}`, args: { n }, takes: 0.02 }),
    );
    const refused = at(now, 30, { tool: 'b', agent: 'two', session: 'r', takes: 50, guardRefused: true });
    const endless = at(now, 30, { tool: 'b', agent: 'two', session: 'e' });
    await store(owner, [...spread, ...fast, refused, { ...endless, endedMs: undefined }], now);
  });
});

/** A bucket is a quarter of a power of two wide, so its middle is off by less than a tenth. */
const TENTH = 0.1;

describe('quantiles', () => {
  test('within a day they are those of the calls; refused and endless ones have no duration', async () => {
    expect(await world.rows('duration-by-tool')).toEqual([
      { tool: 'a', calls: 100, p50: 50_000, p95: 95_000, p99: 99_000 },
      { tool: 'b', calls: 2, p50: 20, p95: 20, p99: 20 },
    ]);
  });

  test('of a month they are right within a tenth', async () => {
    const [slow] = await world.rows('duration-by-tool', 30 * DAY);
    expect(slow).toMatchObject({ tool: 'a', calls: 100 });
    for (const [name, exact] of [
      ['p50', 50_000],
      ['p95', 95_000],
      ['p99', 99_000],
    ] as const)
      expect(Math.abs(Number(slow?.[name]) / exact - 1)).toBeLessThan(TENTH);
  });

  test.each([
    ['a day', DAY],
    ['a month', 30 * DAY],
  ])('over time within %s', async (_, span) => {
    const rows = await world.rows('duration-quantiles', span, { agent: ['one'] });
    expect(rows).toHaveLength(1);
    expect(Math.abs(Number(rows[0]?.p95) / 95_000 - 1)).toBeLessThan(TENTH);
  });
});

test('the heat map puts each call into exactly one row', async () => {
  const [row] = await world.rows('duration-heatmap');
  const { time: _, ...bands } = row ?? {};
  expect(bands).toEqual({
    ...{ '10 ms': 0, '30 ms': 2, '100 ms': 0, '300 ms': 0, '1 s': 1 },
    ...{ '3 s': 2, '10 s': 7, '30 s': 20, '2 min': 70, longer: 0 },
  });
});

test.each([
  ['a day', DAY],
  ['a month', 30 * DAY],
])('time by how calls ended, within %s', async (_, span) => {
  expect(await world.rows('time-spent', span, { tool: ['a'] })).toEqual([
    { tool: 'a', outcome: 'empty', seconds: 3_775 },
    { tool: 'a', outcome: 'ok', seconds: 1_275 },
  ]);
});
