import { describe, expect, expectTypeOf, test } from 'vitest';
import { type FlatSuccess, flat, mcp, transientFailure, validationFailure } from '../../src/hook/index.js';
import { CODES_OF } from '../../src/hook/results/codes.js';
import { CODES } from '../../src/outcome/index.js';

describe('MCP results', () => {
  test('a success carries its data and how many records it found', () => {
    expect(mcp.success({ orders: [1, 2] }, { resultCount: 2 })).toEqual({
      content: [{ type: 'text', text: '{"orders":[1,2]}' }],
      structuredContent: { orders: [1, 2], resultCount: 2 },
      isError: false,
    });
  });

  test('an empty result says that the query ran', () => {
    const { isError, structuredContent, content } = mcp.empty({ what: 'orders of customer 42', data: { orders: [] } });
    expect({ isError, structuredContent }).toEqual({
      isError: false,
      structuredContent: { orders: [], resultCount: 0 },
    });
    expect(content[0]?.text).toBe(
      'The query ran and found nothing: no orders of customer 42. This is the answer, not an error.',
    );
  });

  test('a transient failure says when to come back', () => {
    expect(mcp.transient({ code: 'rate_limited', description: 'Too many requests', retryAfterMs: 1_500 })).toEqual({
      content: [{ type: 'text', text: 'Error rate_limited: Too many requests. Retry after 1.5 seconds.' }],
      structuredContent: {
        errorCategory: 'transient',
        errorCode: 'rate_limited',
        isRetryable: true,
        description: 'Too many requests',
        retryAfterSeconds: 1.5,
      },
      isError: true,
    });
  });

  test('a validation failure names the fields', () => {
    const fields = [{ field: 'amount', problem: 'is negative', expected: 'a number above 0' }];
    const { structuredContent, content } = mcp.validation({ description: 'The amount is wrong', fields });
    expect(structuredContent).toMatchObject({ errorCategory: 'validation', isRetryable: false, fields });
    expect(content[0]?.text).toContain('amount: is negative (expected a number above 0).');
  });

  test.each([
    ['business', mcp.business({ description: 'The limit is 500', code: 'limit_exceeded' })],
    ['permission', mcp.permission({ description: 'Ask an administrator' })],
  ])('a %s failure is not retryable', (errorCategory, { structuredContent, isError }) => {
    expect({ ...structuredContent, isError }).toMatchObject({ errorCategory, isRetryable: false, isError: true });
  });

  test('a partial result is no error and says what succeeded, what was attempted and what failed', () => {
    const failure = transientFailure({ description: 'The source is down' });
    const { structuredContent, isError, content } = mcp.partial({
      succeeded: [{ id: 'a' }],
      attempted: ['a', 'b'],
      failed: [{ item: 'b', failure }],
    });
    expect(isError).toBe(false);
    expect(structuredContent).toMatchObject({
      partial: true,
      succeeded: [{ id: 'a' }],
      attempted: ['a', 'b'],
      failed: [{ item: 'b', errorCategory: 'transient', isRetryable: true, description: 'The source is down' }],
    });
    expect(content[0]?.text).toBe('1 of 2 succeeded. Failed: b (unavailable: The source is down).');
  });
});

describe('flat results', () => {
  const nothing = { error_code: null, error_message: null, retry_recommended: false, retry_after_seconds: null };

  test('a success has all fields of the envelope', () => {
    const result = flat.success({ id: 1 });
    expectTypeOf(result).toEqualTypeOf<FlatSuccess<{ id: number }>>();
    expect(result).toEqual({ success: true, data: { id: 1 }, ...nothing });
  });

  test('an empty result is a success without data', () => {
    expect(flat.empty({ what: 'orders' })).toEqual({
      success: true,
      data: [],
      ...nothing,
      result_count: 0,
      message: expect.stringContaining('no orders'),
    });
  });

  test('a failure says code, message and whether to resend', () => {
    expect(flat.transient({ code: 'rate_limited', description: 'Busy', retryAfterMs: 2_000 })).toEqual({
      success: false,
      data: null,
      error_code: 'rate_limited',
      error_category: 'transient',
      error_message: 'Busy. Retry after 2 seconds.',
      retry_recommended: true,
      retry_after_seconds: 2,
    });
    expect(flat.permission({ description: 'No' })).toMatchObject({
      retry_recommended: false,
      retry_after_seconds: null,
    });
  });

  test('a partial result is a success', () => {
    const failure = validationFailure({ description: 'Bad id' });
    expect(flat.partial({ succeeded: [1], attempted: ['1', 'x'], failed: [{ item: 'x', failure }] })).toMatchObject({
      success: true,
      data: { partial: true, failed: [{ item: 'x', error_code: 'invalid_arguments', retry_recommended: false }] },
    });
  });
});

describe('impossible combinations do not type-check and throw when forced', () => {
  const description = 'x';
  test.each<[string, () => unknown]>([
    // @ts-expect-error a permission failure cannot be waited for
    ['permission with retry-after', () => mcp.permission({ description, retryAfterMs: 5 })],
    // @ts-expect-error a business failure cannot be waited for
    ['business with retry-after', () => flat.business({ description, retryAfterMs: 5 })],
    // @ts-expect-error only arguments have fields
    ['transient with fields', () => mcp.transient({ description, fields: [] })],
    // @ts-expect-error the code means permission
    ['validation with a code of permission', () => mcp.validation({ description, code: 'permission_denied' })],
    // @ts-expect-error isRetryable follows from the category
    ['business that is retryable', () => mcp.business({ description, isRetryable: true })],
    // @ts-expect-error a success has no category
    ['success with a category', () => mcp.success({ errorCategory: 'transient' })],
    // @ts-expect-error a failure has a description
    ['failure without description', () => flat.transient({ code: 'timeout' })],
    ['an alias of a code of another category', () => mcp.transient({ description, code: 'HTTP 403' as '403' })],
    ['a blank description', () => mcp.transient({ description: ' ' })],
    ['a negative wait', () => mcp.transient({ description, retryAfterMs: -1 })],
    ['a wait that is no number', () => mcp.transient({ description, retryAfterMs: Number.NaN })],
    ['a success that found nothing', () => mcp.success({}, { resultCount: 0 })],
    ['a flat success that found nothing', () => flat.success([], { resultCount: 0 })],
    // @ts-expect-error a partial result has a failed part
    ['partial without failures', () => mcp.partial({ succeeded: [1], attempted: ['1'], failed: [] })],
    [
      'partial without successes',
      () =>
        mcp.partial({
          succeeded: [],
          attempted: ['1'],
          failed: [{ item: '1', failure: transientFailure({ description }) }],
        }),
    ],
    [
      'more parts than were attempted',
      () =>
        flat.partial({
          succeeded: [1],
          attempted: ['1'],
          failed: [{ item: '2', failure: transientFailure({ description }) }],
        }),
    ],
  ])('%s', (_, build) => {
    expect(build).toThrow(/^refrain: /);
  });
});

test('the codes known as types are those of the code table', () => {
  const table = (category: string) =>
    CODES.filter((row) => row.category === category)
      .map(({ code }) => code)
      .sort();
  for (const [category, codes] of Object.entries(CODES_OF)) expect([...codes].sort()).toEqual(table(category));
});
