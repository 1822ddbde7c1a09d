/** Slots of the cache; a power of two, so that a mask picks the slot. Distinct keys of a fleet of agents number a few hundred. */
const SLOTS = 4096;

/** Longest text that is cached, which bounds the cache to SLOTS texts of this length (about 0.4 MB). */
export const MAX_SHORT = 48;

/** Odd, so that no bit of a byte is lost, and large, so that neighbours part. */
const PRIME = 0x01000193;

const texts: string[] = new Array(SLOTS).fill('');
const lengths = new Uint8Array(SLOTS);
const copies = new Uint8Array(SLOTS * MAX_SHORT);

/**
 * The text of bytes `start` to `stop` (at most MAX_SHORT), shared with earlier equal ones; `undefined` where a byte is NUL or
 * not ASCII. Attribute keys and short values repeat in every span, and finding them again costs less than making a new
 * string and hashing it as a property key. A slot holds the last text that fell into it, so hostile keys only cost time.
 */
export function shortText(bytes: Buffer, start: number, stop: number): string | undefined {
  const length = stop - start;
  if (length === 0) return '';
  const slot = slotOf(bytes, start, length);
  if (lengths[slot] === length && equal(bytes, start, length, slot * MAX_SHORT)) return texts[slot];
  return learn(bytes, start, length, slot);
}

/** A few bytes pick the slot: ends differ most among dotted keys, and comparing settles the rest. */
function slotOf(bytes: Buffer, start: number, length: number): number {
  const last = start + length - 1;
  let hash = length;
  hash = Math.imul(hash ^ (bytes[last] as number), PRIME);
  hash = Math.imul(hash ^ (bytes[start + (length >> 1)] as number), PRIME);
  hash = Math.imul(hash ^ (bytes[last - (length >> 2)] as number), PRIME);
  hash = Math.imul(hash ^ (bytes[start + (length >> 2)] as number), PRIME);
  hash = Math.imul(hash ^ (bytes[start] as number), PRIME);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function equal(bytes: Buffer, start: number, length: number, copy: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[start + i] !== copies[copy + i]) return false;
  return true;
}

function learn(bytes: Buffer, start: number, length: number, slot: number): string | undefined {
  const copy = slot * MAX_SHORT;
  lengths[slot] = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i] as number;
    if (byte === 0 || byte > 0x7f) return undefined;
    copies[copy + i] = byte;
  }
  lengths[slot] = length;
  const text = bytes.toString('latin1', start, start + length);
  texts[slot] = text;
  return text;
}
