import { emptyReportedAsError } from '../../src/detectors/empty-reported-as-error.js';
import { call, failed } from '../support/calls.js';
import { testDetector } from '../support/test-detector.js';

testDetector(emptyReportedAsError, {
  fires: {
    'the words say that the search found nothing': {
      calls: [call({ outcome: 'empty', reported: 'error', outcomeSource: 'text', answer: 'No results found' })],
      finds: [{ calls: [0], wasted: [], source: 'inferred', severity: 'warning' }],
    },
    'the envelope says count 0 beside the failure': {
      calls: [call({ outcome: 'empty', reported: 'error', outcomeSource: 'envelope', answer: [], resultCount: 0 })],
      finds: [{ calls: [0], source: 'declared' }],
    },
    'each such call is a finding': {
      calls: ['a', 'b'].map((q) => call({ outcome: 'empty', reported: 'error', outcomeSource: 'text', args: { q } })),
      finds: [{ calls: [0] }, { calls: [1] }],
    },
  },
  silent: {
    'nothing found and reported as such': { calls: [call({ outcome: 'empty', reported: 'ok', answer: [] })] },
    'nothing found and nothing reported': { calls: [call({ outcome: 'empty', answer: [] })] },
    'the input was invalid': { calls: [failed('invalid_arguments', { category: 'validation' })] },
    'the source could not be reached': { calls: [failed('unavailable', { category: 'transient' })] },
    'a declared not_found is an answer the agent understands': {
      calls: [failed('not_found', { category: 'business' })],
    },
    'a declared not_found with an empty body': {
      calls: [call({ outcome: 'empty', reported: 'error', code: 'not_found', answer: [] })],
    },
  },
});
