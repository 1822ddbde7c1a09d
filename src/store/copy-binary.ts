import type { Column, ColumnType, ColumnValue } from './columns.js';

/** Signature, flags and header extension of the COPY binary format (PostgreSQL manual, COPY, Binary Format). */
const HEADER = Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1');
const EMPTY_FLAGS = Buffer.alloc(8);
const TRAILER = Buffer.from([0xff, 0xff]);
/** Microseconds from 1970 to 2000, where Postgres begins to count. */
const POSTGRES_EPOCH_US = 946_684_800_000_000n;
const TEXT_OID = 25;

/** A growing buffer; doubling keeps the cost per byte flat. Room is made before the buffer is named: it may be another one afterwards. */
class Bytes {
  private buffer = Buffer.allocUnsafe(64 * 1024);
  private length = 0;

  private room(n: number): number {
    const at = this.length;
    const needed = at + n;
    if (needed > this.buffer.length) {
      const bigger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
      this.buffer.copy(bigger, 0, 0, at);
      this.buffer = bigger;
    }
    this.length = needed;
    return at;
  }

  raw(bytes: Buffer): void {
    const at = this.room(bytes.length);
    bytes.copy(this.buffer, at);
  }

  int16(n: number): void {
    const at = this.room(2);
    this.buffer.writeInt16BE(n, at);
  }

  int32(n: number): void {
    const at = this.room(4);
    this.buffer.writeInt32BE(n, at);
  }

  int64(n: bigint): void {
    const at = this.room(8);
    this.buffer.writeBigInt64BE(n, at);
  }

  float64(n: number): void {
    const at = this.room(8);
    this.buffer.writeDoubleBE(n, at);
  }

  byte(n: number): void {
    const at = this.room(1);
    this.buffer.writeUInt8(n, at);
  }

  /** A length-prefixed text; `prefix` bytes (jsonb's version) count into the length. */
  text(value: string, version?: number): void {
    const extra = version === undefined ? 0 : 1;
    const size = Buffer.byteLength(value);
    this.int32(size + extra);
    if (version !== undefined) this.byte(version);
    const at = this.room(size);
    this.buffer.write(value, at, size, 'utf8');
  }

  done(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}

/** Rows as one COPY ... FROM STDIN (FORMAT binary) payload. */
export function copyPayload<T>(columns: readonly Column<T>[], rows: readonly T[]): Buffer {
  const bytes = new Bytes();
  bytes.raw(HEADER);
  bytes.raw(EMPTY_FLAGS);
  for (const row of rows) {
    bytes.int16(columns.length);
    for (const { type, of } of columns) writeValue(bytes, type, of(row));
  }
  bytes.raw(TRAILER);
  return bytes.done();
}

function writeValue(bytes: Bytes, type: ColumnType, value: ColumnValue): void {
  if (value === undefined) bytes.int32(-1);
  else WRITERS[type](bytes, value);
}

/** NUL cannot stand in Postgres text; senders' NULs are stripped on the way in, this guards what we made ourselves. */
const clean = (value: ColumnValue): string => {
  const text = String(value);
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
};

const WRITERS: Record<ColumnType, (bytes: Bytes, value: ColumnValue) => void> = {
  text: (bytes, value) => bytes.text(clean(value)),
  // jsonb's binary form is a version byte, 1, and the text; an escaped NUL is refused by jsonb too.
  jsonb: (bytes, value) => bytes.text(clean(value).replaceAll('\\u0000', ''), 1),
  timestamptz: (bytes, value) => {
    bytes.int32(8);
    bytes.int64(BigInt(Math.round(Number(value) * 1000)) - POSTGRES_EPOCH_US);
  },
  float8: (bytes, value) => {
    bytes.int32(8);
    bytes.float64(Number(value));
  },
  int8: (bytes, value) => {
    bytes.int32(8);
    bytes.int64(BigInt(Number(value)));
  },
  int4: (bytes, value) => {
    bytes.int32(4);
    bytes.int32(Number(value));
  },
  bool: (bytes, value) => {
    bytes.int32(1);
    bytes.byte(value === true ? 1 : 0);
  },
  'text[]': (bytes, value) => writeArray(bytes, value as readonly string[]),
};

function writeArray(bytes: Bytes, items: readonly string[]): void {
  const cleaned = items.map(clean);
  const dimensions = cleaned.length === 0 ? 0 : 1;
  const size = 12 + dimensions * 8 + cleaned.reduce((sum, item) => sum + 4 + Buffer.byteLength(item), 0);
  bytes.int32(size);
  bytes.int32(dimensions);
  bytes.int32(0);
  bytes.int32(TEXT_OID);
  if (dimensions === 0) return;
  bytes.int32(cleaned.length);
  bytes.int32(1);
  for (const item of cleaned) bytes.text(item);
}
