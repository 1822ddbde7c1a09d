import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.js';
import { isNothing, readEnvelope } from '../../src/outcome/envelope/index.js';
import { pythonLiteral } from '../../src/outcome/envelope/python-literal.js';

const NOW = Date.UTC(2026, 0, 1);
const read = (value: Json, question = true) => readEnvelope(value, { nowMs: NOW, question });
const failed = (value: Json, question = true) => read(value, question).claims.find((claim) => claim.failed === true);

describe('MCP', () => {
  test('isError is a failure, its text the message', () => {
    const { claims, payload } = read({ content: [{ type: 'text', text: 'Order 17 not found' }], isError: true });
    expect(claims).toEqual([{ source: 'envelope', rule: 'mcp.isError', failed: true }]);
    expect(payload).toBe('Order 17 not found');
  });
  test('isError false is what the caller was told, not evidence', () => {
    expect(read({ content: [{ type: 'text', text: 'x' }], isError: false }).claims).toEqual([]);
  });
  test('structured content is read, in snake case too', () => {
    const structured = {
      errorCategory: 'transient',
      isRetryable: true,
      description: 'The index is rebuilding',
      retryAfterSeconds: 5,
    };
    const { claims, texts } = read({
      content: [{ type: 'text', text: 'busy' }],
      is_error: true,
      structured_content: structured,
    });
    expect(claims[1]).toMatchObject({
      category: 'transient',
      retryable: true,
      description: 'The index is rebuilding',
      retryAfterMs: 5000,
      failed: true,
    });
    expect(texts[0]).toBe('The index is rebuilding');
  });
  test('JSON in the text is read as well', () => {
    const text = JSON.stringify({
      success: false,
      error_code: 'RATE_LIMITED',
      error_message: 'slow down',
      retry_recommended: true,
      retry_after_seconds: 3,
    });
    expect(failed({ content: [{ type: 'text', text }] })).toMatchObject({
      code: 'rate_limited',
      retryable: true,
      retryAfterMs: 3000,
      rule: 'flat.success',
    });
  });
  test('empty content is nothing', () => expect(isNothing(read({ content: [], isError: false }).payload)).toBe(true));
  test('a resultCount of zero is stated emptiness', () => {
    const { claims } = read({
      content: [{ type: 'text', text: '{}' }],
      structuredContent: { resultCount: 0, results: [] },
      isError: false,
    });
    expect(claims).toEqual([{ source: 'envelope', rule: 'result-count', resultCount: 0, empty: true }]);
  });
});

describe('the flat envelope', () => {
  test('success false with all fields', () => {
    const value = {
      success: false,
      data: null,
      error_code: 'PERMISSION_DENIED',
      error_message: 'Not your region',
      retry_recommended: false,
      retry_after_seconds: null,
    };
    const { claims, texts } = read(value);
    expect(claims[0]).toMatchObject({
      source: 'envelope',
      failed: true,
      code: 'permission_denied',
      codeAsWritten: 'PERMISSION_DENIED',
      retryable: false,
      description: 'Not your region',
    });
    expect(claims[0]?.data).toBeUndefined();
    expect(texts).toEqual(['Not your region']);
  });
  test('success true leaves its data', () => {
    expect(read({ success: true, data: null }).payload).toBeNull();
    expect(read({ success: true, data: [1] }).payload).toEqual([1]);
    expect(read({ success: true, data: [1] }).claims).toEqual([
      { source: 'envelope', rule: 'flat.success', failed: false },
    ]);
  });
  test('success true alone says "done", and is not nothing', () =>
    expect(isNothing(read({ success: true }).payload)).toBe(false));
  test('success true beside an error code keeps both claims for comparison', () => {
    const { claims } = read({ success: true, data: { a: 1 }, error_code: 'NOT_FOUND' });
    expect(claims.map((claim) => [claim.failed, claim.code])).toEqual([
      [false, undefined],
      [undefined, 'not_found'],
    ]);
  });
  test('data beside a failure is kept as a fact', () =>
    expect(failed({ success: false, data: [1], error_code: 'X' })?.data).toBe(true));
  test('flags written as text count', () => expect(failed({ success: 'false', message: 'no' })).toBeDefined());
  test('ok and isSuccess are flags too', () => {
    expect(failed({ ok: false, error: 'channel_not_found' })).toMatchObject({ code: 'not_found', rule: 'flat.ok' });
    expect(failed({ isSuccess: false, errorMessage: 'x' })).toBeDefined();
  });
});

