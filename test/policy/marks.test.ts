import { describe, expect, test } from 'vitest';
import { type Change, canChangeState, changedOutside, noteChange } from '../../src/policy/index.js';
import { type CallWords, call, failed } from '../support/calls.js';

describe('a call may have changed state', () => {
  const rows: Record<string, [CallWords, boolean]> = {
    'an action that worked': [{ effect: 'action' }, true],
    'an action of unknown outcome': [{ effect: 'action', outcome: 'unknown' }, true],
    'a question': [{ effect: 'question' }, false],
    'a tool that nobody knows only answers': [{ effect: 'unknown' }, false],
    'a command that nobody can read may do anything': [{ effect: 'unknown', traits: ['shell'] }, true],
    'a command that only reads': [{ effect: 'question', traits: ['shell'] }, false],
    'a sub-agent may do anything': [{ effect: 'unknown', traits: ['agent'] }, true],
    'a call that the guard refused': [{ effect: 'action', guardRefused: true }, false],
  };
  test.each(Object.entries(rows))('%s', (_, [words, expected]) => expect(canChangeState(call(words))).toBe(expected));

  test('an action that failed did not', () =>
    expect(canChangeState(failed('conflict', { effect: 'action' }))).toBe(false));
});

describe('the latest change', () => {
  const changes = [1, 9, 4].reduce<readonly Change[]>(
    (known, at) => noteChange(known, { key: `k${at}`, endedMs: at }),
    [],
  );

  test('is never that of the series itself', () => {
    expect(changedOutside(changes, [])).toBe(9);
    expect(changedOutside(changes, ['k9'])).toBe(4);
    expect(changedOutside(changes, ['k9', 'k4', 'k1'])).toBe(Number.NEGATIVE_INFINITY);
  });

  test('is remembered of six series, which is more than a cycle has', () => {
    const many = Array.from({ length: 100 }, (_, i) => ({ key: `k${i}`, endedMs: i })).reduce<readonly Change[]>(
      noteChange,
      [],
    );
    expect(many.map(({ endedMs }) => endedMs)).toEqual([99, 98, 97, 96, 95, 94]);
  });
});
