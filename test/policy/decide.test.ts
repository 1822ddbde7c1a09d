import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createSessionEngine } from '../../src/detectors/index.js';
import { createReplay } from '../../src/detectors/replay.js';
import type { Step } from '../../src/detectors/session.js';
import { DEFAULT_SETTINGS, type Settings } from '../../src/model/settings.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import { type Circumstances, type Decision, decide, remember, type SeriesMemory } from '../../src/policy/index.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { stories } from '../support/stories.js';

const T0 = Date.UTC(2026, 0, 1);
/** Calls that were made, one second long, every ten seconds; then one more is about to be sent, so many seconds after the last ended. */
function afterwards(
  calls: readonly ToolCall[],
  seconds: number,
  circumstances: Partial<Circumstances> = {},
  settings: Settings = DEFAULT_SETTINGS,
): Decision {
  const memory = calls.reduce<SeriesMemory | undefined>((known, one) => remember(known, one), undefined);
  const next = calls.at(-1) ?? call();
  return decide(memory, { ...next, turn: undefined }, (next.endedMs ?? T0) + seconds * 1000, settings, {
    random: 1,
    ...circumstances,
  });
}
const times = (n: number, of: (words: CallWords) => ToolCall) =>
  Array.from({ length: n }, (_, i) => of({ at: i * 10 }));
const down = (words: CallWords = {}) => failed('unavailable', { category: 'transient', retryable: true, ...words });
const slow = (words: CallWords) => failed('timeout', { category: 'transient', retryable: true, ...words });
const final = (words: CallWords) => failed('restricted', { category: 'permission', retryable: false, ...words });
const odd = (words: CallWords) => failed('odd', { code: undefined, ...words });
const nothing = (words: CallWords) => call({ outcome: 'empty', answer: [], ...words });

interface Row {
  readonly calls: readonly ToolCall[];
  readonly seconds?: number;
  readonly circumstances?: Partial<Circumstances>;
  readonly settings?: Settings;
  readonly is: {
    readonly action: Decision['action'];
    readonly rule?: string;
    readonly waitMs?: number;
    readonly warning?: unknown;
  };
}

const rows: Record<string, Row> = {
  'nothing happened yet': { calls: [], is: { action: 'allow' } },
  'it worked': { calls: times(1, call), is: { action: 'allow' } },
  'it cannot succeed': { calls: times(1, final), is: { action: 'refuse', rule: 'non-retryable' } },
  'it is still final after nine minutes': {
    calls: times(1, final),
    seconds: 540,
    is: { action: 'refuse', rule: 'non-retryable' },
  },
  'after eleven minutes it is another story': { calls: times(1, final), seconds: 660, is: { action: 'allow' } },
  'one timeout may be tried again after a wait': {
    calls: times(1, slow),
    seconds: 0,
    is: { action: 'wait', rule: 'backoff', waitMs: 1000 },
  },
  'two timeouts are enough': { calls: times(2, slow), seconds: 60, is: { action: 'refuse', rule: 'budget' } },
  'a second wait is longer': { calls: times(2, down), seconds: 0, is: { action: 'wait', waitMs: 2000 } },
  'what was waited counts': { calls: times(2, down), seconds: 1.5, is: { action: 'wait', waitMs: 500 } },
  'jitter draws between nothing and the schedule': {
    calls: times(2, down),
    seconds: 0,
    circumstances: { random: 0.25 },
    is: { action: 'wait', waitMs: 500 },
  },
  'waited long enough': { calls: times(2, down), seconds: 3, is: { action: 'allow' } },
  'two waits, then give up': { calls: times(3, down), seconds: 60, is: { action: 'refuse', rule: 'budget' } },
  'the stated wait': {
    calls: [down({ at: 0, retryAfterMs: 7000 })],
    seconds: 2,
    is: { action: 'wait', rule: 'retry-after', waitMs: 5000 },
  },
  'the stated wait is over': { calls: [down({ at: 0, retryAfterMs: 7000 })], seconds: 7, is: { action: 'allow' } },
  'a stated wait that is too long to be held': {
    calls: [down({ at: 0, retryAfterMs: 300_000 })],
    circumstances: { maxWaitMs: 60_000 },
    is: { action: 'refuse', rule: 'retry-after' },
  },
  'an error that nobody can classify may be tried once more': { calls: times(1, odd), is: { action: 'allow' } },
  'but not twice more': { calls: times(2, odd), is: { action: 'refuse', rule: 'budget' } },
  'a final code that is stated as retryable is believed once': {
    calls: [final({ at: 0, retryable: true })],
    seconds: 60,
    is: { action: 'allow' },
  },
  'and not twice': {
    calls: times(2, (words) => final({ ...words, retryable: true })),
    seconds: 60,
    is: { action: 'refuse', rule: 'budget' },
  },
  'a transient code that is stated as final is final': {
    calls: [slow({ at: 0, retryable: false })],
    is: { action: 'refuse', rule: 'non-retryable' },
  },
  'settings allow more': {
    calls: times(2, final),
    settings: { tools: [{ match: 'sea*', maxCalls: 3 }], detectors: {} },
    is: { action: 'allow' },
  },
  'settings allow fewer': {
    calls: times(1, down),
    seconds: 60,
    settings: { tools: [{ match: '*', maxCalls: 1 }], detectors: {} },
    is: { action: 'refuse', rule: 'budget' },
  },
  'the user said no': {
    calls: [failed('denied_by_user', { at: 0 })],
    is: { action: 'refuse', rule: 'denied-by-user' },
  },
  'the user stopped it': { calls: times(4, (words) => failed('cancelled', words)), is: { action: 'allow' } },
  'nothing found a moment ago: a warning': {
    calls: times(1, nothing),
    is: { action: 'allow', warning: 'empty-repeat' },
  },
  'nothing found, and refusing is asked for': {
    calls: times(1, nothing),
    circumstances: { refuseRepeats: true },
    is: { action: 'refuse', rule: 'empty-repeat' },
  },
  'nothing found two minutes ago': { calls: times(1, nothing), seconds: 120, is: { action: 'allow' } },
  'an inbox may be looked at again': { calls: [nothing({ at: 0, traits: ['polling'] })], is: { action: 'allow' } },
  'the third equal answer is warned about before it comes': {
    calls: times(2, call),
    is: { action: 'allow', warning: 'same-answer' },
  },
  'answers that change are polling': {
    calls: times(4, (words) => call({ ...words, answer: words.at })),
    is: { action: 'allow' },
  },
};

