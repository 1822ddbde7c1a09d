import { ignoredRefusal } from '../../src/detectors/ignored-refusal.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { testDetector } from '../support/test-detector.js';

const refused = (at: number, words: CallWords = {}) =>
  failed('restricted', { at, takes: 0, guardRefused: true, ...words });

testDetector(ignoredRefusal, {
  fires: {
    'asked for three times although refused': {
      calls: [0, 5, 10].map((at) => refused(at)),
      finds: [{ calls: [0, 1, 2], wasted: [1, 2], data: { count: 3 }, severity: 'warning', seconds: 10 }],
    },
    'it goes on': {
      calls: [0, 5, 10, 15, 20].map((at) => refused(at)),
      finds: [{ calls: [0, 1, 2, 3, 4], data: { count: 5 } }],
    },
  },
  silent: {
    'two refusals': { calls: [refused(0), refused(5)] },
    'a call that was let through in between': { calls: [refused(0), refused(5), call({ at: 7 }), refused(10)] },
    'different calls': { calls: [0, 5, 10].map((at) => refused(at, { args: { at } })) },
    'three failures that nobody refused': { calls: [0, 5, 10].map((at) => failed('restricted', { at })) },
    'a quarter of an hour apart': { calls: [0, 900, 1800].map((at) => refused(at)) },
  },
});
