/** What follows is tried where a word with a digit may begin, and gaps are bounded, so that long texts stay linear. */
const START = '(?<![A-Za-z0-9_])';
const ZONE = String.raw`(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?`;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';

/** Dates and times, durations, ids: what differs between two equal answers. Plain numbers stay, they are what was asked for. */
const MOVING: readonly string[] = [
  String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?${ZONE})?`,
  String.raw`\d{1,2}[/.]\d{1,2}[/.]\d{4}`,
  String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?[AaPp][Mm])?\b${ZONE}`,
  String.raw`\d{1,2} ${MONTH} \d{4}`,
  '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
  String.raw`(?=[0-9a-f]{0,64}[a-f])(?=[0-9a-f]{0,64}\d)[0-9a-f]{12,128}(?![A-Za-z0-9_])`,
  String.raw`[a-z]{2,12}[_-](?=[A-Za-z0-9]{0,64}\d)(?=[A-Za-z0-9]{0,64}[A-Za-z])[A-Za-z0-9]{12,64}(?![A-Za-z0-9_])`,
  String.raw`1\d{9}(?:\d{3}){0,3}(?:\.\d{1,9})?(?![A-Za-z0-9_])`,
  String.raw`\d{1,12}(?:\.\d{1,12})?\s?(?:ms|µs|us|ns|msecs?|s|secs?|seconds?|mins?|minutes?|hrs?|hours?)(?![A-Za-z0-9_])`,
];
const PATTERN = new RegExp(
  String.raw`${START}(?:(?=[A-Za-z_-]{0,12}\d)(?:${MOVING.join('|')})|${MONTH} \d{1,2},? \d{4})`,
  'g',
);

/** An answer's text without ids, dates and durations: what is left is equal exactly where the answer is the same. */
export function withoutMoving(text: string): string {
  return /\d/.test(text) ? text.replace(PATTERN, '#') : text;
}
