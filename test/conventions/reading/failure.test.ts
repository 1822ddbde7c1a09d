import { describe, expect, test } from 'vitest';
import { type Failure, failureOf } from '../../../src/conventions/reading/failure.js';
import { type SpanWords, span } from '../../support/spans.js';

const exception = (type: string, message: string) => ({
  name: 'exception',
  attributes: { 'exception.type': type, 'exception.message': message },
});

const PLAIN: Failure = { machineCodes: [], errorTexts: [], failureFlag: undefined, cancelled: false, status: 'unset' };

describe('what a span says about a failure', () => {
  test.each<[string, Omit<SpanWords, 'name'>, Partial<Failure>]>([
    ['nothing', {}, {}],
    ['status and its message', { status: 'error', message: 'no' }, { status: 'error', errorTexts: ['no'] }],
    ['the message of a status that is no error is not an error', { status: 'ok', message: 'fine' }, { status: 'ok' }],
    ['error.type without a status', { attributes: { 'error.type': 'timeout' } }, { machineCodes: ['timeout'] }],
    [
      'a message inside error.type is a text',
      { attributes: { 'error.type': 'File does not exist' } },
      { errorTexts: ['File does not exist'] },
    ],
    [
      'what says why comes before what only says that',
      {
        attributes: {
          'error.type': 'tool_error',
          'rpc.response.status_code': '-32602',
          'http.response.status_code': 503,
        },
      },
      { machineCodes: ['503', '-32602', 'tool_error'] },
    ],
    ['an HTTP success is no code', { attributes: { 'http.response.status_code': 200 } }, {}],
    ['a gRPC status by its name', { attributes: { 'rpc.grpc.status_code': 14 } }, { machineCodes: ['UNAVAILABLE'] }],
    ['an exit code alone is no failure', { attributes: { 'process.exit.code': 1 } }, {}],
    [
      'an exit code beside a failure',
      { status: 'error', attributes: { 'process.exit.code': 127 } },
      { status: 'error', machineCodes: ['exit code 127'] },
    ],
    [
      'an exception',
      { events: [exception('a.b.NotFound', 'gone')] },
      { machineCodes: ['a.b.NotFound'], errorTexts: ['gone'] },
    ],
    [
      'an exception printed with its traceback',
      { events: [exception('Exception', "KeyError('x')Traceback (most recent call last):\n f")] },
      { machineCodes: ['KeyError'], errorTexts: ['x'] },
    ],
    [
      'a bare traceback ends in the message',
      { status: 'error', message: 'Traceback (most recent call last):\n  f\nKeyError: 7' },
      { status: 'error', errorTexts: ['KeyError: 7'] },
    ],
    [
      'the same text said twice',
      { status: 'error', message: 'no', events: [exception('E1', 'no')] },
      { status: 'error', machineCodes: ['E1'], errorTexts: ['no'] },
    ],
    [
      'an interrupt is no failure',
      { status: 'error', message: 'x', events: [exception('langgraph.errors.GraphInterrupt', 'x')] },
      {},
    ],
    [
      'an interrupt beside a real exception',
      { status: 'error', events: [exception('GraphInterrupt', 'x'), exception('E1', 'y')] },
      { status: 'error', machineCodes: ['E1'], errorTexts: ['y'] },
    ],
    [
      'a cancellation',
      { status: 'error', events: [exception('asyncio.CancelledError', '')] },
      { status: 'error', machineCodes: ['asyncio.CancelledError'], cancelled: true },
    ],
    ['a framework’s own word for failure', { attributes: { 'gen_ai.tool.status': 'error' } }, { failureFlag: true }],
    ['a framework’s own word for success', { attributes: { 'gen_ai.task.status': 'success' } }, { failureFlag: false }],
    [
      'the worse of two flags',
      { attributes: { 'gen_ai.task.status': 'success', 'mcp.tool.result.is_error': 'true' } },
      { failureFlag: true },
    ],
    [
      'a Langfuse warning is no failure',
      { attributes: { 'langfuse.observation.level': 'WARNING', 'langfuse.observation.status_message': 'slow' } },
      {},
    ],
  ])('%s', (_, words, expected) => {
    expect(failureOf(span({ name: 't', ...words }))).toEqual({ ...PLAIN, ...expected });
  });
});
