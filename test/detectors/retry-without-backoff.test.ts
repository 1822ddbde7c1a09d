import { retryWithoutBackoff } from '../../src/detectors/retry-without-backoff.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

/** The source is down; each call takes a second, so a call at 1.1 came a tenth of a second after the one at 0. */
const down = (at: number, words: CallWords = {}) =>
  failed('unavailable', { at, category: 'transient', retryable: true, ...words });

testDetector(retryWithoutBackoff, {
  fires: {
    'three resends within a third of a second of waiting': {
      calls: [0, 1.1, 2.2, 3.3].map((at) => down(at)),
      finds: [{ calls: [0, 1, 2, 3], wasted: [1, 2, 3], data: { count: 3, waited: 0.3, due: 7 }, source: 'declared' }],
    },
    'the last one works at last': {
      calls: [down(0), down(1.1), down(2.2), call({ at: 3.3 })],
      finds: [{ calls: [0, 1, 2, 3] }],
    },
    'stated waits that are ignored count as stated': {
      calls: [0, 2, 4, 6].map((at) => down(at, { retryAfterMs: 10_000 })),
      finds: [{ calls: [0, 1, 2, 3], data: { waited: 3, due: 30 } }],
    },
    'a category alone says that it is transient': {
      calls: [0, 1, 2, 3].map((at) => down(at, { retryable: undefined, source: 'code' })),
      finds: [{ calls: [0, 1, 2, 3], source: 'inferred' }],
    },
  },
  silent: {
    'two quick resends': { calls: [0, 1.1, 2.2].map((at) => down(at)) },
    'waits that double': { calls: [0, 2, 5, 10].map((at) => down(at)) },
    'a quarter of the schedule is jitter': { calls: [0, 1.6, 3.2, 4.8].map((at) => down(at)) },
    'short stated waits that are kept': { calls: [0, 1.2, 2.4, 3.6].map((at) => down(at, { retryAfterMs: 200 })) },
    'paced by the guard': { calls: [0, 1.1, 2.2, 3.3].map((at) => down(at, { guardWaitedMs: 100 })) },
    'an error that is not retryable is another finding': {
      calls: [0, 1.1, 2.2, 3.3].map((at) => failed('restricted', { at, category: 'permission', retryable: false })),
    },
    'different calls': { calls: [0, 1.1, 2.2, 3.3].map((at) => down(at, { args: { at } })) },
    'a fan-out of one turn': { calls: [0, 1.1, 2.2, 3.3].map((at) => down(at, { turn: 't1' })) },
    'the user said try again, and again': {
      calls: [0, 1.1, 2.2, 3.3].map((at) => down(at)),
      frames: [1.05, 2.15, 3.25].map((at) => frame({ kind: 'user', at })),
    },
  },
});
