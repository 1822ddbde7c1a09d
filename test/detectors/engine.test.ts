import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createSessionEngine, DETECTORS } from '../../src/detectors/index.js';
import type { Finding } from '../../src/model/finding.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import { call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { type Story, stories } from '../support/stories.js';
import { shuffled } from '../support/test-detector.js';

/** Long after everything. */
const NEVER = Date.UTC(2027, 0, 1);

function findingsOf({ calls, frames }: Story): Finding[] {
  const engine = createSessionEngine('default', 's1', DEFAULT_SETTINGS);
  engine.add(calls, frames);
  return engine.findings(NEVER);
}

/** Long enough for a machine that does other things at the same time. */
vi.setConfig({ testTimeout: 120_000 });

describe('what arrives in whatever order', () => {
  test('gives the findings of a replay', () => {
    fc.assert(
      fc.property(stories, fc.integer(), fc.integer({ min: 1, max: 9 }), (story, seed, batch) => {
        const engine = createSessionEngine('default', 's1', DEFAULT_SETTINGS);
        const spans = shuffled([...story.calls, ...story.frames], seed);
        for (let i = 0; i < spans.length; i += batch) {
          const some = spans.slice(i, i + batch);
          engine.add(
            some.filter((span) => 'tool' in span),
            some.filter((span) => 'kind' in span),
          );
          engine.findings(NEVER - (i % 2) * 1e10);
        }
        expect(engine.findings(NEVER)).toEqual(findingsOf(story));
      }),
      { numRuns: 150 },
    );
  });

  test('gives the same again when everything is delivered twice, and when a call is told anew', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const engine = createSessionEngine('default', 's1', DEFAULT_SETTINGS);
        engine.add(
          story.calls.map((one) => ({ ...one, agentInstance: 'not known yet', turn: undefined })),
          [],
        );
        engine.findings(NEVER);
        engine.add(story.calls, story.frames);
        engine.add(
          story.calls.map((one) => ({ ...one })),
          story.frames,
        );
        expect(engine.findings(NEVER)).toEqual(findingsOf(story));
      }),
      { numRuns: 100 },
    );
  });

  test('gives what would be there had the spans that moved away never come', () => {
    fc.assert(
      fc.property(stories, stories, (story, other) => {
        const guests = other.calls.map((one) => ({ ...one, spanId: `guest${one.spanId}` }));
        const engine = createSessionEngine('default', 's1', DEFAULT_SETTINGS);
        engine.add([...story.calls, ...guests], story.frames);
        engine.findings(NEVER);
        engine.remove(guests.map(({ spanId }) => spanId));
        expect(engine.findings(NEVER)).toEqual(findingsOf(story));
      }),
      { numRuns: 100 },
    );
  });

  test('gives the same object where nothing changed', () => {
    const engine = createSessionEngine('default', 's1', DEFAULT_SETTINGS);
    engine.add(
      [0, 5, 10].map((at) => call({ at })),
      [],
    );
    const [before] = engine.findings(NEVER);
    engine.add([call({ tool: 'other', args: {}, at: 20 })], []);
    expect(engine.findings(NEVER)[0]).toBe(before);
    expect(before?.detector).toBe('identical-call-loop');
  });
});

