import type { Json } from '../../model/json.js';
import { parseJson } from '../../model/json.js';

/** Below this many digits every integer survives JSON.parse. */
const LONG_NUMBER = /\d{16}/;
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d{16,}(?![\d.eE])/g;
/** JSON text starts like this; anything else is a sentence, and parsing it would only cost time. */
const LOOKS_JSON = /^\s*(?:[[{"]|-?\d|true\b|false\b|null\b)/;

/**
 * Parses JSON text without merging different long integers: two record ids of nineteen digits must not become equal by
 * rounding, so integers beyond the safe range stay text.
 */
export function parseExactly(text: string): Json | undefined {
  if (!LOOKS_JSON.test(text)) return undefined;
  return parseJson(LONG_NUMBER.test(text) ? quoteLongIntegers(text) : text);
}

function quoteLongIntegers(text: string): string {
  return text.replace(STRING_OR_LONG_INTEGER, (found) =>
    found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
  );
}

/** Decodes JSON text, and text within text, until it is a value or a plain sentence. */
export function decoded(value: Json): Json {
  if (typeof value !== 'string') return value;
  const parsed = parseExactly(value);
  if (parsed === undefined) return value;
  if (typeof parsed !== 'string') return parsed;
  const inner = /^\s*[[{]/.test(parsed) ? parseExactly(parsed) : undefined;
  return inner ?? parsed;
}
