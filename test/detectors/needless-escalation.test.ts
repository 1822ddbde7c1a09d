import { needlessEscalation } from '../../src/detectors/needless-escalation.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

const escalate = (at: number, words: CallWords = {}) =>
  call({ tool: 'escalate', traits: ['escalation'], effect: 'action', args: {}, at, ...words });
const nothing = (at: number, words: CallWords = {}) => call({ outcome: 'empty', answer: [], at, ...words });
const down = (at: number, words: CallWords = {}) =>
  failed('unavailable', { category: 'transient', retryable: true, at, ...words });

testDetector(needlessEscalation, {
  adjacent: 'the pathology is that the person is called right after the answer',
  fires: {
    'nothing was found': {
      calls: [nothing(0), escalate(5)],
      finds: [{ calls: [0, 1], severity: 'info', data: { why: 'found nothing' } }],
    },
    'one failure that passes': { calls: [down(0), escalate(5)], finds: [{ calls: [0, 1] }] },
  },
  silent: {
    'the failure was tried again first': { calls: [down(0), down(5), escalate(10)] },
    'the failure was final': {
      calls: [failed('restricted', { category: 'permission', retryable: false, at: 0 }), escalate(5)],
    },
    'other things were tried first': { calls: [nothing(0), call({ args: { q: 'y' }, at: 3 }), escalate(5)] },
    'the user asked for a person': { calls: [nothing(0), escalate(5)], frames: [frame({ kind: 'user', at: 3 })] },
    'asked for together with the question': { calls: [nothing(0, { turn: 'a' }), escalate(5, { turn: 'a' })] },
    'reported as a failure': { calls: [nothing(0, { reported: 'error' }), escalate(5)] },
    'another agent of the session': { calls: [nothing(0), escalate(5, { agentInstance: 'helper' })] },
  },
});