describe('an error answer', () => {
  test.each<[string, Json, string | undefined]>([
    ['error text', { error: 'Order 17 not found' }, undefined],
    ['error word that is a code', { error: 'invalid_grant', error_description: 'Token revoked' }, 'unauthenticated'],
    ['error object', { error: { code: 404, message: 'x', status: 'NOT_FOUND' } }, 'not_found'],
    [
      'error object with a type',
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      'overloaded',
    ],
    ['AWS', { Error: { Code: 'AccessDenied', Message: 'no' } }, 'permission_denied'],
    ['AWS JSON', { __type: 'com.amazonaws#ThrottlingException', message: 'Rate exceeded' }, 'rate_limited'],
    ['Spring', { timestamp: '2026-01-01', status: 404, error: 'Not Found', path: '/x' }, 'not_found'],
    [
      'problem details',
      { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'no', instance: '/x' },
      'permission_denied',
    ],
    ['FastAPI', { detail: [{ loc: ['body', 'q'], msg: 'field required', type: 'missing' }] }, 'invalid_arguments'],
    [
      'Laravel',
      { message: 'The given data was invalid.', errors: { email: ['The email field is required.'] } },
      undefined,
    ],
    ['JSON:API', { errors: [{ status: '422', title: 'Invalid', detail: 'x' }] }, 'invalid_arguments'],
    [
      'GraphQL',
      { data: null, errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' }, path: ['a'] }] },
      undefined,
    ],
    ['status word', { status: 'error', message: 'boom' }, undefined],
    ['framework status', { response_status: 'Error', response: 'boom' }, undefined],
    ['status number in text', { status: '401', msg: 'Authentication required' }, 'unauthenticated'],
    ['weather service', { cod: '404', message: 'city not found' }, 'not_found'],
    [
      'gateway',
      {
        fault: {
          faultstring: 'Rate limit quota violation',
          detail: { errorcode: 'policies.ratelimit.QuotaViolation' },
        },
      },
      undefined,
    ],
    ['code and words', { code: 'NOT_FOUND', message: 'no order 17' }, 'not_found'],
    ['JSON-RPC', { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Tool x not found' } }, 'unknown_name'],
    ['proxy response', { statusCode: 503, body: 'busy', headers: {} }, 'unavailable'],
    ['Python text', "{'error': 'Error: invalid syntax (<string>, line 7)'}", undefined],
    [
      'nothing said, and the failure inside',
      { error: '', response: '{"status":"401","msg":"Authentication required"}' },
      'unauthenticated',
    ],
    ['inside a framework', { output: { error: 'boom' }, kwargs: {} }, undefined],
    ['tool message', { type: 'tool', data: { content: 'boom', status: 'error', tool_call_id: 'c1' } }, undefined],
    ['Bedrock', { toolUseId: 't1', status: 'error', content: [{ text: 'boom' }] }, undefined],
    ['Gemini', { status: 'error', response: 'boom' }, undefined],
    ['an exit status', { stdout: '', stderr: 'boom', exitCode: 127 }, 'unknown_name'],
  ])('%s', (_, value, code) => {
    const claim = failed(value);
    expect(claim).toBeDefined();
    expect(claim?.code).toBe(code);
  });

  test('the wait is read from details and from headers', () => {
    const details = [{ '@type': 'google.rpc.RetryInfo', retryDelay: '12s' }];
    expect(failed({ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'x', details } })).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 12_000,
    });
  });
});

describe('data that speaks of errors is no error answer', () => {
  test.each<[string, Json]>([
    ['a job record that failed', { id: 'j1', status: 'failed', error: 'disk full', started_at: 1, finished_at: 2 }],
    ['a job status', { job_id: 'j1', status: 'error', message: 'disk full' }],
    ['a list of log entries', [{ level: 'error', message: 'boom' }]],
    ['a linter report', { errors: [{ line: 3, message: 'unused' }], warnings: [] }],
    ['a validation report', { valid: false, errors: ['a is missing'] }],
    ['a user whose status is an area code', { name: 'Ann', status: 415 }],
    ['an empty error field', { error: null, data: [1] }],
    ['error: none', { error: 'None', value: 3 }],
    ['an error count', { total: 10, errors: 0 }],
    ['a code without words', { code: 404 }],
    ['a program that ended well', { stdout: 'Error: none of my business', stderr: 'warning', exitCode: 0 }],
    ['a status of an order', { order_id: 'o1', status: 'cancelled' }],
    ['a page', { title: 'How to handle error 404', body: 'text' }],
    ['plain text', 'error handling in TypeScript'],
    ['a number', 404],
  ])('%s', (_, value) => expect(failed(value)).toBeUndefined());

  test('a record returned by an action that has a failed status is a failure of the action', () => {
    expect(failed({ job_id: 'j1', status: 'error', message: 'disk full' }, false)).toBeDefined();
  });
});

describe('nothing', () => {
  test.each<[Json]>([
    [null],
    [''],
    ['  \n'],
    [[]],
    [{}],
    [{ results: [] }],
    [{ results: [], total: 0 }],
    [{ items: [], next: null, page: 1 }],
    [{ total: 0 }],
    [{ hits: { total: { value: 0 }, hits: [] }, took: 3 }],
    [{ order: null }],
    [[{ type: 'text', text: '' }]],
    [{ users: [], message: 'ok' }],
    [{ data: [], errors: [] }],
  ])('%j is nothing', (value) => expect(isNothing(value)).toBe(true));
  test.each<[Json]>([
    [0],
    [false],
    ['none'],
    [[0]],
    [[null]],
    [{ a: 0 }],
    [{ results: [1] }],
    [{ results: [], total: 3 }],
    [{ user: 'ann', orders: [] }],
    [{ errors: [] }],
    [{ status: 'ok' }],
    [{ success: true }],
  ])('%j is something', (value) => expect(isNothing(value)).toBe(false));
});

test.each<[string, Json | undefined]>([
  ["{'a': None, 'b': [True, 1.5, 'x'], 'c': (1, 2)}", { a: null, b: [true, 1.5, 'x'], c: [1, 2] }],
  ["{'a': \"it's\"}", { a: "it's" }],
  ["{'a': 'x\\'y\\n'}", { a: "x'y\n" }],
  ["{'a': <object at 0x1>}", undefined],
  ["{'a': f()}", undefined],
  ["{'a': 1", undefined],
  ["{'__proto__': 1}", JSON.parse('{"__proto__": 1}')],
  ['['.repeat(100), undefined],
])('Python literal %s', (text, value) => expect(pythonLiteral(text)).toEqual(value));
