import type { LogRecord, Span } from '../model/span.js';
import { readJson } from './json-envelope.js';
import { JSON_LOGS } from './json-logs.js';
import { countJsonPoints } from './json-metrics.js';
import { JSON_SPANS } from './json-traces.js';
import type { Decoded } from './tally.js';
import { Weight } from './weight.js';
import { Wire } from './wire.js';
import { readEnvelope } from './wire-envelope.js';
import { WIRE_LOGS } from './wire-logs.js';
import { countPoints } from './wire-metrics.js';
import { WIRE_SPANS } from './wire-traces.js';

export { BodyTooLarge, MalformedBody } from './malformed.js';
export type { Decoded } from './tally.js';

/** The two encodings of OTLP. */
export type Encoding = 'protobuf' | 'json';

/** Most heap bytes that one body may take once decoded: four times OTLP's body limit, as honest spans take two to four times their size. */
export const MAX_WEIGHT = 256 * 1024 * 1024;

/**
 * Reads an ExportTraceServiceRequest. Throws MalformedBody where the body is no such message and BodyTooLarge where its values
 * would take more than `maxWeight` bytes; a single bad span is counted and named instead.
 */
export function decodeTraces(body: Uint8Array, encoding: Encoding, maxWeight = MAX_WEIGHT): Decoded<Span> {
  const weight = new Weight(maxWeight);
  if (encoding === 'json') return readJson(bufferOf(body), weight, JSON_SPANS);
  return readEnvelope(new Wire(bufferOf(body), weight), WIRE_SPANS);
}

/** Reads an ExportLogsServiceRequest, with the same promises. */
export function decodeLogs(body: Uint8Array, encoding: Encoding, maxWeight = MAX_WEIGHT): Decoded<LogRecord> {
  const weight = new Weight(maxWeight);
  if (encoding === 'json') return readJson(bufferOf(body), weight, JSON_LOGS);
  return readEnvelope(new Wire(bufferOf(body), weight), WIRE_LOGS);
}

/** Number of data points in an ExportMetricsServiceRequest, with the same promises. */
export function decodeMetrics(body: Uint8Array, encoding: Encoding, maxWeight = MAX_WEIGHT): number {
  const weight = new Weight(maxWeight);
  return encoding === 'json' ? countJsonPoints(bufferOf(body), weight) : countPoints(new Wire(bufferOf(body), weight));
}

/** The same memory with Buffer's methods. */
function bufferOf(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
