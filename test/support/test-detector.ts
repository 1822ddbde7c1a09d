import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/detectors/engine.js';
import type { Detector, Need } from '../../src/detectors/index.js';
import type { Finding } from '../../src/model/finding.js';
import { DEFAULT_SETTINGS, type Settings } from '../../src/model/settings.js';
import type { Frame, ToolCall } from '../../src/model/tool-call.js';
import { call, sealed } from './calls.js';

/** What a row expects of one finding: places of calls in the row, and the numbers; never the prose. */
export interface Expected {
  readonly calls: readonly number[];
  readonly wasted?: readonly number[];
  readonly data?: Readonly<Record<string, string | number>>;
  readonly severity?: Finding['severity'];
  readonly source?: Finding['source'];
  readonly seconds?: number;
  readonly tokens?: number | undefined;
}

/** One sentence about a session. */
export interface Row {
  readonly calls: readonly ToolCall[];
  readonly frames?: readonly Frame[];
  readonly settings?: Settings;
  /** The moment of looking; default: right after the last call. */
  readonly nowMs?: number;
  /** Facts that the frames of this row tell, so that it does not go silent without them in the calls. */
  readonly toldByFrames?: readonly Need[];
}

/** The table of one detector. */
export interface Table {
  readonly fires: Readonly<Record<string, Row & { readonly finds: readonly Expected[] }>>;
  readonly silent: Readonly<Record<string, Row>>;
  /** Set, with the reason, where the pathology is about what comes right after what, so that other calls do matter. */
  readonly adjacent?: string;
}

