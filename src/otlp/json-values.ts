import type { Json, JsonObject } from '../model/json.js';
import type { JsonBody } from './json-body.js';
import { UnreadableRecord } from './malformed.js';
import { EMPTY, finite, MAX_DEPTH, NOTHING, plain, TOO_DEEP } from './plain.js';
import { boundedName, isIdentity, MAX_NAME } from './text.js';
import { WEIGHTS, type Weight } from './weight.js';

/** An object as JSON.parse made it. */
export type Raw = { readonly [key: string]: unknown };

/** What reading values needs to know of the body. */
export interface JsonReading {
  readonly text: JsonBody['text'];
  readonly weight: Weight;
}

/** A field under its OTLP name or, as tolerated, under its name in snake case; JSON null is "not set". */
export function field(raw: Raw, camel: string, snake?: string): unknown {
  const value = raw[camel] ?? (snake === undefined ? undefined : raw[snake]);
  return value === null ? undefined : value;
}

/** Whether JSON.parse made a map of it. */
export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list field of a record; a field that is not set is empty, another type makes the record unreadable. */
export function listIn(raw: Raw, camel: string, snake?: string): readonly unknown[] {
  const value = field(raw, camel, snake);
  if (value === undefined) return NOTHING;
  if (!Array.isArray(value)) throw new UnreadableRecord(`${camel} is not a list`);
  return value;
}

/** A text field of a record; a field that is not set is empty, another type makes the record unreadable. */
export function textIn(reading: JsonReading, raw: Raw, camel: string, snake?: string): string {
  const value = field(raw, camel, snake);
  if (value === undefined) return '';
  if (typeof value !== 'string') throw new UnreadableRecord(`${camel} is not a text`);
  return reading.text(value);
}

/** The attributes of a record, resource or scope. Names and ids among the values are bounded. */
export function attributesIn(reading: JsonReading, raw: Raw): JsonObject {
  return pairs(reading, listIn(raw, 'attributes'), 0);
}

function pairs(reading: JsonReading, list: readonly unknown[], depth: number): JsonObject {
  if (list.length === 0) return EMPTY;
  reading.weight.add(WEIGHTS.object + list.length * WEIGHTS.slot);
  const map = plain();
  for (const pair of list) {
    if (!isRaw(pair)) throw new UnreadableRecord('an attribute is not an object');
    const key = boundedName(textIn(reading, pair, 'key'));
    const value = anyValue(reading, pair.value, depth);
    map[key] = depth === 0 ? boundedValue(key, value) : value;
  }
  return map;
}

function boundedValue(key: string, value: Json): Json {
  return typeof value === 'string' && value.length > MAX_NAME && isIdentity(key) ? boundedName(value) : value;
}

/** An AnyValue. A bare text, number or flag in its place is taken as meant; anything else that says nothing is null. */
export function anyValue(reading: JsonReading, raw: unknown, depth: number): Json {
  if (typeof raw === 'string') return reading.text(raw);
  if (typeof raw === 'number') return finite(raw);
  if (typeof raw === 'boolean') return raw;
  if (!isRaw(raw)) return null;
  const text = field(raw, 'stringValue', 'string_value');
  if (text !== undefined) return typeof text === 'object' ? null : anyValue(reading, text, depth);
  return (
    scalarOf(reading, raw) ?? bytesOf(raw) ?? listOf(reading, raw, depth + 1) ?? mapOf(reading, raw, depth + 1) ?? null
  );
}

function scalarOf(reading: JsonReading, raw: Raw): Json | undefined {
  const int = field(raw, 'intValue', 'int_value');
  if (int !== undefined) return integer(int) ?? (typeof int === 'string' ? reading.text(int) : null);
  const double = field(raw, 'doubleValue', 'double_value');
  if (double !== undefined) return float(double) ?? (typeof double === 'string' ? reading.text(double) : null);
  const bool = field(raw, 'boolValue', 'bool_value');
  return typeof bool === 'boolean' ? bool : undefined;
}

/** 64-bit integers come as text or number; those that a double would round stay decimal text, so that they stay different. Text that is no number stays what it is. */
function integer(raw: unknown): Json | undefined {
  if (typeof raw === 'number')
    return Number.isInteger(raw) && !Number.isSafeInteger(raw) ? digits(BigInt(raw)) : finite(raw);
  if (typeof raw !== 'string' || !/^-?\d{1,20}$/.test(raw)) return undefined;
  const value = Number(raw);
  return Number.isSafeInteger(value) ? value + 0 : digits(BigInt(raw));
}

function digits(value: bigint): string {
  return value.toString();
}

/** `NaN` and the infinities come as words. */
function float(raw: unknown): Json | undefined {
  if (typeof raw === 'number') return finite(raw);
  if (typeof raw !== 'string' || raw.trim() === '') return undefined;
  const value = Number(raw);
  return Number.isNaN(value) && raw !== 'NaN' ? undefined : finite(value);
}

function bytesOf(raw: Raw): Json | undefined {
  const bytes = field(raw, 'bytesValue', 'bytes_value');
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64').toString('base64') : undefined;
}

function listOf(reading: JsonReading, raw: Raw, depth: number): Json | undefined {
  const list = field(raw, 'arrayValue', 'array_value');
  if (!isRaw(list)) return undefined;
  if (depth > MAX_DEPTH) throw new UnreadableRecord(TOO_DEEP);
  const values = listIn(list, 'values');
  reading.weight.add(WEIGHTS.array + values.length * WEIGHTS.item);
  return values.map((value) => anyValue(reading, value, depth));
}

function mapOf(reading: JsonReading, raw: Raw, depth: number): Json | undefined {
  const map = field(raw, 'kvlistValue', 'kvlist_value');
  if (!isRaw(map)) return undefined;
  if (depth > MAX_DEPTH) throw new UnreadableRecord(TOO_DEEP);
  return pairs(reading, listIn(map, 'values'), depth);
}
