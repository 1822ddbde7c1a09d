import { type Decoded, decodeLogs, decodeMetrics, decodeTraces, type Encoding } from '../../src/otlp/decode.js';
import { BodyTooLarge, MalformedBody } from '../../src/otlp/malformed.js';
import { attributes, hexId, toolSpan, tracesOf, withBytes } from './otlp-payload.js';
import { encode } from './otlp-schema.js';

/** Random numbers from a seed, so that a failing case can be run again. */
export class Chance {
  constructor(private state: number) {}

  /** A whole number below `most`. */
  below(most: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  }

  /** One of these. */
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}

const nested = {
  kvlistValue: { values: [{ key: 'a', value: { arrayValue: { values: [{ intValue: '1' }, { boolValue: true }] } } }] },
};
const rich = {
  ...toolSpan(3),
  attributes: [
    ...toolSpan(3).attributes,
    { key: 'nested', value: nested },
    { key: 'b', value: { bytesValue: 'AAEC' } },
  ],
  events: [
    { timeUnixNano: '1767225600000000000', name: 'exception', attributes: attributes({ 'exception.type': 'E' }) },
  ],
  links: [{ traceId: hexId(1, 32), spanId: hexId(2, 16) }],
};
const log = {
  timeUnixNano: '1767225600000000000',
  observedTimeUnixNano: '1767225600000000001',
  severityNumber: 9,
  body: nested,
  attributes: attributes({ 'event.name': 'tool_result', n: -5, f: 0.5 }),
  traceId: hexId(1, 32),
  spanId: hexId(2, 16),
  eventName: 'e',
};
const points = { dataPoints: [{ timeUnixNano: '1' }, { timeUnixNano: '2' }] };
const REQUESTS = {
  Traces: tracesOf([rich, toolSpan(1)]),
  Logs: { resourceLogs: [{ resource: {}, scopeLogs: [{ scope: { name: 's' }, logRecords: [log, log] }] }] },
  Metrics: { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: points }, { sum: points }] }] }] },
} as const;
type Name = keyof typeof REQUESTS;
const NAMES = Object.keys(REQUESTS) as Name[];

const WIRE = Object.fromEntries(NAMES.map((name) => [name, encode(name, withBytes(REQUESTS[name]))])) as Record<
  Name,
  Buffer
>;

/** Bytes that mean something at the edge of the wire format. */
const EDGES = [
  '00',
  'ff',
  '80',
  '7f',
  'ffffffffffffffffff01',
  'ffffffff0f',
  '8080808080808080808001',
  'fb07',
  'fc07',
  '0a00',
].map((hex) => Buffer.from(hex, 'hex'));

function mutated(bytes: Buffer, chance: Chance): Buffer {
  const at = chance.below(bytes.length + 1);
  const to = Math.min(bytes.length, at + 1 + chance.below(chance.of([4, 40, 400])));
  const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  switch (chance.below(7)) {
    case 0:
      return before;
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, middle, middle, after]);
    case 3:
      return Buffer.concat([before, chance.of(EDGES), middle, after]);
    case 4:
      return Buffer.concat([before, chance.of(EDGES), after]);
    case 5:
      return Buffer.concat([before, chance.bytes(1 + chance.below(8)), bytes.subarray(Math.min(bytes.length, at + 1))]);
    default:
      return Buffer.concat([before, WIRE[chance.of(NAMES)].subarray(chance.below(50)), after]);
  }
}

/** Values that stand where they should not. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 63,
  '',
  '0',
  '-1',
  '18446744073709551615',
  '\0',
  '\ud800',
  'x'.repeat(5000),
  [],
  {},
  [[]],
  { stringValue: 1 },
  { kvlistValue: null },
  { arrayValue: { values: 5 } },
  { intValue: {} },
  { doubleValue: 'Infinity' },
  { bytesValue: '!!' },
];
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  'value',
  'values',
  'key',
  'name',
  'spans',
  'traceId',
  'trace_id',
  '',
];

/** Changes a few nodes of a document: other values, other keys, lost or doubled entries. */
function bent(node: unknown, chance: Chance): unknown {
  if (chance.below(25) === 0) return chance.of(ODD);
  if (Array.isArray(node)) {
    const list = node.map((item) => bent(item, chance));
    return chance.below(20) === 0 ? [...list, ...list] : list;
  }
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [
    chance.below(40) === 0 ? chance.of(KEYS) : key,
    bent(value, chance),
  ]);
  return Object.fromEntries(chance.below(30) === 0 ? entries.slice(1) : entries);
}

/** One bad body. */
export interface FuzzCase {
  readonly name: Name;
  readonly encoding: Encoding;
  readonly body: Buffer;
}