vi.setConfig({ testTimeout: 60_000 });

describe('a call about to be sent', () => {
  test.each(Object.entries(rows))('%s', (_, { calls, seconds = 1, circumstances, settings, is }) => {
    const decision = afterwards(calls, seconds, circumstances, settings);
    const seen = {
      action: decision.action,
      rule: decision.action === 'allow' ? undefined : decision.rule,
      waitMs: decision.action === 'wait' ? decision.waitMs : undefined,
      warning: decision.action === 'allow' ? decision.warning?.rule : undefined,
    };
    expect(Object.fromEntries(Object.entries(seen).filter(([key]) => key in is || key === 'warning'))).toEqual({
      warning: undefined,
      ...is,
    });
  });

  test('a parallel call of the same turn is not the resend of its neighbour', () => {
    const one = final({ at: 0, turn: 'a' });
    expect(decide(remember(undefined, one), one, T0 + 5000, DEFAULT_SETTINGS, { random: 1 })).toEqual({
      action: 'allow',
    });
  });

  test('no refusal can be read as an answer, and each says what to do', () => {
    for (const [, row] of Object.entries(rows)) {
      const decision = afterwards(
        row.calls,
        row.seconds ?? 1,
        { ...row.circumstances, refuseRepeats: true },
        row.settings,
      );
      if (decision.action === 'allow') continue;
      expect(decision.text).toMatch(/^NOT SENT\. .+\. Do not repeat it with the same arguments\. .+\.$/);
      expect(decision.reason).toMatch(/^search with the same arguments: .+\.$/);
      expect(decision.text + decision.reason).not.toMatch(/undefined|NaN/);
    }
  });
});

describe('one way only', () => {
  /** What policy would have said to each call, had it been asked; the longest jitter, and repeats refused. */
  function decisions(
    calls: readonly ToolCall[],
    frames: Parameters<ReturnType<typeof createReplay>['add']>[1],
    random: number,
  ) {
    const said = new Map<string, Decision['action']>();
    const replay = createReplay(() => ({
      call({ call: one, before, marks }: Step) {
        const circumstances = { random, marks, refuseRepeats: true };
        said.set(one.spanId, decide(before, one, one.startedMs, DEFAULT_SETTINGS, circumstances).action);
      },
    }));
    replay.add(calls, frames);
    replay.settle();
    return said;
  }

  /** Findings of these are about each wasted call; of the others at least one of them was refused or delayed. */
  const EACH = new Set([
    'non-retryable-retry',
    'ignored-retry-after',
    'retry-budget-exceeded',
    'resend-after-denial',
    'empty-result-retry',
  ]);
  const SOME = new Set(['identical-call-loop', 'retry-without-backoff']);

  test('every call that a retry finding calls wasted, policy would have refused or delayed', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(stories, fc.double({ min: 0.25, max: 1, noNaN: true }), ({ calls, frames }, random) => {
        const engine = createSessionEngine('default', 's1', DEFAULT_SETTINGS);
        engine.add(calls, frames);
        const said = decisions(calls, frames, random);
        for (const { detector, wastedCalls } of engine.findings(0)) {
          const allowed = wastedCalls.filter((spanId) => said.get(spanId) === 'allow');
          if (EACH.has(detector)) expect({ detector, allowed }).toEqual({ detector, allowed: [] });
          if (SOME.has(detector))
            expect({ detector, all: allowed.length }).not.toEqual({ detector, all: wastedCalls.length });
          seen.add(detector);
        }
      }),
      { numRuns: 400 },
    );
    expect([...EACH, ...SOME].filter((detector) => !seen.has(detector))).toEqual([]);
  });
});
