const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds per unit of Go's duration text, longest spelling first so that `ms` is not read as `m`. */
const GO_UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
  h: HOUR,
  m: MINUTE,
  s: SECOND,
};
const GO_PART = /(\d+\.?\d*|\.\d+)(ms|us|µs|ns|h|m|s)/gy;

/** Reads a bucket width as Grafana does: a Go duration, or a whole number of d, w, M, y counted from `atMs`; `undefined` where it is neither. */
export function parseInterval(text: string, atMs: number): number | undefined {
  const calendar = /^(\d+)([dwMy])$/.exec(text);
  return calendar ? calendarSpan(Number(calendar[1]), calendar[2] ?? 'd', atMs) : goDuration(text);
}

function calendarSpan(count: number, unit: string, atMs: number): number {
  if (unit === 'd') return count * DAY;
  if (unit === 'w') return count * 7 * DAY;
  const end = new Date(atMs);
  end.setUTCMonth(end.getUTCMonth() + (unit === 'M' ? count : 12 * count));
  return end.getTime() - atMs;
}

function goDuration(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const body = text.replace(/^[+-]/, '');
  if (body === '0') return 0;
  let total = 0;
  let end = 0;
  for (const part of body.matchAll(GO_PART)) {
    total += Number(part[1]) * (GO_UNITS[part[2] ?? ''] ?? 0);
    end = part.index + part[0].length;
  }
  return end > 0 && end === body.length ? sign * total : undefined;
}

const WHOLE_UNITS: readonly (readonly [number, string])[] = [
  [365 * DAY, 'y'],
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
  [SECOND, 's'],
  [1, 'ms'],
];

/** Writes an interval in its largest whole unit, the rest cut off: 90 s is `1m`. */
export function formatInterval(ms: number): string {
  const unit = WHOLE_UNITS.find(([size]) => ms >= size);
  return unit ? `${Math.floor(ms / unit[0])}${unit[1]}` : '1ms';
}

/** Widths that Grafana rounds to, each with the upper bound (exclusive, in ms) of the raw width that takes it. */
const STEPS: readonly (readonly [number, number])[] = [
  [15, 10],
  [35, 20],
  [75, 50],
  [150, 100],
  [350, 200],
  [750, 500],
  [1_500, SECOND],
  [3_500, 2 * SECOND],
  [7_500, 5 * SECOND],
  [12_500, 10 * SECOND],
  [17_500, 15 * SECOND],
  [25_000, 20 * SECOND],
  [45_000, 30 * SECOND],
  [90_000, MINUTE],
  [210_000, 2 * MINUTE],
  [450_000, 5 * MINUTE],
  [750_000, 10 * MINUTE],
  [1_050_000, 15 * MINUTE],
  [1_500_000, 20 * MINUTE],
  [2_700_000, 30 * MINUTE],
  [5_400_000, HOUR],
  [9_000_000, 2 * HOUR],
  [16_200_000, 3 * HOUR],
  [32_400_000, 6 * HOUR],
  [86_400_000, 12 * HOUR],
  [604_800_000, DAY],
  [1_814_400_000, 7 * DAY],
  [3_628_800_000, 30 * DAY],
];

/** The bucket width for a range drawn with at most `points` points, never below `minMs`. */
export function intervalFor(fromMs: number, toMs: number, points: number, minMs: number): number {
  const raw = (toMs - fromMs) / Math.max(1, points);
  const rounded = STEPS.find(([below]) => raw < below)?.[1] ?? 365 * DAY;
  return Math.max(rounded, minMs);
}
