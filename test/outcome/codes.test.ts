import { describe, expect, test } from 'vitest';
import { codeRowWith, exitStatus, nameKey, weakCodeRow } from '../../src/outcome/code-reading.js';
import { CODES, codeRow, UNCLASSIFIED } from '../../src/outcome/index.js';

describe('the code table', () => {
  test('gives each spelling to one row only, once', () => {
    const seen = new Map<string, string[]>();
    for (const row of CODES)
      for (const name of [row.code, ...row.aliases, ...row.classes])
        seen.set(nameKey(name), [...(seen.get(nameKey(name)) ?? []), `${row.code}:${name}`]);
    expect([...seen.values()].filter((places) => places.length > 1)).toEqual([]);
    expect(seen.has('')).toBe(false);
  });

  test('lets only transient errors be resent', () => {
    const wrong = CODES.filter(
      ({ category, retryable }) => category !== undefined && retryable !== (category === 'transient'),
    );
    expect(wrong).toEqual([]);
  });

  test('allows two or three real calls for transient codes, one for others, two for errors it does not know', () => {
    for (const { category, realCalls } of CODES) {
      if (category === 'transient') expect([2, 3]).toContain(realCalls);
      else expect(realCalls).toBe(category === undefined ? undefined : 1);
    }
    expect(UNCLASSIFIED.realCalls).toBe(2);
  });

  test('tells in every row what helps', () => {
    expect(CODES.filter(({ recovery }) => !/^[A-Z].*\.$/.test(recovery))).toEqual([]);
  });
});

test.each([
  [
    'timeout',
    [
      '408',
      'DEADLINE_EXCEEDED',
      'DeadlineExceeded',
      'httpx.ConnectTimeout',
      'java.net.SocketTimeoutException',
      'asyncio.TimeoutError',
      'ETIMEDOUT',
      'APITimeoutError',
      'ReadTimeoutError',
      '57014',
      'exit code 124',
    ],
  ],
  ['internal', ['500', 'INTERNAL', 'InternalServerError', 'internal_error', 'HTTP 500', 'ServerError']],
  ['source_error', ['source_error', 'UPSTREAM_ERROR', '520']],
  [
    'unavailable',
    [
      '503',
      '502',
      'SYSTEM_UNAVAILABLE',
      'temporarily_unavailable',
      'ServiceUnavailableException',
      'SQLITE_BUSY',
      '40P01',
      'StatusCode.UNAVAILABLE',
      'psycopg2.errors.DeadlockDetected',
    ],
  ],
  ['overloaded', ['529', 'overloaded_error', 'InsufficientInstanceCapacity', '53300']],
  [
    'connection_failed',
    [
      'ECONNREFUSED',
      'Error:ECONNRESET',
      'ENOTFOUND',
      'requests.exceptions.ConnectionError',
      'BrokenPipeError',
      'APIConnectionError',
      '08006',
      'CONNECTION_CLOSED',
      'net::ERR_NAME_NOT_RESOLVED',
    ],
  ],
  [
    'rate_limited',
    [
      '429',
      'RATE_LIMITED',
      'rateLimitExceeded',
      'ThrottlingException',
      'TooManyRequestsException',
      'RESOURCE_EXHAUSTED',
      'RateLimitError',
      'com.amazonaws.dynamodb#ProvisionedThroughputExceededException',
    ],
  ],
  [
    'invalid_arguments',
    [
      '400',
      '422',
      '-32602',
      'VALIDATION_ERROR',
      'invalid_parameters',
      'ValidationError',
      'pydantic.ValidationError',
      'INVALID_ARGUMENT',
      'ZodError',
      'InvalidParameterValue',
      'MissingParameter',
      'AI_InvalidToolInputError',
      'invalid_tool_params',
      'edit_no_occurrence_found',
      '22P02',
    ],
  ],
  ['malformed', ['-32700', '-32600', 'ParseError', '42601', 'invalid_json']],
  [
    'unknown_name',
    [
      'ENOENT',
      '-32601',
      'unknown_endpoint',
      'FileNotFoundError',
      'ToolNotFoundError',
      'AI_NoSuchToolError',
      'tool_not_registered',
      'file_not_found',
      'ModuleNotFoundError',
      'UndefinedTable',
      '42P01',
      '42S02',
      'UNIMPLEMENTED',
      'unknown_tool',
      'exit 127',
    ],
  ],
  [
    'not_found',
    [
      '404',
      'NOT_FOUND',
      'NotFoundError',
      'ResourceNotFoundException',
      'user_not_found',
      'OrderNotFound',
      'NoSuchKey',
      'Model.DoesNotExist',
      '410',
    ],
  ],
  ['policy_violation', ['POLICY_VIOLATION', 'content_policy_violation', 'policy_violation']],
  [
    'limit_exceeded',
    ['LIMIT_EXCEEDED', 'ServiceQuotaExceededException', 'ENOSPC', 'max_amount_exceeded', 'refund_limit_exceeded'],
  ],
  ['precondition_failed', ['412', 'FAILED_PRECONDITION', 'out_of_stock', 'ENOTEMPTY', '23503']],
  [
    'conflict',
    ['409', 'ALREADY_EXISTS', 'EEXIST', 'UniqueViolation', 'user_already_exists', 'DuplicateKeyError', '23505'],
  ],
  ['insufficient_credits', ['402', 'insufficient_quota', 'quota_exceeded', 'quotaExceeded', 'INSUFFICIENT_FUNDS']],
  [
    'unauthenticated',
    [
      '401',
      'UNAUTHENTICATED',
      'invalid_api_key',
      'AuthenticationError',
      'ExpiredTokenException',
      'auth/invalid-credential',
      'token_expired',
      '28P01',
      'Unauthorized',
      'auth_error',
    ],
  ],
  [
    'permission_denied',
    [
      '403',
      'PERMISSION_DENIED',
      'EACCES',
      'AccessDeniedException',
      'PermissionError',
      'UnauthorizedOperation',
      '42501',
      'insufficient_scope',
      'Forbidden',
      'exit 126',
    ],
  ],
  ['restricted', ['restricted_endpoint', '451', '-32042', 'path_not_in_workspace']],
  [
    'cancelled',
    ['AbortError', 'CANCELLED', 'canceled', '499', 'asyncio.CancelledError', 'KeyboardInterrupt', 'exit 130'],
  ],
  ['denied_by_user', ['execution_denied', 'user_rejected']],
])('%s is also written as %j', (code, spellings) => {
  for (const written of spellings) expect([written, codeRow(written)?.code]).toEqual([written, code]);
});

