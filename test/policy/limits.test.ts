import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { CODES } from '../../src/outcome/index.js';
import { realCallsAtMost, resendable } from '../../src/policy/index.js';
import { call, failed } from '../support/calls.js';

const atMost = (failure: Parameters<typeof realCallsAtMost>[0]) => realCallsAtMost(failure, call(), DEFAULT_SETTINGS);

describe('real calls at most', () => {
  test('are those of the code table, for every code of it', () => {
    const wrong = CODES.filter(({ code, category, realCalls }) => atMost(failed(code, { category })) !== realCalls);
    expect(wrong.map(({ code }) => code)).toEqual([]);
  });

  test('of an error that nobody can classify are two', () => {
    expect(atMost(failed('x', { code: undefined }))).toBe(2);
  });

  test('of what is only known as transient are three, because it may be waited for', () => {
    expect(atMost(failed('x', { code: undefined, category: 'transient' }))).toBe(3);
  });

  test('of what is only known as final is one', () => {
    expect(atMost(failed('x', { code: undefined, retryable: false }))).toBe(1);
  });
});

test('only transient errors can be cured by a resend, unless the tool says otherwise', () => {
  const can = (category: 'transient' | 'business' | undefined, retryable?: boolean) =>
    resendable(failed('x', { category, retryable }));
  expect([can('transient'), can('business'), can(undefined)]).toEqual([true, false, undefined]);
  expect([can('transient', false), can('business', true)]).toEqual([false, true]);
});
