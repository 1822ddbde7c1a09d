import { createHash } from 'node:crypto';

/**
 * Longest name or id in UTF-16 units. OTLP recommends at most 256 characters for event names; at three bytes a unit, three such
 * names still fit into one b-tree entry of Postgres (2,704 bytes), so no name can make an insert fail.
 */
export const MAX_NAME = 256;

/** Digits of the hash that keeps two long names apart once they are cut. */
const MARK_DIGITS = 16;

/** Keys of attributes that name or identify something; what carries content (arguments, results, messages) is never cut. */
const IDENTITY = /(?:name|id|tool|agent|user|session|server|model|method|kind|type|code)$/i;
const CONTENT = /argument|param|input|output|result|content|message|prompt/i;

/** Cuts an absurdly long name; the mark `…` and a hash of the whole keep different names different. */
export function boundedName(name: string): string {
  if (name.length <= MAX_NAME) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, MARK_DIGITS);
  return `${wellFormed(name.slice(0, MAX_NAME - MARK_DIGITS - 1))}…${digest}`;
}

/** Whether the value of this attribute is a name or id and therefore bounded. */
export function isIdentity(key: string): boolean {
  return IDENTITY.test(key) && !CONTENT.test(key);
}

/** Removes NUL, which Postgres text cannot hold. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** Present since Node 20; the compiler's library for ES2023 does not list it. */
interface WellFormed {
  toWellFormed(): string;
}

/** Replaces halves of surrogate pairs by U+FFFD: JSON text can spell them, Postgres refuses them. */
export function wellFormed(text: string): string {
  return (text as unknown as WellFormed).toWellFormed();
}

/** Text from JSON, where escapes can spell what Postgres refuses. */
export function cleaned(text: string): string {
  return wellFormed(withoutNul(text));
}
