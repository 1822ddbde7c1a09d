import { isArray, isObject, type Json, type JsonObject } from '../model/json.js';
import { keyFacts } from './keys.js';

/** Canonical text of a value, and what was met on the way. */
export interface Canonical {
  readonly text: string;
  /** Nested beyond reading: equality proves nothing. */
  readonly deep: boolean;
  /** A volatile key was left out: the text is not all that was there. */
  readonly leftOut: boolean;
  /** A key names a secret. */
  readonly secretKey: boolean;
  /** A key says when or how fast an answer was given. */
  readonly answerVolatile: boolean;
}

/** Deeper values come from attacks, not from tools; a stack is not unbounded. */
const MAX_DEPTH = 200;

/** Canonical JSON: sorted keys, numbers as JavaScript prints them (`1.0` is `1`, `-0` is `0`), volatile keys left out. */
export function canonical(value: Json, volatile: ReadonlySet<string>): Canonical {
  const writer = new Writer(volatile);
  const text = writer.value(value, 0);
  const { deep, leftOut, secretKey, answerVolatile } = writer;
  return { text, deep, leftOut, secretKey, answerVolatile };
}

class Writer {
  deep = false;
  leftOut = false;
  secretKey = false;
  answerVolatile = false;
  constructor(private readonly volatile: ReadonlySet<string>) {}

  value(value: Json, depth: number): string {
    if (typeof value === 'string') return quoted(value);
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    if (depth >= MAX_DEPTH) {
      this.deep = true;
      return '"…"';
    }
    if (isArray(value)) return this.list(value, depth);
    return isObject(value) ? this.object(value, depth) : 'null';
  }

  private list(list: readonly Json[], depth: number): string {
    let out = '[';
    for (let i = 0; i < list.length; i++) {
      if (i > 0) out += ',';
      out += this.value(list[i] ?? null, depth + 1);
    }
    return `${out}]`;
  }

  private object(object: JsonObject, depth: number): string {
    let out = '{';
    for (const key of sorted(Object.keys(object))) {
      const facts = keyFacts(key);
      if (facts.secret) this.secretKey = true;
      if (facts.answerVolatile) this.answerVolatile = true;
      if (this.volatile.has(facts.folded)) {
        this.leftOut = true;
        continue;
      }
      if (out.length > 1) out += ',';
      out += facts.quoted;
      out += this.value(object[key] ?? null, depth + 1);
    }
    return `${out}}`;
  }
}

/** Sorting by insertion is faster for the few keys that objects have, which are often in order already. */
const FEW = 24;

function sorted(keys: string[]): readonly string[] {
  if (keys.length > FEW) return keys.sort();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] ?? '';
    let at = i;
    for (; at > 0 && (keys[at - 1] ?? '') > key; at--) keys[at] = keys[at - 1] ?? '';
    keys[at] = key;
  }
  return keys;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that JSON escapes.
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;
/** Longer strings are written faster by the engine. */
const SHORT = 200;

function quoted(text: string): string {
  return text.length < SHORT && !ESCAPED.test(text) ? `"${text}"` : JSON.stringify(text);
}