describe('calls that have nothing to do with it', () => {
  /** These are about what comes right after what. */
  const adjacent = new Set(['needless-escalation', 'discarded-partial-results']);

  test('change nothing', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const noise = story.calls.map((one, i): ToolCall => {
          const startedMs = (one.endedMs ?? one.startedMs) + 0.25;
          const quiet = call({
            tool: 'unrelated',
            args: { i },
            answer: { i },
            agentInstance: one.agentInstance,
            spanId: `noise${i}`,
          });
          return { ...quiet, startedMs, endedMs: startedMs, parentSpanId: one.parentSpanId };
        });
        const relevant = (findings: Finding[]) => findings.filter(({ detector }) => !adjacent.has(detector));
        expect(relevant(findingsOf({ ...story, calls: [...story.calls, ...noise] }))).toEqual(
          relevant(findingsOf(story)),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('every finding', () => {
  test('points at calls of the session in order, and wastes only what it points at', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const at = new Map(story.calls.map(({ spanId, startedMs }) => [spanId, startedMs]));
        const findings = findingsOf(story);
        expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
        for (const { calls, wastedCalls, wasted, callCount, firstMs, lastMs, message, recovery } of findings) {
          const times = calls.map((spanId) => at.get(spanId) ?? Number.NaN);
          expect(times).toEqual([...times].sort((a, b) => a - b));
          expect(wastedCalls.filter((spanId) => !calls.includes(spanId))).toEqual([]);
          expect([calls.length, wastedCalls.length]).toEqual([callCount, wasted.calls]);
          expect(wasted.seconds).toBeGreaterThanOrEqual(0);
          expect(firstMs).toBeLessThanOrEqual(lastMs);
          expect(message + recovery).not.toMatch(/[{}]|undefined|NaN/);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('keeps the first and the last five hundred of a long proof, and the true number', () => {
    const engine = createSessionEngine('default', 's1', DEFAULT_SETTINGS);
    const calls = Array.from({ length: 1_500 }, (_, i) =>
      failed('restricted', { at: i * 5, category: 'permission', retryable: false }),
    );
    engine.add(calls, []);
    const finding = engine.findings(0).find(({ detector }) => detector === 'non-retryable-retry');
    expect(finding?.callCount).toBe(1_500);
    expect(finding?.calls).toEqual([...calls.slice(0, 500), ...calls.slice(-500)].map(({ spanId }) => spanId));
    expect(finding?.wasted.calls).toBe(1_499);
  });
});

describe('work per call', () => {
  /** A session in which the first so many kinds of calls alternate. */
  function busy(count: number, kinds: number, reads: { count: number }): ToolCall[] {
    const counting = {
      get(target: ToolCall, key: string | symbol) {
        reads.count++;
        return Reflect.get(target, key) as unknown;
      },
    };
    return Array.from({ length: count }, (_, i) => {
      const all = [
        call({ at: i * 5 }),
        failed('restricted', { at: i * 5, category: 'permission', retryable: false, args: { path: '/srv/one' } }),
        call({ at: i * 5, tool: 'edit', effect: 'action', args: { i } }),
        failed('timeout', { at: i * 5, tool: 'fetch', category: 'transient', retryable: true }),
        call({ at: i * 5, outcome: 'empty', answer: [], args: { q: 'none' }, takes: i % 3 ? 1 : 9 }),
      ];
      return new Proxy(all[i % kinds] ?? call(), counting);
    });
  }

  /** Reads of fields of calls, per call, while calls arrive in batches of a hundred, the wrong way round. */
  function readsPerCall(count: number, kinds: number): number {
    const reads = { count: 0 };
    const engine = createSessionEngine('default', 's1', DEFAULT_SETTINGS);
    const calls = busy(count, kinds, reads);
    for (let i = 0; i < count; i += 100) {
      engine.add(calls.slice(i, i + 100).reverse(), []);
      engine.findings(0);
    }
    return reads.count / count;
  }

  test.each([
    ['all kinds of calls', 5, 100_000],
    ['one loop that never ends', 1, 10_000],
    ['a loop and a failure that is never accepted', 2, 10_000],
  ])('is the same for the last call as for the first hundreds: %s', (_, kinds, count) => {
    const [small, large] = [readsPerCall(200, kinds), readsPerCall(count, kinds)];
    expect(large / small).toBeLessThan(1.1);
  });
});

describe('the registry', () => {
  test('has ids that are file names, told apart, with reasons for every number', () => {
    const ids = DETECTORS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
    const options = DETECTORS.flatMap((detector) => Object.values(detector.options));
    expect(options.filter(({ reason }) => !/^[A-Z].{20,}\.$/.test(reason))).toEqual([]);
    const words = DETECTORS.flatMap(({ why, recovery, seedRule, message }) => [why, recovery, seedRule, message]);
    expect(words.filter((text) => !/^[A-Z{].*\.$/.test(text))).toEqual([]);
  });

  test('experimental detectors never alert', () => {
    expect(DETECTORS.filter(({ experimental, severity }) => experimental && severity !== 'info')).toEqual([]);
  });

  test('a frame alone is no finding', () => {
    expect(findingsOf({ calls: [], frames: [frame()] })).toEqual([]);
  });
});
