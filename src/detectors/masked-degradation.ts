import { type Buckets, createBuckets, type Gauge, type Stretch } from './buckets.js';
import { defineDetector, type Report, type Sighting } from './detector.js';
import { createSample, ends, type Sample } from './sample.js';
import { toolName } from './tool-name.js';

export const maskedDegradation = defineDetector({
  id: 'masked-degradation',
  title: 'Degradation hidden by retries',
  scope: 'tool',
  severity: 'warning',
  why: 'Almost everything succeeds in the end, so nobody looks; but many first calls fail, and agents pay for it in time.',
  recovery:
    'Look at first attempts of this tool instead of final results, and repair the source while retries still help.',
  seedRule: 'Recover locally from transient errors, and still report them.',
  needs: ['arguments', 'outcome', 'end'],
  options: {
    series: { default: 50, reason: 'With fewer the shares swing by chance.' },
    firstShare: { default: 0.8, reason: 'One first call in five failing is what users feel as slow.' },
    finalShare: { default: 0.95, reason: 'Below that the failures show by themselves.' },
  },
  message:
    '{tool}: {first} % of first calls succeeded but {final} % of {series} series did in the end, in the worst quarter of an hour.',

  watch({ options }) {
    const tools = new Map<string, Buckets<Minute>>();
    const courses = new Map<string, Course>();
    const gauge: Gauge<Minute> = {
      ...{ widthMs: 60_000, perWindow: WINDOW_MINUTES, fresh: quietMinute },
      counts: ({ series }) => series > 0,
      measure: (window) => hiddenFailures(totalOf(window), options),
    };
    const minuteOf = (tool: string, atMs: number) => {
      const buckets = tools.get(tool) ?? createBuckets(gauge);
      tools.set(tool, buckets);
      return buckets.at(atMs);
    };
    const told = (sighting: Sighting, by: 1 | -1) => {
      const id = seriesOf(sighting);
      if (id === undefined) return;
      const course = courses.get(id) ?? { tool: toolName(sighting.call), first: undefined, good: 0, calls: 0 };
      const moved = move(course, sighting, by);
      if (course.first) count(minuteOf(course.tool, course.first.startedMs), course, -1);
      if (moved.first) count(minuteOf(moved.tool, moved.first.startedMs), moved, 1);
      if (moved.calls > 0) courses.set(id, moved);
      else courses.delete(id);
    };
    return {
      see: (sighting) => told(sighting, 1),
      unsee: (sighting) => told(sighting, -1),
      forget(beforeMs) {
        for (const buckets of tools.values()) buckets.forget(beforeMs);
        for (const [id, { first }] of courses) if (first && first.startedMs < beforeMs) courses.delete(id);
      },
      *reports(nowMs) {
        for (const [tool, buckets] of tools) {
          const hidden = buckets.latest();
          if (hidden) yield reportOf(tool, hidden, nowMs);
        }
      },
    };
  },
});

const WINDOW_MINUTES = 15;
/** First calls that failed whose ids are kept per minute. */
const IDS_PER_MINUTE = 70;

/** One series: its first call, and how many of its calls worked. */
interface Course {
  readonly tool: string;
  readonly first: { readonly spanId: string; readonly startedMs: number; readonly good: boolean } | undefined;
  readonly good: number;
  readonly calls: number;
}

interface Minute {
  series: number;
  firstGood: number;
  finalGood: number;
  readonly ids: Sample;
}

const quietMinute = (): Minute => ({ series: 0, firstGood: 0, finalGood: 0, ids: createSample(IDS_PER_MINUTE) });

function seriesOf({ call, series }: Sighting): string | undefined {
  return series === undefined || call.outcome === 'unknown' ? undefined : JSON.stringify([call.session, series]);
}

/** What runs beside the first call does not make up for it; only a resend does. */
function move(course: Course, { call, opens, last }: Sighting, by: 1 | -1): Course {
  const good = (opens || last !== undefined) && (call.outcome === 'ok' || call.outcome === 'empty');
  const { spanId, startedMs } = call;
  const first = opens ? (by > 0 ? { spanId, startedMs, good } : undefined) : course.first;
  return { ...course, first, good: course.good + (good ? by : 0), calls: course.calls + by };
}

function count(minute: Minute, { first, good }: Course, by: 1 | -1): void {
  if (!first) return;
  minute.series += by;
  minute.firstGood += first.good ? by : 0;
  minute.finalGood += good > 0 ? by : 0;
  if (by > 0 && !first.good && good > 0) minute.ids.add(first.spanId, first.startedMs);
  else minute.ids.delete(first.spanId);
}

type Total = Pick<Minute, 'series' | 'firstGood' | 'finalGood'>;

function totalOf(window: readonly Minute[]): Total {
  const sum = (of: (minute: Minute) => number) => window.reduce((total, minute) => total + of(minute), 0);
  return { series: sum((m) => m.series), firstGood: sum((m) => m.firstGood), finalGood: sum((m) => m.finalGood) };
}

function hiddenFailures(
  { series, firstGood, finalGood }: Total,
  least: { series: number; firstShare: number; finalShare: number },
): number {
  if (series < least.series || firstGood >= least.firstShare * series) return 0;
  return finalGood >= least.finalShare * series ? finalGood - firstGood : 0;
}

function reportOf(tool: string, { openedMs, closedMs, buckets, peak }: Stretch<Minute>, nowMs: number): Report {
  const { series, firstGood, finalGood } = totalOf(peak);
  const ids = buckets.flatMap((minute) => minute.ids.ids());
  const percent = (part: number) => Math.round((100 * part) / series);
  return {
    statement: {
      ...{ tool, about: tool, source: 'inferred' },
      data: { tool, series, first: percent(firstGood), final: percent(finalGood) },
    },
    proof: {
      calls: ends(ids.map(([spanId]) => spanId)),
      callCount: buckets.reduce((sum, minute) => sum + minute.finalGood - minute.firstGood, 0),
      wastedCalls: [],
      firstMs: ids[0]?.[1] ?? openedMs,
      lastMs: ids.at(-1)?.[1] ?? openedMs,
      wasted: { calls: 0, seconds: 0, tokens: undefined },
    },
    state: nowMs < closedMs ? 'open' : 'resolved',
  };
}
