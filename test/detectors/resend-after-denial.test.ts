import { resendAfterDenial } from '../../src/detectors/resend-after-denial.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

const denied = (at: number, words: CallWords = {}) => failed('denied_by_user', { at, ...words });

testDetector(resendAfterDenial, {
  fires: {
    'asked again at once': {
      calls: [denied(0), denied(5)],
      finds: [{ calls: [0, 1], wasted: [1], data: { count: 1 } }],
    },
    'asked until the user gave in': {
      calls: [denied(0), denied(5), call({ at: 10 })],
      finds: [{ calls: [0, 1, 2], wasted: [1, 2], data: { count: 2 } }],
    },
  },
  silent: {
    'the agent took no for an answer': { calls: [denied(0)] },
    'the user said go ahead': { calls: [denied(0), call({ at: 5 })], frames: [frame({ kind: 'user', at: 3 })] },
    'another call is another question': { calls: [denied(0), denied(5, { args: { q: 'smaller' } })] },
    'both were asked for in one turn': { calls: [denied(0, { turn: 'a' }), denied(5, { turn: 'a' })] },
    'a timeout is no denial': { calls: [failed('cancelled', { at: 0 }), failed('cancelled', { at: 5 })] },
    'an hour later': { calls: [denied(0), denied(3600)] },
  },
});
