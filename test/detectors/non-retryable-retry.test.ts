import { nonRetryableRetry } from '../../src/detectors/non-retryable-retry.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

const denied = (at: number, words: CallWords = {}) =>
  failed('permission_denied', { at, category: 'permission', retryable: false, ...words });
const invalid = (at: number, words: CallWords = {}) =>
  failed('invalid_arguments', { at, category: 'validation', retryable: false, source: 'text', ...words });
const edit = (at: number) => call({ tool: 'grant_access', effect: 'action', args: { at }, answer: 'done', at });

testDetector(nonRetryableRetry, {
  fires: {
    'one resend after a declared permission error': {
      calls: [denied(0), denied(5)],
      finds: [{ calls: [0, 1], wasted: [1], data: { count: 1 }, source: 'declared', seconds: 5, severity: 'warning' }],
    },
    'a stubborn agent: one finding for all resends': {
      calls: [0, 5, 10, 15, 20].map((at) => denied(at)),
      finds: [{ calls: [0, 1, 2, 3, 4], wasted: [1, 2, 3, 4], data: { count: 4 } }],
    },
    'inferred from the words of the error, and said so': {
      calls: [invalid(0), invalid(5)],
      finds: [{ calls: [0, 1], source: 'inferred' }],
    },
    'declared final although the code is transient': {
      calls: [0, 5].map((at) => failed('timeout', { at, category: 'transient', retryable: false })),
      finds: [{ calls: [0, 1] }],
    },
    'a category alone says enough': {
      calls: [0, 5].map((at) => failed('whatever', { at, code: undefined, category: 'business' })),
      finds: [{ calls: [0, 1], data: { failure: 'a business error' } }],
    },
    'other questions in between': {
      calls: [denied(0), call({ tool: 'list_roles', args: {}, at: 2 }), denied(5)],
      finds: [{ calls: [0, 2] }],
    },
    'it fails with another answer that was not captured': {
      calls: [denied(0), denied(5, { answer: undefined })],
      finds: [{ calls: [0, 1] }],
    },
    'after access was granted it starts again: two episodes': {
      calls: [denied(0), denied(5), edit(8), denied(10), denied(15)],
      finds: [{ calls: [0, 1] }, { calls: [3, 4] }],
    },
    'both calls of the later turn are resends': {
      calls: [denied(0, { turn: 'a' }), denied(5, { turn: 'b' }), denied(6, { turn: 'b' })],
      finds: [{ calls: [0, 1, 2], wasted: [1, 2] }],
    },
  },
  silent: {
    'the error was final and the agent stopped': { calls: [denied(0), call({ tool: 'tell_user', args: {}, at: 5 })] },
    'the arguments were corrected': { calls: [invalid(0), invalid(5, { args: { q: 'better' } })] },
    'it worked the second time: the metadata was wrong': { calls: [denied(0), call({ at: 5 })] },
    'another person tried': { calls: [denied(0, { user: 'ann' }), denied(5, { user: 'bob' })] },
    'access was changed in between': { calls: [denied(0), edit(3), denied(5)] },
    'the user spoke in between': { calls: [denied(0), denied(5)], frames: [frame({ kind: 'user', at: 3 })] },
    'the user cancelled it': { calls: [0, 5].map((at) => failed('cancelled', { at, code: 'cancelled' })) },
    'cancelled by the user the second time': { calls: [denied(0), failed('cancelled', { at: 5, code: 'cancelled' })] },
    'a transient error may be tried again': {
      calls: [0, 5].map((at) => failed('unavailable', { at, category: 'transient', retryable: true })),
    },
    'an error that nobody can classify': { calls: [0, 5].map((at) => failed('odd', { at, code: undefined })) },
    'parallel calls of one turn': { calls: [0, 5, 10].map((at) => denied(at, { turn: 't1' })) },
    'a quarter of an hour later': { calls: [denied(0), denied(900)] },
    'the answer changed: something moves': {
      calls: [invalid(0, { answer: '5 errors' }), invalid(5, { answer: '3 errors' })],
    },
    'sub-agents that each try once': { calls: [denied(0), denied(5, { agentInstance: 'helper' })] },
    'the same name at another server': { calls: [denied(0, { server: 'eu' }), denied(5, { server: 'us' })] },
    'settings allow two calls of this tool': {
      calls: [denied(0), denied(5)],
      settings: { tools: [{ match: 'sea*', maxCalls: 2 }], detectors: {} },
    },
  },
});
