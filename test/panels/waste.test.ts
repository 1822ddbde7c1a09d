import { beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import { saveFindings } from '../../src/store/findings.js';
import { finding } from '../support/findings.js';
import { DAY, type Told, told } from './story.js';

const MINUTE = 60_000;

/** A finding at a number of minutes before now. */
const about = (now: number, id: string, minutesAgo: number, words: Partial<Finding>): Finding =>
  finding({
    ...{ id, firstMs: now - (minutesAgo + 1) * MINUTE, lastMs: now - minutesAgo * MINUTE, recovery: `mend ${id}` },
    ...words,
  });

let world: Told;
beforeAll(async () => {
  world = await told(async (owner, now) => {
    await saveFindings(owner, [
      about(now, 'loop', 10, {
        ...{ tool: 'a', agent: 'one', wastedCalls: ['x1', 'x2', 'x3'], wasted: { calls: 3, seconds: 30, tokens: 300 } },
      }),
      about(now, 'final', 5, {
        ...{ tool: 'a', agent: 'one', detector: 'non-retryable-retry', severity: 'info', session: 's2' },
        ...{ wastedCalls: ['x2', 'x3'], wasted: { calls: 2, seconds: 10, tokens: undefined } },
      }),
      about(now, 'storm', 1, {
        ...{
          tool: 'crm/a',
          agent: undefined,
          scope: 'tool',
          session: undefined,
          detector: 'retry-storm',
          severity: 'critical',
        },
        ...{ wastedCalls: ['x1', 'z1'], wasted: { calls: 20, seconds: 40, tokens: undefined } },
      }),
      about(now, 'gone', 5, {
        tool: 'a',
        state: 'withdrawn',
        wastedCalls: ['w1'],
        wasted: { calls: 1, seconds: 9, tokens: 9 },
      }),
      about(now, 'free', 5, { tool: 'b', wastedCalls: [], wasted: { calls: 0, seconds: 0, tokens: undefined } }),
      about(now, 'before', 25 * 60, {
        tool: 'b',
        agent: 'two',
        wastedCalls: ['y1'],
        wasted: { calls: 1, seconds: 5, tokens: 50 },
      }),
    ]);
  });
});

describe('a call that is wasted in several findings counts once', () => {
  test.each([
    // x1 of the loop; x2, x3 of the one that says why; z1 of the storm, which stands for ten calls.
    ['wasted-calls', [1, 1 + 2 + 10]],
    ['wasted-time', [5, 10 + 10 + 20]],
    ['wasted-tokens', [50, 100]],
  ])('%s, beside the day before', async (panel, expected) => {
    expect((await world.rows(panel)).map(({ wasted }) => wasted)).toEqual(expected);
  });

  test('the table says which tool, why, what it cost and what to do', async () => {
    const rows = await world.rows('waste-and-why');
    expect(
      rows.map(({ tool, detector, calls, seconds, tokens, recovery }) => [
        tool,
        detector,
        calls,
        seconds,
        tokens,
        recovery,
      ]),
    ).toEqual([
      ['a', 'retry-storm', 10, 20, null, 'mend storm'],
      ['a', 'non-retryable-retry', 2, 10, null, 'mend final'],
      ['a', 'identical-call-loop', 1, 10, 100, 'mend loop'],
    ]);
  });

  test('the ranking adds up to the same', async () => {
    expect(await world.rows('waste-by-tool')).toEqual([
      { tool: 'a', detector: 'identical-call-loop', calls: 1 },
      { tool: 'a', detector: 'non-retryable-retry', calls: 2 },
      { tool: 'a', detector: 'retry-storm', calls: 10 },
    ]);
  });

  test('by agent: what happens across sessions is nobody’s', async () => {
    const rows = await world.rows('waste-by-agent', 3 * DAY);
    expect(rows.map(({ agent, detector, calls }) => [agent, detector, calls])).toEqual([
      ['(none)', 'retry-storm', 10],
      ['one', 'non-retryable-retry', 2],
      ['one', 'identical-call-loop', 1],
      ['two', 'identical-call-loop', 1],
    ]);
  });

  test('over time', async () => {
    const rows = await world.rows('waste-over-time');
    const total = (name: string) => rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
    expect(['retry-storm', 'non-retryable-retry', 'identical-call-loop'].map(total)).toEqual([10, 2, 1]);
  });

  test('a tool is found by its own name although findings across sessions name its server', async () => {
    expect((await world.rows('wasted-calls', DAY, { tool: ['a'] })).at(-1)).toEqual({ wasted: 13 });
    expect((await world.rows('wasted-calls', DAY, { tool: ['crm/a'] })).at(-1)).toEqual({ wasted: 0 });
  });
});
