import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { LogRecord, Span } from '../model/span.js';
import { decodeLogs, decodeTraces } from '../otlp/decode.js';

/** Records of one request of a file. */
export interface Request {
  readonly spans: readonly Span[];
  readonly logs: readonly LogRecord[];
}

/** What is wrong in a file and where, in words for a person. */
export type Complain = (place: string, what: string) => void;

/** Largest inflated file: one that grows past it is not a recording but a bomb. */
const MAX_INFLATED_BYTES = 4 * 1024 * 1024 * 1024 - 1;

/** Reads a file of OTLP requests: JSON (one document, or one request per line) or protobuf, gzip of either; `-` is standard input. */
export async function* readRequests(file: string, complain: Complain): AsyncGenerator<Request> {
  const bytes = inflate(file === '-' ? await buffer(process.stdin) : await readFile(file));
  const first = bytes.findIndex((byte) => byte > 0x20);
  if (first < 0) return;
  // OTLP/JSON begins with a brace or bracket; an OTLP protobuf message begins with 0x0a, field 1 of length-delimited type.
  if (bytes[first] === 0x7b || bytes[first] === 0x5b) yield* readJson(file, bytes, complain);
  else yield* guarded(file, complain, () => decode(bytes, 'protobuf', file, complain));
}

function inflate(bytes: Buffer): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES }) : bytes;
}

function* readJson(file: string, bytes: Buffer, complain: Complain): Generator<Request> {
  if (!firstLineIsWhole(bytes)) {
    yield* guarded(file, complain, () => decode(bytes, 'json', file, complain));
    return;
  }
  let start = 0;
  for (let line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    const stop = end < 0 ? bytes.length : end;
    const content = bytes.subarray(start, stop);
    const place = `${file}:${line}`;
    if (content.some((byte) => byte > 0x20))
      yield* guarded(place, complain, () => decode(content, 'json', place, complain));
    start = stop + 1;
  }
}

/** One request per line: the first line ends with the brace that closes it. A pretty-printed document's first line does not. */
function firstLineIsWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf(0x0a);
  const line = bytes
    .subarray(0, end < 0 ? bytes.length : end)
    .toString('utf8')
    .trim();
  return line.length > 2;
}

function* guarded(place: string, complain: Complain, read: () => Request[]): Generator<Request> {
  try {
    yield* read();
  } catch (error) {
    complain(place, error instanceof Error ? error.message : String(error));
  }
}

function decode(bytes: Uint8Array, encoding: 'json' | 'protobuf', place: string, complain: Complain): Request[] {
  const isLogs =
    encoding === 'json' &&
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).includes('"resourceLogs"');
  const decoded = isLogs ? decodeLogs(bytes, encoding) : decodeTraces(bytes, encoding);
  for (const reason of decoded.reasons) complain(place, reason);
  return isLogs
    ? [{ spans: [], logs: decoded.records as LogRecord[] }]
    : [{ spans: decoded.records as Span[], logs: [] }];
}