test.each([
  '_OTHER',
  'Error',
  'Exception',
  'tool_error',
  'unknown',
  'mcp_tool_error',
  'execution_failed',
  'RuntimeError',
  'exit 1',
  '200',
  '7',
  'observation_code_11',
  '12345',
  'x'.repeat(500),
  '',
])('%j says only that something failed', (written) => expect(codeRow(written)).toBeUndefined());

test.each([
  ['-32602', 'Tool get_wether not found', 'unknown_name'],
  ['-32602', 'Unknown tool: x', 'unknown_name'],
  ['-32602', 'Invalid arguments for tool search', 'invalid_arguments'],
  ['-32000', 'Connection closed', 'connection_failed'],
  ['-32000', 'Permission denied: no', 'permission_denied'],
  ['-32001', 'Request timed out', 'timeout'],
  ['-32001', 'Not found: item 7', 'not_found'],
  ['-32000', 'Rate limit exceeded', 'rate_limited'],
  ['403', 'You have exceeded a secondary rate limit', 'rate_limited'],
  ['429', 'You exceeded your current quota, check billing', 'insufficient_credits'],
  ['429', 'Slow down', 'rate_limited'],
  ['400', 'API key not valid. Please pass a valid API key.', 'unauthenticated'],
  ['400', 'q is missing', 'invalid_arguments'],
  ['404', 'endpoint /v2/x not found', 'unknown_name'],
  ['404', 'order 17 not found', 'not_found'],
])('%s beside "%s" is %s', (written, message, code) => expect(codeRowWith(written, message)?.code).toBe(code));

test.each([
  ['-32603', 'internal'],
  ['ValueError', 'invalid_arguments'],
  ['builtins.TypeError', 'invalid_arguments'],
  ['KeyError', 'unknown_name'],
  ['java.lang.IllegalStateException', 'precondition_failed'],
])('%s speaks only when the message is silent, and then says %s', (written, code) => {
  expect(codeRow(written)).toBeUndefined();
  expect(weakCodeRow(written)?.code).toBe(code);
});

test.each([
  ['exit 1', 1],
  ['exit code 127', 127],
  ['process.exit.code=0', 0],
  ['exit_status:2', 2],
  ['exited with code 3', 3],
  ['1', undefined],
  ['exit', undefined],
])('%j is exit status %j', (written, status) => expect(exitStatus(written)).toBe(status));
