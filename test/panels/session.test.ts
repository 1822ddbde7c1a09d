import { beforeAll, describe, expect, test } from 'vitest';
import { panelById } from '../../src/panels/index.js';
import { at, DAY, rowsOf, store, type Told, told } from './story.js';

const LIMITED = { code: 'rate_limited', category: 'transient', retryable: true, retryAfterMs: 30_000 } as const;

let world: Told;
beforeAll(async () => {
  world = await told(async (owner, now) => {
    const of = { session: 's1', agent: 'one', agentInstance: 'i1' };
    const denied = { code: 'permission_denied', category: 'permission', retryable: false } as const;
    await store(
      owner,
      [
        at(now, 10, { ...of, ...LIMITED, tool: 'rates', args: { day: 1 }, takes: 2 }),
        at(now, 9.9, { ...of, ...LIMITED, tool: 'rates', args: { day: 1 }, answer: { error: 'other' }, takes: 2 }),
        at(now, 9, { ...of, tool: 'rates', args: { day: 1 }, takes: 0 }),
        at(now, 8, { ...of, tool: 'rates', args: { day: 2 }, guardRefused: true, ...denied }),
        at(now, 7, {
          ...of,
          tool: 'send',
          args: undefined,
          answer: undefined,
          category: undefined,
          code: undefined,
          outcome: 'error',
          reported: 'ok',
        }),
        at(now, 6, { ...of, agent: 'two', agentInstance: 'i2', tool: 'rates', args: { day: 1 }, outcome: 'empty' }),
        at(now, 5, { ...of, tool: 'inner', partOf: 'x' }),
        ...[4, 3, 2].map((n) =>
          at(now, n, { ...denied, session: 's2', agent: 'x', tool: 'read', args: { id: 1 }, effect: 'question' }),
        ),
      ],
      now,
    );
  });
});

const s1 = { session: 's1' };

test('the summary counts calls, repeats and ends', async () => {
  expect(await world.rows('session-summary', DAY, s1)).toMatchObject([
    {
      session: 's1',
      project: 'default',
      agents: 'one, two',
      calls: 6,
      repeats: 2,
      failed: 4,
      empty: 1,
      refused: 1,
      took: 241_000,
    },
  ]);
});

test('none chosen: the session with the newest finding', async () => {
  expect(await world.rows('session-summary')).toMatchObject([{ session: 's2', calls: 3, repeats: 2 }]);
});

test('what was chosen elsewhere hides no call of a session', async () => {
  expect(await world.rows('session-calls', DAY, { ...s1, tool: ['none'], agent: ['none'] })).toHaveLength(6);
});

test('calls in order, each in its series, what was told beside what happened', async () => {
  const rows = await world.rows('session-calls', DAY, s1);
  expect(rows.map(({ nth, series, attempt, happened, told: said }) => [nth, series, attempt, happened, said])).toEqual([
    [1, 'rates #1', 1, 'transient', 'error'],
    [2, 'rates #1', 2, 'transient', 'error'],
    [3, 'rates #1', 3, 'ok', 'unset'],
    [4, 'rates #2', 1, 'refused', 'error'],
    [5, 'send #1', 1, 'error', 'ok'],
    [6, 'rates #3', 1, 'empty', 'unset'],
  ]);
  expect(rows[0]).toMatchObject({ agent: 'one', arguments: '{"day":1}', code: 'rate_limited', took: 2_000 });
  expect(rows[4]).toMatchObject({ arguments: null, answer: null });
});

test('repeats: how long was waited, how long it was asked to wait, whether the answer changed', async () => {
  const rows = await world.rows('session-resends', DAY, s1);
  expect(
    rows.map(({ nth, before, happened, waited, asked, same }) => [nth, before, happened, waited, asked, same]),
  ).toEqual([
    [2, 'error', 'transient', 4_000, 30_000, 'changed'],
    [3, 'error', 'ok', 52_000, 30_000, 'changed'],
  ]);
  const same = await world.rows('session-resends', DAY, { session: 's2' });
  expect(same.map((row) => row.same)).toEqual(['same', 'same']);
});

test('the timeline has a lane per series, and every bar has a length', async () => {
  const rows = await world.rows('session-timeline', DAY, s1);
  expect(rows.map(({ lane, state }) => `${lane} ${state}`)).toEqual([
    'rates #1 transient',
    'rates #1 transient',
    'rates #1 ok',
    'rates #2 refused',
    'send #1 error',
    'rates #3 empty',
  ]);
  expect(rows.map(({ time, timeend }) => Number(timeend) - Number(time))).toEqual([
    2_000, 2_000, 1, 1_000, 1_000, 1_000,
  ]);
});

describe('the graph', () => {
  const graph = async (name: string) => {
    const query = panelById('session-graph').queries.find((one) => one.name === name);
    return query ? rowsOf(await world.frame(query, DAY, s1)) : [];
  };

  test('a node per tool whose ring shows how its calls ended', async () => {
    expect(await graph('nodes')).toEqual([
      {
        id: 'rates',
        title: 'rates',
        mainstat: 5,
        secondarystat: 3,
        arc__ok: 0.2,
        arc__empty: 0.2,
        arc__error: 0.6,
        arc__unknown: 0,
      },
      {
        id: 'send',
        title: 'send',
        mainstat: 1,
        secondarystat: 1,
        arc__ok: 0,
        arc__empty: 0,
        arc__error: 1,
        arc__unknown: 0,
      },
    ]);
  });

  test('an arrow per step, back to itself for a repeat; both ends are nodes', async () => {
    expect(await graph('edges')).toEqual([
      { id: 'rates > rates', source: 'rates', target: 'rates', mainstat: 3 },
      { id: 'rates > send', source: 'rates', target: 'send', mainstat: 1 },
      { id: 'send > rates', source: 'send', target: 'rates', mainstat: 1 },
    ]);
  });
});

test('findings of the session, and the list of sessions that have some', async () => {
  const rows = await world.rows('session-findings', DAY, { session: 's2' });
  expect(rows.map(({ detector }) => detector)).toContain('non-retryable-retry');
  const sessions = await world.rows('sessions');
  expect(sessions.map(({ session }) => session)).toEqual(expect.arrayContaining(['s1', 's2']));
});