/** Runs the table, and the laws that hold for every row of every detector. */
export function testDetector(detector: Detector, { fires, silent, adjacent }: Table): void {
  const rows = [...Object.entries(fires), ...Object.entries(silent)];
  describe('fires', () => {
    test.each(Object.entries(fires))('%s', (_, row) => {
      expect(findingsOf(detector, row).map((finding, i) => seen(finding, row, row.finds[i]))).toEqual(row.finds);
    });
  });
  describe('silent', () => {
    test.each(Object.entries(silent))('%s', (_, row) => expect(findingsOf(detector, row)).toEqual([]));
  });
  describe('laws', () => {
    test('two rows at least fire and two are silent, and no two rows are alike', () => {
      expect(Object.keys(fires).length).toBeGreaterThanOrEqual(2);
      expect(Object.keys(silent).length).toBeGreaterThanOrEqual(2);
      const prints = rows.map(([, row]) => print(row));
      expect(rows.filter((_, i) => prints.indexOf(prints[i] ?? '') !== i).map(([name]) => name)).toEqual([]);
    });
    test.each(rows)('the input is not touched, and twice gives the same: %s', (_, row) => {
      const frozen = deepFreeze({ ...row });
      expect(findingsOf(detector, frozen)).toEqual(findingsOf(detector, frozen));
    });
    test.each(rows)('order of arrival and double delivery do not matter: %s', (_, row) => {
      const straight = findingsOf(detector, row);
      for (const seed of [1, 2, 3]) expect(arriving(detector, row, seed)).toEqual(straight);
    });
    test.each(rows)('spans that move to another session leave nothing behind: %s', (_, row) => {
      const engine = engineOf(detector, row);
      engine.add(row.calls, row.frames ?? []);
      engine.findings(nowOf(row));
      engine.remove([...row.calls, ...(row.frames ?? [])].map(({ spanId }) => spanId));
      expect(engine.findings(nowOf(row))).toEqual([]);
    });
    test.each(Object.entries(fires))('data fill exactly the placeholders: %s', (_, row) => {
      const placeholders = [...detector.message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      for (const { data, message } of findingsOf(detector, row)) {
        expect(Object.keys(data).sort()).toEqual([...new Set(placeholders)]);
        expect(message).not.toMatch(/[{}]|undefined|NaN/);
      }
    });
    test.each(Object.entries(fires))('without what it needs it is silent: %s', (_, row) => {
      for (const need of detector.needs.filter((one) => !row.toldByFrames?.includes(one))) {
        const blind = { ...row, calls: row.calls.map((one) => without(need, one)) };
        expect({ need, findings: findingsOf(detector, blind) }).toEqual({ need, findings: [] });
      }
    });
    test.each(adjacent ? [] : rows)('unrelated calls in between change nothing: %s', (_, row) => {
      const noisy = { ...row, calls: row.calls.flatMap((one, i) => [one, bystander(one, i)]) };
      expect(findingsOf(detector, noisy)).toEqual(findingsOf(detector, row));
    });
    test.each(Object.entries(fires))('switched off it is silent: %s', (_, row) => {
      const settings = { ...(row.settings ?? DEFAULT_SETTINGS), detectors: { [detector.id]: { enabled: false } } };
      expect(findingsOf(detector, { ...row, settings })).toEqual([]);
    });
  });
}

function engineOf(detector: Detector, { settings }: Row) {
  return createEngine([detector], 'default', 's1', settings ?? DEFAULT_SETTINGS);
}

function nowOf({ nowMs, calls }: Row): number {
  return nowMs ?? Math.max(0, ...calls.map(({ startedMs, endedMs }) => endedMs ?? startedMs));
}

function findingsOf(detector: Detector, row: Row): Finding[] {
  const engine = engineOf(detector, row);
  engine.add(row.calls, row.frames ?? []);
  return engine.findings(nowOf(row));
}

/** Everything arrives twice, in random order, one at a time, and somebody looks after each. */
function arriving(detector: Detector, row: Row, seed: number): Finding[] {
  const engine = engineOf(detector, row);
  const calls = row.calls.map((one) => () => engine.add([one], []));
  const frames = (row.frames ?? []).map((one) => () => engine.add([], [one]));
  for (const deliver of shuffled([...calls, ...frames, ...calls, ...frames], seed)) {
    deliver();
    engine.findings(nowOf(row));
  }
  return engine.findings(nowOf(row));
}

/** The same items in another order, which the seed decides. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const keyed = items.map((item) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return { item, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

function seen(finding: Finding, { calls }: Row, expected: Expected | undefined): Expected {
  const places = (ids: readonly string[]) => ids.map((id) => calls.findIndex(({ spanId }) => spanId === id));
  const all: Record<keyof Expected, unknown> = {
    calls: places(finding.calls),
    wasted: places(finding.wastedCalls),
    data: finding.data as Record<string, string | number>,
    severity: finding.severity,
    source: finding.source,
    seconds: finding.wasted.seconds,
    tokens: finding.wasted.tokens,
  };
  const asked = Object.keys(expected ?? { calls: 0 }) as (keyof Expected)[];
  const answer = Object.fromEntries(asked.map((key) => [key, all[key]])) as unknown as Expected;
  if (!expected?.data) return answer;
  const numbers = Object.keys(expected.data).map((key) => [key, finding.data[key] ?? 'missing'] as const);
  return { ...answer, data: Object.fromEntries(numbers) as Record<string, string | number> };
}

/** A row without its serial numbers and its place in time, so that equal stories are equal text. */
function print({ calls, frames = [], settings, nowMs }: Row): string {
  const zero = Math.min(...calls.map(({ startedMs }) => startedMs), nowMs ?? Number.POSITIVE_INFINITY);
  const ids = [...calls, ...frames].map(({ spanId }) => spanId);
  const text = JSON.stringify([calls, frames, settings, nowMs], (key, value: unknown) =>
    typeof value === 'number' && key.endsWith('Ms') && value > zero - 1 ? value - zero : value,
  );
  return ids.reduce((known, id, i) => known.replaceAll(id, `#${i}`), text);
}

const BLANK = { source: 'none', rule: '', code: undefined, codeAsWritten: undefined } as const;

/** The call as an instrumentation would tell it that leaves one thing out. */
export function without(need: Need, one: ToolCall): ToolCall {
  const gone: Record<Need, Partial<ToolCall>> = {
    arguments: { arguments: sealed(undefined) },
    answer: { result: sealed(undefined), answerHash: undefined, signature: undefined, message: undefined },
    outcome: { ...BLANK, outcome: 'unknown', category: undefined, retryable: undefined },
    category: { ...BLANK, category: undefined, retryable: undefined },
    end: { endedMs: undefined },
    'retry-after': { retryAfterMs: undefined },
    'error-text': { signature: undefined, message: undefined, description: undefined },
  };
  return { ...one, ...gone[need] };
}

/** A question to another tool that has nothing to do with the story, right after a call. */
function bystander(one: ToolCall, i: number): ToolCall {
  const beside = call({ tool: 'unrelated_lookup', args: { n: i }, answer: { n: i } });
  const { session, agent, agentInstance, user, service } = one;
  const startedMs = (one.endedMs ?? one.startedMs) + 1;
  return { ...beside, session, agent, agentInstance, user, service, startedMs, endedMs: startedMs + 1 };
}

/** The value, which nobody can change any more. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
