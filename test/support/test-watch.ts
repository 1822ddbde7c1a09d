import { describe, expect, test } from 'vitest';
import type { Detector } from '../../src/detectors/index.js';
import { createWatch } from '../../src/detectors/tool-engine.js';
import type { Finding } from '../../src/model/finding.js';
import { DEFAULT_SETTINGS, type Settings } from '../../src/model/settings.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import { deepFreeze, shuffled, without } from './test-detector.js';

/** What a row expects of one finding across sessions; never the prose. */
export interface Expected {
  readonly callCount: number;
  readonly tool?: string;
  readonly about?: string;
  readonly state?: Finding['state'];
  readonly wasted?: number;
  readonly data?: Readonly<Record<string, string | number>>;
}

/** One sentence about a tool. */
export interface Row {
  readonly calls: readonly ToolCall[];
  readonly settings?: Settings;
  /** The moment of looking; default: the start of the last call. */
  readonly nowMs?: number;
}

/** The table of one detector. */
export interface Table {
  readonly fires: Readonly<Record<string, Row & { readonly finds: readonly Expected[] }>>;
  readonly silent: Readonly<Record<string, Row>>;
}

/** Runs the table of a detector of tool scope, and the laws that hold for every row. */
export function testWatch(detector: Detector, { fires, silent }: Table): void {
  const rows = [...Object.entries(fires), ...Object.entries(silent)];
  describe('fires', () => {
    test.each(Object.entries(fires))('%s', (_, row) => {
      expect(findingsOf(detector, row).map((finding, i) => seen(finding, row.finds[i]))).toEqual(row.finds);
    });
  });
  describe('silent', () => {
    test.each(Object.entries(silent))('%s', (_, row) => expect(findingsOf(detector, row)).toEqual([]));
  });
  describe('laws', () => {
    test('two rows at least fire and two are silent', () => {
      expect(Object.keys(fires).length).toBeGreaterThanOrEqual(2);
      expect(Object.keys(silent).length).toBeGreaterThanOrEqual(2);
    });
    test.each(rows)('the input is not touched, and twice gives the same: %s', (_, row) => {
      const frozen = deepFreeze({ ...row });
      expect(findingsOf(detector, frozen)).toEqual(findingsOf(detector, frozen));
    });
    test.each(rows)('order of arrival and double delivery do not matter: %s', (_, row) => {
      for (const seed of [1, 2]) expect(arriving(detector, row, seed)).toEqual(findingsOf(detector, row));
    });
    test.each(Object.entries(fires))('data fill exactly the placeholders: %s', (_, row) => {
      const placeholders = [...detector.message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      for (const { data, message, session, episode } of findingsOf(detector, row)) {
        expect(Object.keys(data).sort()).toEqual([...new Set(placeholders)]);
        expect(message).not.toMatch(/[{}]|undefined|NaN/);
        expect({ session, episode }).toEqual({ session: undefined, episode: '' });
      }
    });
    test.each(Object.entries(fires))('without what it needs it is silent: %s', (_, row) => {
      for (const need of detector.needs) {
        const blind = { ...row, calls: row.calls.map((one) => without(need, one)) };
        expect({ need, findings: findingsOf(detector, blind) }).toEqual({ need, findings: [] });
      }
    });
    test.each(Object.entries(fires))('calls of other tools change nothing: %s', (_, row) => {
      const others = row.calls.map((one, i) => ({
        ...one,
        tool: 'bystander',
        spanId: `other${i}`,
        outcome: 'ok' as const,
        effect: 'question' as const,
        claims: [],
      }));
      expect(findingsOf(detector, { ...row, calls: [...row.calls, ...others], nowMs: nowOf(row) })).toEqual(
        findingsOf(detector, row),
      );
    });
    test.each(Object.entries(fires))('switched off it is silent: %s', (_, row) => {
      expect(
        findingsOf(detector, { ...row, settings: { tools: [], detectors: { [detector.id]: { enabled: false } } } }),
      ).toEqual([]);
    });
  });
}

function nowOf({ nowMs, calls }: Row): number {
  return nowMs ?? Math.max(0, ...calls.map(({ startedMs }) => startedMs));
}

function findingsOf(detector: Detector, row: Row): Finding[] {
  const engine = createWatch([detector], 'default', row.settings ?? DEFAULT_SETTINGS);
  engine.add(row.calls);
  return engine.findings(nowOf(row));
}

/** Everything arrives twice, in random order and in small batches; somebody looks now and then. */
function arriving(detector: Detector, row: Row, seed: number): Finding[] {
  const engine = createWatch([detector], 'default', row.settings ?? DEFAULT_SETTINGS);
  const calls = shuffled([...row.calls, ...row.calls], seed);
  for (let i = 0; i < calls.length; i += 7) {
    engine.add(calls.slice(i, i + 7));
    if (i % 3 === 0) engine.findings(nowOf(row));
  }
  return engine.findings(nowOf(row));
}

function seen({ callCount, tool, about, state, wasted, data }: Finding, expected: Expected | undefined): Expected {
  const all = { callCount, tool, about, state, wasted: wasted.calls, data };
  const asked = Object.keys(expected ?? { callCount: 0 }) as (keyof Expected)[];
  const answer = Object.fromEntries(asked.map((key) => [key, all[key]])) as unknown as Expected;
  if (!expected?.data) return answer;
  const numbers = Object.keys(expected.data).map((key) => [key, data[key] ?? 'missing'] as const);
  return { ...answer, data: Object.fromEntries(numbers) as Record<string, string | number> };
}
