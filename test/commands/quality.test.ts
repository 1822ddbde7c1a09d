import { describe, expect, test } from 'vitest';
import { renderDiagnoses } from '../../src/commands/doctor.js';
import { renderCards } from '../../src/commands/score.js';
import { diagnose } from '../../src/diagnosis.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { addReplays, replaySession } from '../../src/replay.js';
import { scoreRow, scoreTools, shouldReturn } from '../../src/score.js';
import { call, failed } from '../support/calls.js';

const replay = (calls: Parameters<typeof replaySession>[0], settings = DEFAULT_SETTINGS) =>
  replaySession(calls, [], settings);

describe('replay of the guard', () => {
  test('a hopeless call is refused every time it comes again', () => {
    const { refused, regrets, waits } = replay(
      [1, 2, 3, 4].map((n) => failed('permission_denied', { at: n * 5, category: 'permission', retryable: false })),
    );
    expect({ refused: refused.length, regrets: regrets.length, waits }).toEqual({ refused: 3, regrets: 0, waits: 0 });
  });

  test('a refused call that in truth succeeded is regret, with the option that lets it through', () => {
    const denied = [1, 2].map((n) =>
      failed('permission_denied', { at: n * 5, category: 'permission', retryable: false }),
    );
    const calls = [...denied, call({ at: 15 })];
    const { regrets } = replay(calls);
    expect(regrets.map(({ call: one, option }) => [one.spanId, option])).toEqual([
      [calls[2]?.spanId, 'tools: [{ match: "search", maxCalls: 3 }]'],
    ]);
    expect(replay(calls, { tools: [{ match: 'search', maxCalls: 3 }], detectors: {} }).regrets).toEqual([]);
  });

  test('a call that came before the stated wait was over is delayed by what was left', () => {
    const { waits, waitedMs } = replay([
      failed('rate_limited', { at: 0, takes: 1, category: 'transient', retryable: true, retryAfterMs: 10_000 }),
      call({ at: 3 }),
    ]);
    expect({ waits, waitedMs }).toEqual({ waits: 1, waitedMs: 8000 });
  });

  test('tokens are saved only by turns all of whose calls were refused', () => {
    const lost = (n: number, turn: string) =>
      failed('permission_denied', {
        at: n * 5,
        category: 'permission',
        retryable: false,
        turn,
        inputTokens: 100,
        outputTokens: 10,
      });
    const mixed = call({ at: 11, turn: 't2', tool: 'other', inputTokens: 100, outputTokens: 10 });
    expect(replay([lost(1, 't1'), lost(2, 't2'), mixed, lost(3, 't3')]).savedTokens).toBe(110);
    expect(replay([call()]).savedTokens).toBeUndefined();
  });

  test('sessions add up', () => {
    const one = replay([
      failed('not_found', { at: 0, category: 'business', retryable: false }),
      failed('not_found', { at: 5, category: 'business', retryable: false }),
    ]);
    expect(addReplays([one, one])).toMatchObject({ calls: 4, waits: 0, savedMs: 2 * one.savedMs });
  });
});

describe('score card', () => {
  const whole = {
    source: 'declared' as const,
    rule: 'x',
    category: 'transient' as const,
    retryable: true,
    description: 'away',
  };

  test('an error that says everything counts, one that says nothing is told what to say', () => {
    const [card] = scoreTools(
      [
        failed('timeout', { claims: [whole], retryable: true, category: 'transient', retryAfterMs: 1000 }),
        failed('timeout'),
        call(),
      ],
      [],
    );
    expect(card).toMatchObject({
      calls: 3,
      errors: 2,
      structured: 0.5,
      withCategory: 0.5,
      withRetryable: 0.5,
      withDescription: 0.5,
      withRetryAfter: 1,
    });
  });

  test('what was concluded from a text is not what the tool told', () => {
    const [card] = scoreTools([failed('timeout', { claims: [{ ...whole, source: 'text' }] })], []);
    expect(card?.structured).toBe(0);
  });

  test('inner spans and refused calls are not calls of the tool', () => {
    expect(scoreTools([call({ partOf: 'x' }), call({ guardRefused: true })], [])).toEqual([]);
  });

  test('the same tool of two servers has two cards', () => {
    expect(scoreTools([call({ server: 'a' }), call({ server: 'b' })], [])).toHaveLength(2);
  });

  test.each([
    ['rate_limited', true, 'transient'],
    ['permission_denied', false, 'permission'],
    ['invalid_arguments', false, 'validation'],
  ])('%s should be returned with isRetryable %s', (code, isRetryable, errorCategory) => {
    expect(shouldReturn(failed(code))).toMatchObject({
      isError: true,
      structuredContent: { errorCategory, isRetryable, errorCode: code },
    });
  });

  test('a failure without a code leaves the blanks for the author', () => {
    expect(JSON.stringify(shouldReturn(failed('?', { code: undefined })))).toContain(
      '(transient | validation | business | permission)',
    );
  });

  test('control characters of a tool name do not reach the terminal', () => {
    expect(renderCards(scoreTools([failed('timeout', { tool: 'x\u001b[2J' })], []).map(scoreRow))).not.toContain(
      '\u001b',
    );
  });
});

describe('doctor', () => {
  test('nothing is missing in calls that say everything', () => {
    expect(diagnose([call({ inputTokens: 1, outputTokens: 1 })])[0]?.gaps).toEqual([]);
  });

  test('missing arguments name the detectors that fall silent', () => {
    const [one] = diagnose([call({ args: undefined, inputTokens: 1 }), call({ inputTokens: 1 })]);
    expect(one?.gaps).toEqual([
      {
        field: 'arguments',
        missing: 1,
        silences: expect.arrayContaining(['identical-call-loop', 'non-retryable-retry']),
      },
    ]);
  });

  test('a scope that nobody recognises is shown', () => {
    expect(renderDiagnoses([], new Map([['new.instrumentation', 3]]))).toMatch(
      /3 spans of scope "new\.instrumentation"/,
    );
  });
});
