import { errorReportedAsSuccess } from '../../src/detectors/error-reported-as-success.js';
import { call, failed } from '../support/calls.js';
import { testDetector } from '../support/test-detector.js';

testDetector(errorReportedAsSuccess, {
  fires: {
    'status OK and an error in the envelope': {
      calls: [failed('internal', { reported: 'ok', outcomeSource: 'envelope' })],
      finds: [{ calls: [0], wasted: [], data: { failure: 'internal' }, source: 'declared' }],
    },
    'no status and words that leave no doubt': {
      calls: [failed('permission_denied', { reported: 'unset', outcomeSource: 'text' })],
      finds: [{ calls: [0], source: 'inferred' }],
    },
    'an HTTP status in the body': {
      calls: [failed('not_found', { reported: 'unset', outcomeSource: 'code' })],
      finds: [{ calls: [0], source: 'inferred' }],
    },
  },
  silent: {
    'reported as the error it is': { calls: [failed('internal')] },
    'a good answer': { calls: [call({ reported: 'ok' })] },
    'nothing found': { calls: [call({ outcome: 'empty', answer: [] })] },
    'settings say that the tool returns text about errors': {
      calls: [failed('internal', { reported: 'ok' })],
      settings: { tools: [{ match: 'sea*', traits: ['texts'] }], detectors: {} },
    },
    'a log reader that was judged well': {
      calls: [call({ reported: 'ok', traits: ['texts'], answer: 'ERROR: down' })],
    },
    'a shell returns what the program printed': {
      calls: [failed('internal', { reported: 'unset', traits: ['shell'] })],
    },
    'the user said no': { calls: [failed('denied_by_user', { reported: 'unset' })] },
  },
});
