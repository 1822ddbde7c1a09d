import { isArray, isObject, type Json, type JsonObject } from '../model/json.js';

/** A longer wait is no advice to an agent but a misread number. */
const LONGEST_MS = 31 * 24 * 3_600_000;
/** A number above this is a moment (seconds since 2001), not a wait. */
const EPOCH_SECONDS = 1_000_000_000;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function unitOf(word: string): number {
  const unit = word.toLowerCase();
  if (/^(?:ms|msecs?|millis|milliseconds?)$/.test(unit)) return 1;
  return UNITS[unit.charAt(0)] ?? 1000;
}

function sane(ms: number): number | undefined {
  if (!Number.isFinite(ms) || ms > LONGEST_MS) return undefined;
  return Math.max(0, Math.round(ms));
}

/** `30`, `1.5s`, `1m30s`, `250 ms`, `PT30S`: milliseconds. A bare number counts in `unit`. */
function duration(text: string, unit: number): number | undefined {
  const bare = /^\d+(?:\.\d+)?$/.exec(text);
  if (bare) return Number(text) * unit;
  const iso = /^PT(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6}(?:\.\d{1,9})?)S)?$/i.exec(text);
  if (iso) return (Number(iso[1] ?? 0) * 3600 + Number(iso[2] ?? 0) * 60 + Number(iso[3] ?? 0)) * 1000;
  if (
    !/^(?:\d{1,9}(?:\.\d{1,9})?\s*(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)[\s,]*)+$/i.test(
      text,
    )
  )
    return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)];
  return parts.reduce((sum, [, number, word]) => sum + Number(number) * unitOf(word ?? 's'), 0);
}

/** An HTTP date or ISO time as a wait from `nowMs`. */
function moment(text: string, nowMs: number): number | undefined {
  if (!/^(?:[A-Z][a-z]{2},? \d|\d{4}-\d\d-\d\d[T ])/.test(text) || text.length > 40) return undefined;
  return Date.parse(text) - nowMs;
}

/** A stated wait in milliseconds. `nowMs` is when the answer arrived: dates and epoch stamps are waits from there. */
export function waitOf(value: Json | undefined, nowMs: number, unit = 1000): number | undefined {
  if (typeof value === 'number') {
    if (value < EPOCH_SECONDS) return sane(value * unit);
    return sane((value > EPOCH_SECONDS * 1000 ? value : value * 1000) - nowMs);
  }
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{10,13}(?:\.\d+)?$/.test(text)) return waitOf(Number(text), nowMs, unit);
  const ms = duration(text, unit) ?? moment(text, nowMs);
  return ms === undefined ? undefined : sane(ms);
}

/** Keys that state a wait, with what a bare number in them counts. Compared without case and punctuation. */
const WAIT_KEYS: Readonly<Record<string, number>> = {
  retryafterms: 1,
  retryaftermillis: 1,
  retryaftermilliseconds: 1,
  retryafter: 1000,
  retryafterseconds: 1000,
  retryaftersecs: 1000,
  retryafters: 1000,
  retryin: 1000,
  retryinseconds: 1000,
  retrydelay: 1000,
  retrydelayms: 1,
  retrydelayseconds: 1000,
  waitseconds: 1000,
  waittimeseconds: 1000,
  cooldownseconds: 1000,
  backoffseconds: 1000,
  ratelimitreset: 1000,
  xratelimitreset: 1000,
  ratelimitresetafter: 1000,
  xratelimitresetafter: 1000,
};

/** The wait that an error object states: its own keys, its `headers`, or a gRPC `RetryInfo` among its `details`. */
export function statedWait(object: JsonObject, nowMs: number): number | undefined {
  for (const key of Object.keys(object)) {
    const unit = WAIT_KEYS[key.toLowerCase().replace(/[^a-z]/g, '')];
    const wait = unit === undefined ? undefined : waitOf(object[key], nowMs, unit);
    if (wait !== undefined) return wait;
  }
  const inside = [object['headers'], ...(isArray(object['details']) ? object['details'].slice(0, 8) : [])];
  for (const one of inside) {
    const wait = isObject(one) && one !== object ? statedWait(one, nowMs) : undefined;
    if (wait !== undefined) return wait;
  }
  return undefined;
}

const SPAN_WORDS = String.raw`(\d{1,9}(?:\.\d{1,9})?\s{0,2}(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![A-Za-z])(?:[\s,]{0,2}(?:and )?\d{1,9}(?:\.\d{1,9})?\s{0,2}(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|hours?)(?![A-Za-z])){0,3})`;
const LEAD = String.raw`\b(?:retry(?:[-_ ]after)?|try again|wait|available(?: again)?|resets?|come back)\b`;
/** Only small words may stand between: "retry timed out after 30 s" states no wait. */
const GAP = String.raw`(?:["']?\s{0,2}[:=]?\s{0,2}["']?|\s(?:(?:again|only|in|after|for|at least|about|approximately|another) ){1,3})`;
const BY_SPAN = new RegExp(`${LEAD}${GAP}${SPAN_WORDS}`, 'i');
const BY_BARE =
  /\bretry[-_ ]?after(?:[-_ ](?:seconds|secs))?["']?\s{0,2}[:=]?\s{0,2}["']?(\d{1,6}(?:\.\d{1,6})?)(?![\d.]*\s*(?:ms|milli|min|h|d))/i;
const BY_MOMENT =
  /\b(?:retry[-_ ]?after|try again (?:at|after)|resets? (?:at|on))\s{0,2}:?\s{0,2}(\d{4}-\d\d-\d\d[T ][\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)?|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT)/i;

/** The wait that a message states in words. The caller bounds the text. */
export function waitInText(text: string, nowMs: number): number | undefined {
  const span = BY_SPAN.exec(text)?.[1]?.replace(/\band\b/g, '');
  if (span !== undefined) return waitOf(span, nowMs);
  const at = BY_MOMENT.exec(text)?.[1];
  if (at !== undefined) return waitOf(/[Z+]|GMT|-\d\d:?\d\d$/.test(at) ? at : `${at}Z`, nowMs);
  const bare = BY_BARE.exec(text)?.[1];
  return bare === undefined ? undefined : waitOf(bare, nowMs);
}
