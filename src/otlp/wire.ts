import { isUtf8 } from 'node:buffer';
import { MalformedBody } from './malformed.js';
import { MAX_SHORT, shortText } from './short-texts.js';
import { withoutNul } from './text.js';
import { msOfHalves } from './times.js';
import { WEIGHTS, type Weight } from './weight.js';

/** Deepest nesting of protobuf groups that is skipped; OTLP has none, so only unknown fields can hold them. */
const MAX_GROUPS = 100;

/** Below this a varint byte is the last one. */
const LAST = 0x80;

const WHOLE = 2 ** 28;

/**
 * A cursor over protobuf bytes. Messages are read as `while (wire.pos < end) switch (wire.tag())`, where the tag still
 * contains the wire type, so that a known field with a wrong wire type falls to `skip` like an unknown one; then `close(end)`
 * proves that no field ran past its message. Reading beyond the buffer yields zeros until `close` finds it out.
 */
export class Wire {
  pos = 0;
  /** Texts of the current record that were not valid UTF-8. */
  garbled = 0;

  constructor(
    readonly bytes: Buffer,
    readonly weight: Weight,
  ) {}

  /** The fault, at the place where reading stands. */
  broken(what: string): MalformedBody {
    return new MalformedBody(what, Math.min(this.pos, this.bytes.length));
  }

  /** Field number and wire type in one number, as they stand on the wire. */
  tag(): number {
    const byte = this.bytes[this.pos] as number;
    if (byte >= LAST) return this.uint32();
    this.pos++;
    return byte;
  }

  /** End of the length-delimited field that starts here, proved to lie within its message. */
  stop(end: number): number {
    const length = this.uint32();
    const stop = this.pos + length;
    if (stop > end) throw this.broken('length runs past the end of its message');
    return stop;
  }

  /** Proves that the fields of a message ended where the message ends. */
  close(end: number): void {
    if (this.pos !== end) throw this.broken('field runs past the end of its message');
  }

  /** A varint that must fit 32 bits: tags and lengths. */
  uint32(): number {
    const { bytes } = this;
    let value = 0;
    for (let shift = 0; shift < 32; shift += 7) {
      const byte = bytes[this.pos++] as number;
      value |= (byte & 0x7f) << shift;
      if (byte < LAST) {
        if (shift === 28 && byte > 0x0f) break;
        return value >>> 0;
      }
    }
    throw this.broken('tag or length does not fit 32 bits');
  }

  /** A varint of up to 64 bits as a signed integer; decimal text where a double would round it. */
  int64(): number | string {
    const { bytes } = this;
    let low = 0;
    let shift = 0;
    do {
      const byte = bytes[this.pos++] as number;
      low |= (byte & 0x7f) << shift;
      if (byte < LAST) return low;
      shift += 7;
    } while (shift < 28);
    return this.int64Rest(low);
  }

  /** Whether any bit of a varint is set. */
  bool(): boolean {
    return this.int64() !== 0;
  }

  private int64Rest(low: number): number | string {
    let middle = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.bytes[this.pos++] as number;
      middle |= (byte & 0x7f) << shift;
      if (byte < LAST) return safe(low, middle, 0);
    }
    const byte = this.bytes[this.pos++] as number;
    if (byte < LAST) return safe(low, middle, byte);
    const last = this.bytes[this.pos++] as number;
    if (last >= LAST || last === undefined) throw this.broken('number is longer than 64 bits');
    return safe(low, middle, (byte & 0x7f) | ((last & 1) << 7));
  }

  private fixed32(): number {
    const { bytes, pos } = this;
    this.pos = pos + 4;
    return (
      ((bytes[pos] as number) |
        ((bytes[pos + 1] as number) << 8) |
        ((bytes[pos + 2] as number) << 16) |
        ((bytes[pos + 3] as number) << 24)) >>>
      0
    );
  }

  /** A fixed64 time in nanoseconds as milliseconds; see `msOfHalves`. */
  time(): number | undefined {
    const low = this.fixed32();
    return msOfHalves(low, this.fixed32());
  }

  /** A 64-bit float. */
  double(end: number): number {
    if (this.pos + 8 > end) throw this.broken('field runs past the end of its message');
    const value = this.bytes.readDoubleLE(this.pos);
    this.pos += 8;
    return value;
  }

  /** Text up to `stop`, without NUL; bytes that are no UTF-8 become U+FFFD and are counted in `garbled`. */
  text(stop: number): string {
    const start = this.pos;
    this.pos = stop;
    const length = stop - start;
    if (length <= MAX_SHORT) {
      const short = shortText(this.bytes, start, stop);
      if (short !== undefined) return short;
    }
    this.weight.add(WEIGHTS.text + length);
    const text = this.bytes.toString('utf8', start, stop);
    if (text.includes('\uFFFD') && !isUtf8(this.bytes.subarray(start, stop))) this.garbled++;
    return withoutNul(text);
  }

  /** Bytes up to `stop` as base64 text. */
  base64(stop: number): string {
    const start = this.pos;
    this.pos = stop;
    this.weight.add(WEIGHTS.text + (stop - start) * 2);
    return this.bytes.toString('base64', start, stop);
  }

  /** An id of exactly `size` bytes, not all zero, as lower-case hex; empty where it is anything else. */
  id(stop: number, size: number): string {
    const start = this.pos;
    this.pos = stop;
    if (stop - start !== size || this.zeros(start, stop)) return '';
    return this.bytes.toString('hex', start, stop);
  }

  private zeros(start: number, stop: number): boolean {
    for (let i = start; i < stop; i++) if (this.bytes[i] !== 0) return false;
    return true;
  }

  /** Steps over the field of this tag. */
  skip(tag: number, end: number, depth = 0): void {
    if (tag >>> 3 === 0) throw this.broken('field number 0');
    const type = tag & 7;
    if (type === 0) this.int64();
    else if (type === 1) this.pos += 8;
    else if (type === 2) this.pos = this.stop(end);
    else if (type === 5) this.pos += 4;
    else if (type === 3 && depth < MAX_GROUPS) this.skipGroup(tag + 1, end, depth + 1);
    else throw this.broken(`wire type ${type} out of place`);
  }

  private skipGroup(closing: number, end: number, depth: number): void {
    while (this.pos < end) {
      const tag = this.tag();
      if (tag === closing) return;
      this.skip(tag, end, depth);
    }
    throw this.broken('group without end');
  }
}

/** Joins 28, 28 and 8 bits to a signed 64-bit integer. */
function safe(low: number, middle: number, high: number): number | string {
  if (high === 0) {
    const value = middle * WHOLE + low;
    if (value <= Number.MAX_SAFE_INTEGER) return value;
  }
  const exact = BigInt.asIntN(64, (BigInt(high) << 56n) | (BigInt(middle) << 28n) | BigInt(low));
  const value = Number(exact);
  return Number.isSafeInteger(value) ? value : exact.toString();
}
