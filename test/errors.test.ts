import { describe, expect, test } from 'vitest';
import { ERRORS, type ErrorEntry, RefrainError } from '../src/errors.js';

describe('errors that Refrain answers with', () => {
  test.each(Object.entries<ErrorEntry>(ERRORS))(
    '%s: the status says the same as retryable',
    (_code, { status, retryable }) => {
      // OTLP/HTTP: 429, 502, 503 and 504 are retryable, everything else is final.
      expect(retryable).toBe([429, 502, 503, 504].includes(status));
    },
  );

  test('an error carries its row', () => {
    const error = new RefrainError('busy', 'queue is full', { retryAfterSeconds: 2 });
    expect({ status: error.status, retryable: error.retryable, wait: error.retryAfterSeconds }).toEqual({
      status: 429,
      retryable: true,
      wait: 2,
    });
  });
});
