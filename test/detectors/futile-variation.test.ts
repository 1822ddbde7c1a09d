import { futileVariation } from '../../src/detectors/futile-variation.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

/** Failures of one tool, each with other arguments, every ten seconds. */
const tries = (n: number, words: CallWords = {}) =>
  Array.from({ length: n }, (_, i) =>
    failed('restricted', { category: 'permission', args: { attempt: i }, at: i * 10, ...words }),
  );

testDetector(futileVariation, {
  fires: {
    'four different calls, one error': {
      calls: tries(4),
      finds: [
        {
          calls: [0, 1, 2, 3],
          wasted: [1, 2, 3],
          data: { count: 4, failure: 'restricted' },
          source: 'declared',
          seconds: 30,
        },
      ],
    },
    'it goes on': { calls: tries(9), finds: [{ calls: [0, 1, 2, 3, 4, 5, 6, 7, 8], data: { count: 9 } }] },
    'an error that nobody can classify': {
      calls: tries(4, {
        code: undefined,
        category: undefined,
        message: 'the account is frozen',
        signature: 'the account is frozen',
        source: 'none',
      }),
      finds: [{ calls: [0, 1, 2, 3], source: 'inferred' }],
    },
    'coming back to older arguments is part of it': {
      calls: [
        ...tries(3),
        ...tries(4).map((one) => ({ ...one, startedMs: one.startedMs + 30_000, endedMs: one.startedMs + 31_000 })),
      ],
      finds: [{ calls: [0, 1, 2, 3, 4, 5, 6], wasted: [1, 2, 6], data: { count: 4 } }],
    },
    'after a success it starts anew': {
      calls: [
        ...tries(3),
        call({ at: 35 }),
        ...tries(4).map((one) => ({ ...one, startedMs: one.startedMs + 40_000, endedMs: one.startedMs + 41_000 })),
      ],
      finds: [{ calls: [4, 5, 6, 7] }],
    },
    'the same field over and over, in other words': {
      calls: tries(4).map((one, i) => ({ ...one, signature: `words ${i}`, message: `field 'email' is wrong ${i}` })),
      finds: [{ calls: [0, 1, 2, 3] }],
    },
  },
  silent: {
    'three tries are how people learn': { calls: tries(3) },
    'the errors change: the agent is learning': {
      calls: tries(6).map((one, i) => ({ ...one, signature: `error ${i}` })),
    },
    'each time another field: the agent is learning': {
      calls: tries(4).map((one, i) => ({
        ...one,
        message: `field 'f${i}' is required`,
        signature: "field '<v>' is required",
      })),
    },
    'it worked in between': { calls: [...tries(4), call({ at: 15 })] },
    'the same arguments are a loop, not a variation': { calls: tries(5, { args: { q: 1 } }) },
    'a fan-out of one turn': { calls: tries(6, { turn: 't1' }) },
    'looking for a file that may not exist': { calls: tries(6, { code: 'unknown_name', category: 'validation' }) },
    'looking for a record that may not exist': { calls: tries(6, { code: 'not_found', category: 'business' }) },
    'bare exit codes say nothing': { calls: tries(6, { message: 'Command failed with exit code 1', code: undefined }) },
    'the user helped': { calls: tries(4), frames: [frame({ kind: 'user', at: 25 })] },
    'something was repaired in between': {
      calls: [...tries(4), call({ tool: 'unlock_account', effect: 'action', args: {}, answer: 'done', at: 15 })],
    },
    'a different tool each time': { calls: tries(4).map((one, i) => ({ ...one, tool: `tool_${i}` })) },
    'four sub-agents with one failure each': { calls: tries(4).map((one, i) => ({ ...one, agentInstance: `w${i}` })) },
    'a quarter of an hour apart': {
      calls: [0, 900, 1800, 2700].map((at) => failed('restricted', { args: { at }, at })),
    },
  },
});
