/** Counts by slices of time, for windows that slide over them. */
export interface Buckets<B> {
  /** The bucket of a time, made where there is none yet. */
  at(ms: number): B;
  forget(beforeMs: number): void;
  /** The latest stretch of time in which windows measured above zero; undefined where none did. */
  latest(): Stretch<B> | undefined;
}

/** What is counted in a bucket, and what windows of them are measured by. */
export interface Gauge<B> {
  readonly widthMs: number;
  readonly perWindow: number;
  readonly fresh: () => B;
  /** Whether a window that ends with this bucket is worth measuring. */
  readonly counts: (last: B) => boolean;
  readonly measure: (window: readonly B[]) => number;
}

/** From when until when windows measured above zero, and what was in them. */
export interface Stretch<B> {
  readonly openedMs: number;
  /** When the last such window had passed. */
  readonly closedMs: number;
  readonly buckets: readonly B[];
  /** The window that measured most. */
  readonly peak: readonly B[];
}

interface Run<B> {
  readonly first: number;
  readonly last: number;
  readonly most: number;
  readonly peak: readonly B[];
}

/** No buckets yet. */
export function createBuckets<B>({ widthMs, perWindow, fresh, counts, measure }: Gauge<B>): Buckets<B> {
  const buckets = new Map<number, B>();
  let found: { readonly stretch: Stretch<B> | undefined } | undefined;
  return {
    at(ms) {
      found = undefined;
      const slot = Math.floor(ms / widthMs);
      const bucket = buckets.get(slot) ?? fresh();
      buckets.set(slot, bucket);
      return bucket;
    },
    forget(beforeMs) {
      for (const slot of buckets.keys()) {
        if ((slot + 1) * widthMs > beforeMs || !buckets.delete(slot)) continue;
        found = undefined;
      }
    },
    latest() {
      found ??= { stretch: stretchOf(latestRun(buckets, perWindow, counts, measure), buckets, { widthMs, perWindow }) };
      return found.stretch;
    },
  };
}

/** Backwards, because only the latest run matters: its last window, then as far as windows follow without a gap. */
function latestRun<B>(
  buckets: ReadonlyMap<number, B>,
  perWindow: number,
  counts: Gauge<B>['counts'],
  measure: Gauge<B>['measure'],
): Run<B> | undefined {
  let run: Run<B> | undefined;
  for (const slot of [...buckets.keys()].sort((a, b) => b - a)) {
    if (run && run.first - slot > perWindow) break;
    const last = buckets.get(slot);
    if (last === undefined || !counts(last)) continue;
    const window = within(buckets, slot - perWindow + 1, slot);
    const measured = measure(window);
    if (measured <= 0) continue;
    const best = run && run.most >= measured ? run : { most: measured, peak: window };
    run = { first: slot, last: run?.last ?? slot, most: best.most, peak: best.peak };
  }
  return run;
}

function within<B>(buckets: ReadonlyMap<number, B>, from: number, to: number): B[] {
  const window: B[] = [];
  for (let slot = from; slot <= to; slot++) {
    const bucket = buckets.get(slot);
    if (bucket !== undefined) window.push(bucket);
  }
  return window;
}

function stretchOf<B>(
  run: Run<B> | undefined,
  buckets: ReadonlyMap<number, B>,
  { widthMs, perWindow }: Pick<Gauge<B>, 'widthMs' | 'perWindow'>,
): Stretch<B> | undefined {
  if (!run) return undefined;
  const { first, last, peak } = run;
  const openedMs = first * widthMs;
  const closedMs = (last + perWindow) * widthMs;
  return { openedMs, closedMs, buckets: within(buckets, first - perWindow + 1, last), peak };
}
