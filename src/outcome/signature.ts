/** Longest signature kept: enough for one sentence, short enough to be a label. */
const MAX = 200;
/** Replacing shortens; this much is read to fill it. */
const MAX_READ = 800;

/**
 * What differs between two failures of one kind, most specific first. Statuses behind `HTTP`, `status`, `error` or `code` name the
 * kind and stay. All in one pass, and no replacement contains what a pattern looks for, so that a signature is its own signature.
 */
const PARTS: readonly (readonly [replacement: string | undefined, pattern: string])[] = [
  [
    undefined,
    String.raw`(?<![A-Za-z])(?:HTTP|status(?: code)?|error(?: code)?|code)[ :=]{1,2}(?:-32\d{3}|[1-5]\d\d)(?![\w.-])`,
  ],
  [undefined, '<(?:url|email|time|id|path|value|n)>'],
  ['<id>', String.raw`\[(?:private-key|jwt|secret|email|card|text):[0-9a-f]{8}\]`],
  [
    '<url>',
    String.raw`\b(?:https?|wss?|ftp|file|s3|gs|git|ssh|postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?):\/\/[^\s'"<>)\]}]{1,400}`,
  ],
  ['<email>', String.raw`(?<![\w.+-])[\w+-][\w.+-]{0,63}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}`],
  [
    '<value>',
    String.raw`"(?:[^"\\\n]|\\.){0,300}"|(?<![A-Za-z0-9])'(?:[^'\\\n]|\\.){0,300}'(?![A-Za-z])|${'`'}[^${'`'}\n]{0,300}${'`'}|‘[^’\n]{0,300}’|“[^”\n]{0,300}”`,
  ],
  [
    '<time>',
    String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?`,
  ],
  [
    '<path>',
    String.raw`(?<![\w/.~<])(?:~|\.{1,2}|[A-Za-z]:)?(?:[\\/][\w.@%+~*-]{1,120}){1,30}[\\/]?|(?<![\w/.~<])[\w.@-]{1,60}(?:\/[\w.@%+~*-]{1,120}){2,30}`,
  ],
  [
    '<id>',
    String.raw`#?\b(?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9]{1,64}(?:[_-][A-Za-z0-9]{1,64}){1,12}\b|\b(?=[A-Za-z]{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z0-9]{2,128}\b`,
  ],
  ['<n>', String.raw`[-+]?\d[\d.,]{0,40}%?`],
  [' ', String.raw`\s+`],
];

const PATTERN = new RegExp(PARTS.map(([, pattern]) => `(${pattern})`).join('|'), 'gi');

/** The message with ids, numbers, dates, paths, urls and quoted values replaced: failures of one kind share it. */
export function signatureOf(text: string): string {
  const near = text.slice(0, MAX_READ);
  const known = made.get(near);
  if (known !== undefined) return known;
  const signature = settle(cut(replaced(near)));
  if (made.size >= MAX_MADE) made.clear();
  made.set(near, signature);
  return signature;
}

/** Messages come back, in loops most of all. Bounded to about a megabyte. */
const made = new Map<string, string>();
const MAX_MADE = 1000;

/** A cut can leave half a token that reads differently: replacing again until nothing changes makes the result stable. */
function settle(text: string): string {
  let now = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = cut(replaced(now));
    if (next === now) break;
    now = next;
  }
  return now;
}
/** One round is the rule; more are for hostile texts. */
const MAX_ROUNDS = 8;

function cut(text: string): string {
  return text.trim().slice(0, MAX).trim();
}

function replaced(text: string): string {
  return text.replace(PATTERN, (found: string, ...groups: readonly (string | number | undefined)[]) => {
    for (let i = 0; i < PARTS.length; i++) if (groups[i] !== undefined) return PARTS[i]?.[0] ?? found;
    return found;
  });
}
