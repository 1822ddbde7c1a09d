/** Longest signature kept: enough for one sentence, short enough to be a label. */
const MAX = 200;

/** The message with ids, numbers, dates, paths, urls and quoted values replaced: failures of one kind share it. */
export function signatureOf(text: string): string {
  return text
    .slice(0, MAX * 4)
    .replace(/https?:\/\/[^\s'"<>]+/g, '<url>')
    .replace(/"[^"]*"|'[^']*'/g, '<value>')
    .replace(/\b[0-9a-f]{8,}\b/gi, '<id>')
    .replace(/\d+/g, '<n>')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX);
}
