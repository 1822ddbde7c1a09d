const ZONE = String.raw`(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?`;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const END = '(?![A-Za-z0-9_])';

/** Dates and times, durations, ids: what differs between two equal answers. Plain numbers stay, they are what was asked for. */
const MOVING: readonly string[] = [
  String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?${ZONE})?`,
  String.raw`\d{1,2}[/.]\d{1,2}[/.]\d{4}`,
  String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?[AaPp][Mm])?\b${ZONE}`,
  String.raw`\d{1,2} ${MONTH} \d{4}`,
  String.raw`(?=[JFMASOND])${MONTH} \d{1,2},? \d{4}`,
  String.raw`1\d{9}(?:\d{3}){0,3}(?:\.\d{1,9})?${END}`,
  String.raw`\d{1,12}(?:\.\d{1,12})?\s?(?:ms|µs|us|ns|msecs?|s|secs?|seconds?|mins?|minutes?|hrs?|hours?)${END}`,
  '(?=[a-fA-F]{0,8}-?\\d)[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
  String.raw`(?=[a-f]{0,64}\d)(?=\d{0,64}[a-f])[0-9a-f]{12,128}${END}`,
  String.raw`[a-z]{2,12}[_-](?=[A-Za-z]{0,64}\d)(?=\d{0,64}[A-Za-z])[A-Za-z0-9]{12,64}${END}`,
];
/** Tried where a word begins, and every gap is bounded, so that long texts stay linear. */
const PATTERN = new RegExp(String.raw`\b(?:${MOVING.join('|')})`, 'g');

/** An answer's text without ids, dates and durations: what is left is equal exactly where the answer is the same. */
export function withoutMoving(text: string): string {
  return /\d/.test(text) ? text.replace(PATTERN, '#') : text;
}
