import { unstructuredError } from '../../src/detectors/unstructured-error.js';
import type { Claim } from '../../src/model/tool-call.js';
import { call, failed } from '../support/calls.js';
import { testWatch } from '../support/test-watch.js';

const whole: Claim = {
  source: 'envelope',
  rule: 'test',
  failed: true,
  category: 'transient',
  retryable: true,
  description: 'the source is busy',
};

testWatch(unstructuredError, {
  fires: {
    'an error with nothing but a text': {
      calls: [failed('timeout', { message: 'upstream timed out' })],
      finds: [
        {
          callCount: 1,
          tool: 'search',
          state: 'open',
          data: { errors: 1, noCategory: 1, noRetryable: 1, noDescription: 1, generic: 0 },
        },
      ],
    },
    'a text that is true of every failure': {
      calls: [failed('x', { message: 'Operation failed' }), failed('x', { message: 'Error: something went wrong.' })],
      finds: [{ callCount: 2, data: { generic: 2 } }],
    },
    'a category, but not whether a resend can work': {
      calls: [failed('timeout', { claims: [{ ...whole, retryable: undefined }] })],
      finds: [{ callCount: 1, data: { noCategory: 0, noRetryable: 1, noDescription: 0 } }],
    },
    'what was concluded is not what the tool said': {
      calls: [failed('timeout', { claims: [{ ...whole, source: 'text' }] })],
      finds: [{ callCount: 1, data: { noCategory: 1 } }],
    },
    'two tools are two findings': {
      calls: [failed('x', { tool: 'a' }), failed('x', { tool: 'b' })],
      finds: [
        { callCount: 1, tool: 'a' },
        { callCount: 1, tool: 'b' },
      ],
    },
  },
  silent: {
    'everything is said': { calls: [failed('timeout', { claims: [whole] })] },
    'everything is said, in two places': {
      calls: [
        failed('timeout', {
          claims: [
            { ...whole, description: undefined },
            { source: 'declared', rule: 'test', description: 'busy' },
          ],
        }),
      ],
    },
    'no errors': { calls: [call()] },
    'what the user stopped is no error of the tool': { calls: [failed('cancelled'), failed('denied_by_user')] },
    'below the limit that settings ask for': {
      calls: [failed('x')],
      settings: { tools: [], detectors: { 'unstructured-error': { options: { errors: 2 } } } },
    },
  },
});
