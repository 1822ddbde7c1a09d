import { ignoredRetryAfter } from '../../src/detectors/ignored-retry-after.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

/** Rate limited with a stated wait of ten seconds; each call takes one. */
const limited = (at: number, words: CallWords = {}) =>
  failed('rate_limited', { at, category: 'transient', retryable: true, retryAfterMs: 10_000, ...words });

testDetector(ignoredRetryAfter, {
  fires: {
    'called again after two of ten seconds': {
      calls: [limited(0), limited(3)],
      finds: [{ calls: [0, 1], wasted: [1], data: { stated: 10, waited: 2, count: 1 }, source: 'declared' }],
    },
    'even where the early call succeeds': {
      calls: [limited(0), call({ at: 5 })],
      finds: [{ calls: [0, 1], data: { waited: 4 } }],
    },
    'one finding for an impatient agent': {
      calls: [0, 3, 6, 9].map((at) => limited(at)),
      finds: [{ calls: [0, 1, 2, 3], wasted: [1, 2, 3], data: { count: 3, waited: 2 } }],
    },
    'a second short of nine is more than a tenth early': {
      calls: [limited(0), limited(9.5)],
      finds: [{ calls: [0, 1], data: { waited: 8.5 } }],
    },
    'the wait stood only in the text': {
      calls: [limited(0, { source: 'text' }), limited(3)],
      finds: [{ calls: [0, 1], source: 'inferred' }],
    },
  },
  silent: {
    'exactly the stated wait': { calls: [limited(0), limited(11)] },
    'a tenth early is on time': { calls: [limited(0), limited(10.1)] },
    'a short wait and a quarter of a second': {
      calls: [limited(0, { retryAfterMs: 1000 }), limited(1.8, { retryAfterMs: 1000 })],
    },
    'no wait was stated': { calls: [limited(0, { retryAfterMs: undefined }), limited(3)] },
    'another question meanwhile': { calls: [limited(0), call({ args: { q: 'y' }, at: 3 })] },
    'parallel calls of one turn': { calls: [limited(0, { turn: 'a' }), limited(3, { turn: 'a' })] },
    'the guard held the call inside its span': { calls: [limited(0), limited(3, { guardWaitedMs: 8_500, takes: 10 })] },
    'the end of the failure is not known': { calls: [limited(0, { endedMs: undefined }), limited(3)] },
    'the user said try now': { calls: [limited(0), limited(3)], frames: [frame({ kind: 'user', at: 2 })] },
    'another sub-agent does not know of the wait': { calls: [limited(0), limited(3, { agentInstance: 'helper' })] },
  },
});
