import type { Field, Frame } from './field.js';
import type { Fill, Range } from './macros.js';

/** More points than this and the gaps stay, as Grafana's row limit has it. */
const MOST_POINTS = 1_000_000;

/** Adds a row for each empty bucket of the range; the grid starts at the range's start rounded down to the bucket. */
export function fillGaps(frame: Frame, fill: Fill, range: Range): Frame {
  const step = fill.intervalMs;
  const timeAt = frame.fields.findIndex(({ type }) => type === 'time');
  const time = frame.fields[timeAt];
  const points = gridOf(range, step);
  if (!time || points === undefined) return frame;
  const times = time.values as readonly number[];
  const rowOf = new Map(times.map((at, row) => [at, row]));
  const all = [...new Set([...times, ...points])].sort((a, b) => a - b);
  return {
    fields: frame.fields.map((field, index) =>
      index === timeAt ? { ...field, values: all } : { ...field, values: filled(field, all, rowOf, fill) },
    ),
  };
}

/** The bucket starts of a range; undefined where they are too many or the width is nothing. */
function gridOf({ fromMs, toMs }: Range, stepMs: number): readonly number[] | undefined {
  const step = Math.floor(stepMs / 1000) * 1000;
  if (step <= 0 || (toMs - fromMs) / step > MOST_POINTS) return undefined;
  const start = Math.floor(fromMs / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((toMs - start) / step) + 1) }, (_, i) => start + i * step);
}

function filled(field: Field, times: readonly number[], rowOf: ReadonlyMap<number, number>, fill: Fill): unknown[] {
  let last: unknown = null;
  return times.map((at) => {
    const row = rowOf.get(at);
    const value = row === undefined ? gap(fill, last) : (field.values[row] ?? null);
    last = value;
    return value;
  });
}

function gap(fill: Fill, last: unknown): unknown {
  if (fill.mode === 'previous') return last;
  return fill.mode === 'value' ? (fill.value ?? null) : null;
}
