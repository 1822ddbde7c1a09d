import { beforeAll, expect, test } from 'vitest';
import { saveFindings } from '../../src/store/findings.js';
import { finding } from '../support/findings.js';
import { at, DAY, store, type Told, told } from './story.js';

const MINUTE = 60_000;
const WHOLE = {
  code: 'timeout',
  category: 'transient',
  retryable: true,
  description: 'try later',
  source: 'envelope',
} as const;

let world: Told;
beforeAll(async () => {
  world = await told(async (owner, now) => {
    await store(
      owner,
      [
        ...[1, 2].map((n) => at(now, n, { ...WHOLE, tool: 'good', session: `g${n}`, args: { n } })),
        at(now, 3, { ...WHOLE, tool: 'half', session: 'h1' }),
        at(now, 4, {
          ...WHOLE,
          tool: 'half',
          session: 'h2',
          retryable: undefined,
          description: undefined,
          source: 'code',
        }),
        at(now, 5, { tool: 'mute', session: 'm1', outcome: 'error', reported: 'error' }),
        at(now, 6, { ...WHOLE, tool: 'mute', session: 'm2', guardRefused: true }),
      ],
      now,
    );
    await owner.query('DELETE FROM findings');
    const when = { firstMs: now - 5 * MINUTE, lastMs: now - MINUTE, session: undefined, agent: undefined } as const;
    await saveFindings(owner, [
      finding({
        ...when,
        id: 'u',
        detector: 'unstructured-error',
        scope: 'tool',
        tool: 'crm/mute',
        callCount: 7,
        recovery: 'say more',
      }),
      finding({
        ...when,
        id: 'e1',
        detector: 'empty-reported-as-error',
        scope: 'call',
        tool: 'half',
        session: 's',
        callCount: 1,
      }),
      finding({
        ...when,
        id: 'e2',
        detector: 'empty-reported-as-error',
        scope: 'call',
        tool: 'half',
        session: 't',
        callCount: 1,
      }),
      finding({
        ...when,
        id: 'e3',
        detector: 'error-reported-as-success',
        scope: 'call',
        tool: 'quiet',
        session: 't',
        callCount: 1,
      }),
      finding({ ...when, id: 'e4', detector: 'identical-call-loop', tool: 'quiet', callCount: 9 }),
    ]);
  });
});

test('the score card puts the least structured first, and tools whose failures nobody saw last', async () => {
  const none = { empty_as_error: 0, error_as_success: 0, unstructured: 0, contradictory: 0 };
  expect(await world.rows('score-card')).toEqual([
    {
      ...none,
      tool: 'mute',
      failures: 1,
      structured: 0,
      with_category: 0,
      with_retryable: 0,
      with_description: 0,
      unclassified: 1,
      unstructured: 7,
    },
    {
      ...none,
      tool: 'half',
      failures: 2,
      structured: 0.5,
      with_category: 0.5,
      with_retryable: 0.5,
      with_description: 0.5,
      unclassified: 0,
      empty_as_error: 2,
    },
    {
      ...none,
      tool: 'good',
      failures: 2,
      structured: 1,
      with_category: 1,
      with_retryable: 1,
      with_description: 1,
      unclassified: 0,
    },
    {
      ...none,
      tool: 'quiet',
      failures: 0,
      structured: null,
      with_category: null,
      with_retryable: null,
      with_description: null,
      unclassified: null,
      error_as_success: 1,
    },
  ]);
});

test('what to return instead, for what an author can mend', async () => {
  const rows = await world.rows('advice');
  expect(rows.map(({ tool, detector, calls, recovery }) => [tool, detector, calls, recovery])).toEqual([
    ['mute', 'unstructured-error', 7, 'say more'],
    ['half', 'empty-reported-as-error', 2, 'use the answer'],
    ['quiet', 'error-reported-as-success', 1, 'use the answer'],
  ]);
});

test('who said what kind of failure it is', async () => {
  expect(await world.rows('who-said-it')).toEqual([
    { tool: 'good', source: 'envelope', failures: 2 },
    { tool: 'half', source: 'code', failures: 1 },
    { tool: 'half', source: 'envelope', failures: 1 },
    { tool: 'mute', source: 'nobody', failures: 1 },
  ]);
});

test('failures that nobody can classify, over time; what the guard refused is none', async () => {
  expect((await world.rows('unclassified-over-time', DAY)).map(({ mute }) => mute)).toEqual([1]);
});
