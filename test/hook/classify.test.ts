import { describe, expect, test } from 'vitest';
import { classified, classifyError, flat, mcp } from '../../src/hook/index.js';

const coded = (message: string, fields: object) => Object.assign(new Error(message), fields);

describe('a caught exception becomes the right failure', () => {
  test.each<[string, unknown, string, string]>([
    ['a refused connection', coded('connect ECONNREFUSED', { code: 'ECONNREFUSED' }), 'transient', 'connection_failed'],
    [
      'a failed fetch by its cause',
      new TypeError('fetch failed', { cause: coded('x', { code: 'ETIMEDOUT' }) }),
      'transient',
      'timeout',
    ],
    [
      'a timeout signal',
      AbortSignal.timeout(0).reason ?? new DOMException('The operation timed out', 'TimeoutError'),
      'transient',
      'timeout',
    ],
    ['a missing file', coded('ENOENT: no such file', { code: 'ENOENT' }), 'validation', 'unknown_name'],
    ['a forbidden file', coded('EACCES: permission denied', { code: 'EACCES' }), 'permission', 'permission_denied'],
    ['a full disk', coded('ENOSPC: no space left', { code: 'ENOSPC' }), 'business', 'limit_exceeded'],
    ['a unique violation of Postgres', coded('duplicate key value', { code: '23505' }), 'business', 'conflict'],
    ['a schema error', coded('Invalid input', { name: 'ZodError' }), 'validation', 'invalid_arguments'],
    [
      'an HTTP client error with a status',
      coded('Request failed', { response: { status: 403 } }),
      'permission',
      'permission_denied',
    ],
    [
      'a JSON-RPC error',
      coded('MCP error -32602: Invalid params', { code: -32602 }),
      'validation',
      'invalid_arguments',
    ],
    ['a text that says so', new Error('Rate limit exceeded, slow down'), 'transient', 'rate_limited'],
    [
      'an error that states its category',
      coded('No', { errorCategory: 'business', description: 'Closed' }),
      'business',
      'policy_violation',
    ],
  ])('%s', (_, error, category, code) => {
    expect(classifyError(error)).toMatchObject({ category, code });
  });

  test('an exception that nothing is known about is internal, and says that this was assumed', () => {
    expect(classified(new Error('Operation failed'))).toMatchObject({
      category: 'transient',
      code: 'internal',
      source: 'none',
    });
    expect(classified('just a text')).toMatchObject({ source: 'none', description: 'just a text' });
    expect(classified(undefined).description).not.toBe('');
  });

  test('secrets in messages do not reach the model', () => {
    const { description } = classifyError(new Error('connect postgres://app:hunter2secret@db/x failed: ECONNRESET'));
    expect(description).not.toContain('hunter2secret');
  });
});

describe('an HTTP response becomes the right failure', () => {
  test.each<[number, string, string]>([
    [400, 'validation', 'invalid_arguments'],
    [401, 'permission', 'unauthenticated'],
    [402, 'business', 'insufficient_credits'],
    [404, 'business', 'not_found'],
    [409, 'business', 'conflict'],
    [429, 'transient', 'rate_limited'],
    [500, 'transient', 'internal'],
    [503, 'transient', 'unavailable'],
    [504, 'transient', 'timeout'],
  ])('status %i', (status, category, code) => {
    expect(classifyError(new Response('', { status }))).toMatchObject({ category, code });
  });

  test('Retry-After in seconds and as a date', () => {
    const seconds = new Response('', { status: 429, headers: { 'Retry-After': '7' } });
    expect(classifyError(seconds).retryAfterMs).toBe(7_000);
    const date = new Date(Date.now() + 20_000).toUTCString();
    const later = classifyError(new Response('', { status: 503, headers: { 'Retry-After': date } })).retryAfterMs ?? 0;
    expect(later).toBeGreaterThan(17_000);
    expect(later).toBeLessThanOrEqual(20_000);
  });

  test('the body, where it was read, is the description', () => {
    const response = new Response('', { status: 404 });
    expect(classifyError(response, { body: 'No customer 42' }).description).toContain('No customer 42');
  });
});

test('both shapes are built from an error in one step', () => {
  const error = coded('connect ECONNREFUSED', { code: 'ECONNREFUSED' });
  expect(mcp.fromError(error).structuredContent).toMatchObject({ errorCategory: 'transient', isRetryable: true });
  expect(flat.fromError(error, { description: 'The shop is down' })).toMatchObject({
    success: false,
    error_code: 'connection_failed',
    error_message: 'The shop is down.',
  });
});
