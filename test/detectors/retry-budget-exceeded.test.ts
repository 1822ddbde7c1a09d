import { retryBudgetExceeded } from '../../src/detectors/retry-budget-exceeded.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

/** Failures of a source that may come back, a minute apart. */
const down = (n: number, words: CallWords = {}) =>
  Array.from({ length: n }, (_, i) =>
    failed('unavailable', { at: i * 60, category: 'transient', retryable: true, ...words }),
  );

testDetector(retryBudgetExceeded, {
  fires: {
    'a fourth call of what may be called three times': {
      calls: down(4),
      finds: [{ calls: [0, 1, 2, 3], wasted: [3], data: { count: 4, allowed: 3 }, source: 'declared' }],
    },
    'a third call after two timeouts, and a fourth': {
      calls: down(4, { code: 'timeout' }),
      finds: [{ calls: [0, 1, 2, 3], wasted: [2, 3], data: { count: 4, allowed: 2 } }],
    },
    'the failures differ, the source is down all the same': {
      calls: down(4).map((one, i) => ({ ...one, answerHash: `${i}`, signature: `${i}` })),
      finds: [{ calls: [0, 1, 2, 3], wasted: [3] }],
    },
    'settings allow one call only': {
      calls: down(2),
      settings: { tools: [{ match: 'search', maxCalls: 1 }], detectors: {} },
      finds: [{ calls: [0, 1], wasted: [1], data: { allowed: 1 } }],
    },
  },
  silent: {
    'three calls and two waits': { calls: down(3) },
    'two timeouts': { calls: down(2, { code: 'timeout' }) },
    'the fourth call works': { calls: [...down(3), call({ at: 180 })] },
    'it worked in between': {
      calls: [
        ...down(2),
        call({ at: 120 }),
        ...down(2).map((one) => ({ ...one, startedMs: one.startedMs + 180_000, endedMs: one.startedMs + 181_000 })),
      ],
    },
    'codes that are not retryable are another finding': {
      calls: down(4, { code: 'restricted', category: 'permission', retryable: false }),
    },
    'only the last of four failures may pass': {
      calls: down(4).map((one, i) =>
        i < 3 ? { ...one, code: undefined, category: undefined, retryable: undefined } : one,
      ),
    },
    'an error that nobody can classify': {
      calls: down(4, { code: undefined, category: undefined, retryable: undefined }),
    },
    'the source was restarted in between': {
      calls: [...down(4), call({ tool: 'restart_service', effect: 'action', args: {}, answer: 'up', at: 90 })],
    },
    'the user said try again': { calls: down(4), frames: [frame({ kind: 'user', at: 150 })] },
    'a quarter of an hour apart': {
      calls: down(4).map((one, i) => ({
        ...one,
        startedMs: one.startedMs + i * 900_000,
        endedMs: one.startedMs + i * 900_000 + 1,
      })),
    },
    'a fan-out of one turn': { calls: down(6, { turn: 't1' }) },
  },
});
