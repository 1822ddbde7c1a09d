import { type Buckets, createBuckets, type Gauge, type Stretch } from './buckets.js';
import { defineDetector, type Report, type Sighting } from './detector.js';
import { createSample, ends, type Sample } from './sample.js';
import { toolName } from './tool-name.js';

export const retryStorm = defineDetector({
  id: 'retry-storm',
  title: 'Retry storm',
  scope: 'tool',
  severity: 'critical',
  why: 'Many agents resend to a source that is failing; the resends are what keeps it down.',
  recovery: 'Open the circuit for this tool, honour retry-after, and let the guard pace the agents until it recovers.',
  seedRule: 'Retry with exponential backoff and jitter, and give up after two waits.',
  needs: ['arguments', 'outcome', 'end'],
  options: {
    resends: { default: 20, reason: 'One in three seconds over a minute: far above what single agents produce.' },
    sessions: { default: 5, reason: 'Fewer than five are stubborn agents, which have findings of their own.' },
    share: { default: 0.5, reason: 'Below half, the source still does more work than it refuses.' },
  },
  message:
    '{tool}: {resends} resends after errors from {sessions} sessions in its worst minute, {share} % of all its calls then.',

  watch({ options }) {
    const tools = new Map<string, Buckets<Second>>();
    const gauge: Gauge<Second> = {
      ...{ widthMs: 1_000, perWindow: WINDOW_SECONDS, fresh: quietSecond },
      counts: ({ resends }) => resends > 0,
      measure: (window) => strength(totalOf(window), options),
    };
    const secondOf = ({ call }: Sighting) => {
      const name = toolName(call);
      const buckets = tools.get(name) ?? createBuckets(gauge);
      tools.set(name, buckets);
      return buckets.at(call.startedMs);
    };
    return {
      see: (sighting) => count(secondOf(sighting), sighting, 1),
      unsee: (sighting) => count(secondOf(sighting), sighting, -1),
      forget: (beforeMs) => tools.forEach((buckets) => void buckets.forget(beforeMs)),
      *reports(nowMs) {
        for (const [tool, buckets] of tools) {
          const storm = buckets.latest();
          if (storm) yield reportOf(tool, storm, nowMs);
        }
      },
    };
  },
});

const WINDOW_SECONDS = 60;
/** Resends of one second whose ids are kept. */
const IDS_PER_SECOND = 20;

interface Second {
  calls: number;
  resends: number;
  busyMs: number;
  readonly sessions: Map<string, number>;
  readonly ids: Sample;
}

const quietSecond = (): Second => ({
  ...{ calls: 0, resends: 0, busyMs: 0 },
  ...{ sessions: new Map(), ids: createSample(IDS_PER_SECOND) },
});

function count(second: Second, { call, last }: Sighting, by: 1 | -1): void {
  // Every agent has a shell of its own; there is no source behind them that could fall over.
  if (call.traits.includes('shell')) return;
  second.calls += by;
  if (last?.fact.outcome !== 'error') return;
  second.resends += by;
  second.busyMs += by * ((call.endedMs ?? call.startedMs) - call.startedMs);
  second.sessions.set(call.session, (second.sessions.get(call.session) ?? 0) + by);
  if (by < 0) second.ids.delete(call.spanId);
  else second.ids.add(call.spanId, call.startedMs);
}

interface Total {
  readonly calls: number;
  readonly resends: number;
  readonly sessions: () => number;
}

function totalOf(window: readonly Second[]): Total {
  let calls = 0;
  let resends = 0;
  for (const second of window) {
    calls += second.calls;
    resends += second.resends;
  }
  return { calls, resends, sessions: () => sessionsOf(window) };
}

function sessionsOf(window: readonly Second[]): number {
  const seen = window.flatMap(({ sessions }) => [...sessions].filter(([, resends]) => resends > 0));
  return new Set(seen.map(([session]) => session)).size;
}

function strength({ calls, resends, sessions }: Total, least: { resends: number; sessions: number; share: number }) {
  if (resends < least.resends || resends < least.share * calls) return 0;
  return sessions() >= least.sessions ? resends : 0;
}

function reportOf(tool: string, { openedMs, closedMs, buckets, peak }: Stretch<Second>, nowMs: number): Report {
  const { calls, resends, sessions } = totalOf(peak);
  const ids = buckets.flatMap((second) => second.ids.ids());
  const spans = ends(ids.map(([spanId]) => spanId));
  const number = buckets.reduce((sum, second) => sum + second.resends, 0);
  const busyMs = buckets.reduce((sum, second) => sum + second.busyMs, 0);
  const share = Math.round((100 * resends) / Math.max(1, calls));
  return {
    statement: { tool, about: tool, source: 'declared', data: { tool, resends, sessions: sessions(), share } },
    proof: {
      ...{ calls: spans, callCount: number, wastedCalls: spans },
      firstMs: ids[0]?.[1] ?? openedMs,
      lastMs: ids.at(-1)?.[1] ?? openedMs,
      wasted: { calls: number, seconds: Math.round(busyMs) / 1000, tokens: undefined },
    },
    state: nowMs < closedMs ? 'open' : 'resolved',
  };
}
