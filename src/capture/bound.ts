import { isArray, type Json } from '../model/json.js';

/** Stands where something was left out. */
const CUT = '…';

/** Cuts a text to a number of characters, never inside a character, and marks the cut. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = Math.max(0, max - CUT.length);
  const code = text.charCodeAt(end - 1);
  const whole = code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
  return text.slice(0, whole) + CUT;
}

/** How far a value is cut down. */
interface Limits {
  readonly chars: number;
  readonly items: number;
  readonly depth: number;
}

/** Tried one after the other: first long strings go, then long lists, then depth. Strings get a share of the whole room. */
const STEPS: readonly (readonly [share: number, items: number, depth: number])[] = [
  [2, 1000, 50],
  [4, 64, 20],
  [16, 16, 10],
  [64, 8, 6],
  [256, 4, 3],
];
/** Shorter pieces tell nothing. */
const MIN_CHARS = 16;
/** A secret that begins before the cut must be seen whole: this much more is read than is kept. */
const MARGIN = 4096;

/**
 * JSON text of a value within `maxBytes`: long strings, lists and objects are cut and marked, and it stays valid JSON. A value
 * that no cutting fits becomes a JSON string of its beginning. `clean` sees every part before its last cut.
 */
export function boundedJson(value: Json, maxBytes: number, clean: (value: Json) => Json): string {
  let text = '';
  for (const [share, items, depth] of STEPS) {
    const chars = Math.max(MIN_CHARS, Math.floor(maxBytes / share));
    const rough = shrink(value, { chars: chars + MARGIN, items, depth });
    text = JSON.stringify(shrink(clean(rough), { chars, items: items + 1, depth }));
    if (Buffer.byteLength(text) <= maxBytes) return text;
  }
  return beginning(text, maxBytes);
}

/** Escaping and UTF-8 can make six bytes of a character: cut by halves until it fits. */
function beginning(text: string, maxBytes: number): string {
  for (let chars = maxBytes; chars > 1; chars = Math.floor(chars / 2)) {
    const cut = JSON.stringify(cutText(text, chars));
    if (Buffer.byteLength(cut) <= maxBytes) return cut;
  }
  return JSON.stringify(CUT);
}

function shrink(value: Json, limits: Limits): Json {
  if (typeof value === 'string') return cutText(value, limits.chars);
  if (typeof value !== 'object' || value === null) return value;
  if (limits.depth <= 0) return CUT;
  const inner = { ...limits, depth: limits.depth - 1 };
  if (isArray(value)) {
    const kept = value.slice(0, limits.items).map((one) => shrink(one, inner));
    return value.length > limits.items ? [...kept, CUT] : kept;
  }
  return shrinkObject(value as Record<string, Json>, limits, inner);
}

function shrinkObject(object: Record<string, Json>, limits: Limits, inner: Limits): Json {
  const keys = Object.keys(object);
  const out = Object.create(null) as Record<string, Json>;
  for (const key of keys.slice(0, limits.items)) out[cutText(key, limits.chars)] = shrink(object[key] ?? null, inner);
  if (keys.length > limits.items) out[CUT] = CUT;
  return out;
}