/** Makes a bad body: an honest request whose bytes or nodes were changed one to four times. */
export function fuzzCase(chance: Chance): FuzzCase {
  const name = chance.of(NAMES);
  const encoding = chance.of(['protobuf', 'json'] as const);
  if (encoding === 'json' && chance.below(4) > 0) {
    return { name, encoding, body: Buffer.from(JSON.stringify(bent(REQUESTS[name], chance)) ?? '') };
  }
  let body = encoding === 'json' ? Buffer.from(JSON.stringify(REQUESTS[name])) : WIRE[name];
  for (let i = chance.below(4); i >= 0; i--) body = mutated(body, chance);
  return { name, encoding, body };
}

/** Budget of the fuzzed bodies: small, so that it is reached. */
const MAX_WEIGHT = 200_000;

/** Decodes the body; refusals are undefined, anything unforeseen is thrown. */
function outcome({ name, encoding, body }: FuzzCase): Decoded<object> | number | undefined {
  try {
    if (name === 'Traces') return decodeTraces(body, encoding, MAX_WEIGHT);
    if (name === 'Logs') return decodeLogs(body, encoding, MAX_WEIGHT);
    return decodeMetrics(body, encoding, MAX_WEIGHT);
  } catch (error) {
    if (error instanceof MalformedBody || error instanceof BodyTooLarge) return undefined;
    throw error;
  }
}

/** What is wrong with a decoded value, if anything: prototypes, NUL, half surrogates, numbers that are no JSON. */
function faultIn(value: unknown, open: boolean): string | undefined {
  if (typeof value === 'string') return /\0|[\ud800-\udfff]/u.test(value) ? 'a text that Postgres refuses' : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'a number that is no JSON';
  if (typeof value !== 'object' || value === null) return undefined;
  if (open && !Array.isArray(value) && Object.getPrototypeOf(value) !== null) return 'a map with prototype';
  for (const [key, inner] of Object.entries(value)) {
    const fault = faultIn(key, open) ?? faultIn(inner, open || key === 'attributes' || key === 'body');
    if (fault) return fault;
  }
  return undefined;
}

function faultOfRecord(record: { [key: string]: unknown }): string | undefined {
  const { traceId, spanId, startedMs, endedMs, name, timeMs } = record;
  const isSpan = 'startedMs' in record;
  if (isSpan && !(/^[0-9a-f]{32}$/.test(String(traceId)) && /^[0-9a-f]{16}$/.test(String(spanId))))
    return 'a span without ids';
  if (isSpan && !(Number(startedMs) > 0)) return 'a span without start';
  if (endedMs !== undefined && Number(endedMs) < Number(startedMs)) return 'an end before its start';
  if (isSpan && (typeof name !== 'string' || name.length > 256)) return 'a name that is none';
  if (!isSpan && !(Number(timeMs) > 0)) return 'a log record without time';
  return faultIn(record, false);
}

/** Runs one case; returns what is wrong with the outcome, if anything. */
export function faultOf(one: FuzzCase): string | undefined {
  const first = outcome(one);
  if (first === undefined || typeof first === 'number') return undefined;
  if (first.reasons.length > 11 || first.reasons.some((reason) => reason.length > 300)) return 'reasons without bound';
  if (first.rejected > 0 && first.reasons.length === 0) return 'rejected without reason';
  const again = outcome(one) as Decoded<object>;
  if (JSON.stringify(again) !== JSON.stringify(first)) return 'another outcome the second time';
  for (const record of first.records) {
    const fault = faultOfRecord(record as { [key: string]: unknown });
    if (fault) return fault;
  }
  return undefined;
}

/** Runs many cases from a seed; throws with seed and case number at the first that is handled badly. */
export function fuzz(seed: number, cases: number): { taken: number; refused: number } {
  let taken = 0;
  for (let n = 0; n < cases; n++) {
    const one = fuzzCase(new Chance(seed + n));
    const began = performance.now();
    const fault = attempt(one);
    if (fault)
      throw new Error(`seed ${seed + n}: ${fault}\n${one.name} ${one.encoding} ${one.body.toString('base64')}`);
    // A decode that takes a second on a body of a few kilobytes hangs, even on a machine that is busy.
    if (performance.now() - began > 1_000) throw new Error(`seed ${seed + n}: took too long`);
    if (outcome(one) !== undefined) taken++;
  }
  return { taken, refused: cases - taken };
}

function attempt(one: FuzzCase): string | undefined {
  try {
    return faultOf(one);
  } catch (error) {
    return `threw ${String(error)}`;
  }
}
