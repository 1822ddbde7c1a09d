import { beforeAll, describe, expect, test } from 'vitest';
import { PANELS } from '../../src/panels/index.js';
import { LAYOUT } from '../../src/panels/pages.js';
import { DAY, day, HOUR, type Told, told } from './story.js';

let world: Told;
beforeAll(async () => {
  world = await told(async (owner, now) => {
    for (let back = 0; back <= 31; back++)
      await owner.query('SELECT refrain_make_day($1::date)', [new Date(now - back * DAY).toISOString().slice(0, 10)]);
    await day(owner, now);
    // The story is small, so the planner would read whole tables; what counts is which way it has when they are large.
  }, '-c enable_seqscan=off');
});

const onPage = (page: keyof typeof LAYOUT) => LAYOUT[page].rows.flatMap(({ panels }) => panels.map(([id]) => id));
const OF_SESSION = new Set(onPage('session'));
const QUERIES = PANELS.flatMap((panel) =>
  panel.queries.map((query) => ({ id: `${panel.id} / ${query.name}`, panel, query })),
);
const ANYWHERE = QUERIES.filter(({ panel }) => !OF_SESSION.has(panel.id));
const SESSION = QUERIES.filter(({ panel }) => OF_SESSION.has(panel.id));

/** Days of raw calls that a plan opens. */
function daysIn(plan: string): string[] {
  return [...new Set([...plan.matchAll(/ on tool_calls_(\d{8})/g)].map(([, date]) => date ?? ''))];
}

describe('a month is read from what was counted by the hour', () => {
  test.each(ANYWHERE)('$id', async ({ query }) => {
    const plan = await world.plan(query, 30 * DAY);
    expect(daysIn(plan).length, plan).toBeLessThanOrEqual(2);
    expect(plan).not.toContain('call_minutes');
  });
});

describe('a quarter of an hour opens one or two days', () => {
  test.each(ANYWHERE)('$id', async ({ query }) => {
    const plan = await world.plan(query, HOUR / 4);
    expect(daysIn(plan).length, plan).toBeLessThanOrEqual(2);
    expect(plan).not.toContain('call_hours');
    expect(plan).not.toContain('duration_hours');
  });
});

describe('a session is found by its index in any range', () => {
  test.each(SESSION)('$id', async ({ query }) => {
    const plan = await world.plan(query, 30 * DAY, { session: 's-denied' });
    const scans = plan.split('\n').filter((line) => /Scan.* on (tool_calls_\d|findings)/.test(line));
    expect(
      scans.filter((line) => line.includes('Seq Scan')),
      plan,
    ).toEqual([]);
    if (daysIn(plan).length > 0) expect(plan).toMatch(/Index Cond: \(+session = 's-denied'/);
  });
});

describe('All costs nothing', () => {
  test.each(QUERIES)('$id', async ({ query }) => {
    expect(await world.plan(query, DAY)).not.toContain("'*'");
  });
});
