import { beforeAll, describe, expect, test } from 'vitest';
import { at, DAY, store, type Told, told } from './story.js';

const FAILED = { code: 'timeout', category: 'transient', retryable: true } as const;

let world: Told;
beforeAll(async () => {
  world = await told(async (owner, now) => {
    const calls = [
      ...[1, 2, 3, 4, 5, 6].map((n) => at(now, n, { tool: 'a', agent: 'one', session: `s${n}`, args: { n } })),
      ...[1, 2].map((n) => at(now, n, { ...FAILED, tool: 'a', agent: 'one', session: `f${n}` })),
      at(now, 3, { ...FAILED, tool: 'b', agent: undefined, session: 'n', category: undefined }),
      at(now, 4, { ...FAILED, tool: 'b', agent: 'two', session: 'lie', reported: 'ok' }),
      at(now, 5, { tool: 'b', agent: 'two', session: 'none', outcome: 'empty', reported: 'error' }),
      at(now, 6, {
        tool: 'b',
        agent: 'two',
        session: 'no',
        outcome: 'error',
        reported: 'error',
        guardRefused: true,
        category: 'permission',
      }),
      at(now, 7, { tool: 'inner', session: 's1', partOf: 'x' }),
      ...[1, 2, 3].map((n) => at(now, 24 * 60 + n, { tool: 'a', agent: 'one', session: `y${n}` })),
      at(now, 24 * 60 + 4, { ...FAILED, tool: 'a', agent: 'one', session: 'y4' }),
      at(now, 12 * 24 * 60, { ...FAILED, tool: 'old', agent: 'one', session: 'o' }),
    ];
    await store(owner, calls, now);
  });
});

describe('counts of a day stand beside those of the day before', () => {
  test.each([
    ['calls', 'calls', [4, 12]],
    ['failed-calls', 'failed', [1, 4]],
    ['failure-ratio', 'ratio', [0.25, 4 / 11]],
  ])('%s', async (panel, column, expected) => {
    const rows = await world.rows(panel);
    expect(rows.map((row) => row[column])).toEqual(expected);
  });

  test('where there was nothing before, there is nothing to compare with', async () => {
    expect(await world.rows('calls', 20 * DAY)).toEqual([{ calls: null }, { calls: 17 }]);
  });

  test('no calls at all: none counted, and no ratio', async () => {
    const nowhere = { project: ['nowhere'] };
    expect((await world.rows('calls', DAY, nowhere)).at(-1)).toEqual({ calls: 0 });
    expect((await world.rows('failure-ratio', DAY, nowhere)).at(-1)).toEqual({ ratio: null });
  });

  test('a category restricts the failures and not the calls they are compared with', async () => {
    expect((await world.rows('failure-ratio', DAY, { category: ['none'] })).at(-1)).toEqual({ ratio: 1 / 11 });
    expect((await world.rows('calls', DAY, { category: ['none'] })).at(-1)).toEqual({ calls: 12 });
  });
});

describe('series', () => {
  const total = async (panel: string, span = DAY) => {
    const rows = await world.rows(panel, span);
    const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'time');
    return Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)]));
  };

  test.each<[string, string, Record<string, number>]>([
    ['failures by who has to act', 'failures-by-category', { none: 1, transient: 3 }],
    [
      'what happened, and where something else was told',
      'told-and-true',
      { error: 3, ok: 6, refused: 1, 'empty, told as error': 1, 'error, not told': 1 },
    ],
    ['who calls', 'calls-by-agent', { '(none)': 1, one: 8, two: 3 }],
  ])('%s', async (_, panel, expected) => {
    expect(await total(panel)).toEqual(expected);
  });

  test('a month counts the same calls from hours', async () => {
    expect(await total('failures-by-category', 30 * DAY)).toEqual({ none: 1, transient: 5 });
  });
});

describe('tables', () => {
  test('tools, those that fail most first, with who has to act and what the guard refused', async () => {
    expect(await world.rows('failures-by-tool')).toMatchObject([
      { tool: 'a', calls: 8, failed: 2, ratio: 0.25, transient: 2, none: 0, refused: 0 },
      { tool: 'b', calls: 4, failed: 2, ratio: 2 / 3, transient: 1, permission: 0, none: 1, refused: 1 },
    ]);
  });

  test('agents need ten calls to be ranked', async () => {
    expect(await world.rows('failures-by-agent')).toEqual([]);
    expect(await world.rows('failures-by-agent', 30 * DAY)).toMatchObject([{ agent: 'one', calls: 13, failed: 4 }]);
  });

  test('which agent fails with which tool', async () => {
    expect(await world.rows('agent-by-tool')).toEqual([
      { agent: 'one', tool: 'a', failed: 2 },
      { agent: '(none)', tool: 'b', failed: 1 },
      { agent: 'two', tool: 'b', failed: 1 },
    ]);
  });

  test('an agent without a name can be chosen', async () => {
    expect(await world.rows('agent-by-tool', DAY, { agent: ['(none)'] })).toEqual([
      { agent: '(none)', tool: 'b', failed: 1 },
    ]);
  });
});
