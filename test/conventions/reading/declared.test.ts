import { describe, expect, test } from 'vitest';
import { declaredFirst, declaredIn } from '../../../src/conventions/reading/declared.js';
import type { JsonObject } from '../../../src/model/json.js';
import type { Declared } from '../../../src/model/recognised.js';

describe('declared facts', () => {
  test.each<[string, JsonObject, Declared]>([
    ['none', { 'error.type': 'x' }, {}],
    [
      'Refrain’s names',
      { 'refrain.error.category': 'transient', 'refrain.retryable': true, 'refrain.retry_after_ms': 250 },
      { category: 'transient', retryable: true, retryAfterMs: 250 },
    ],
    [
      'bare names',
      { errorCategory: 'Permission', isRetryable: 'false', description: 'ask an admin' },
      { category: 'permission', retryable: false, description: 'ask an admin' },
    ],
    [
      'snake case',
      { error_category: 'validation', error_code: 'BAD', retry_recommended: false, result_count: '3' },
      { category: 'validation', code: 'BAD', retryable: false, resultCount: 3 },
    ],
    [
      'dotted names',
      { 'error.category': 'business', 'error.retryable': false, 'error.description': 'limit' },
      { category: 'business', retryable: false, description: 'limit' },
    ],
    [
      'another vendor',
      { 'mcp.failure.category': 'transient', 'mcp.failure.retry_after_ms': 9 },
      { category: 'transient', retryAfterMs: 9 },
    ],
    [
      'agento11y: a category that is also a code',
      { 'error.category': 'timeout' },
      { category: 'transient', code: 'timeout' },
    ],
    ['agento11y: auth_error', { 'error.category': 'auth_error' }, { category: 'permission' }],
    ['an unknown category is none', { 'error.category': 'THIRD_PARTY' }, {}],
    ['seconds become milliseconds', { retryAfter: '2' }, { retryAfterMs: 2000 }],
    ['the HTTP header', { 'http.response.header.retry-after': ['3'] }, { retryAfterMs: 3000 }],
    [
      'a header that is a date is not guessed',
      { 'http.response.header.retry-after': ['Wed, 21 Oct 2026 07:28:00 GMT'] },
      {},
    ],
    ['a category word from the prototype', { 'error.category': 'constructor' }, {}],
  ])('%s', (_, attributes, expected) => {
    expect(defined(declaredIn(attributes, false))).toEqual(expected);
  });

  test('a bare description counts beside a failure, and describes the tool elsewhere', () => {
    expect(declaredIn({ description: 'Searches orders' }, false)).toEqual({});
    expect(defined(declaredIn({ description: 'ask an admin' }, true))).toEqual({ description: 'ask an admin' });
  });

  test('the first statement wins, the second fills in', () => {
    const merged = declaredFirst({ code: 'A', category: undefined }, { code: 'B', category: 'transient' });
    expect(merged).toEqual({ code: 'A', category: 'transient' });
  });
});

function defined(declared: Declared): Declared {
  return Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== undefined));
}
