import type { Json, JsonObject } from '../model/json.js';
import { UnreadableRecord } from './malformed.js';
import { EMPTY, finite, MAX_DEPTH, NOTHING, type Plain, plain, TOO_DEEP } from './plain.js';
import { boundedName, isIdentity, MAX_NAME } from './text.js';
import { WEIGHTS } from './weight.js';
import type { Wire } from './wire.js';

/** Reads one KeyValue of a record, resource or scope into its attributes. Names and ids among the values are bounded. */
export function readAttribute(wire: Wire, stop: number, into: JsonObject): JsonObject {
  return readPair(wire, stop, into, 0);
}

function readPair(wire: Wire, stop: number, into: JsonObject, depth: number): JsonObject {
  let key = '';
  let value: Json = null;
  while (wire.pos < stop) {
    const tag = wire.tag();
    if (tag === 0x0a) key = boundedName(wire.text(wire.stop(stop)));
    else if (tag === 0x12) value = readValue(wire, wire.stop(stop), depth);
    else wire.skip(tag, stop);
  }
  wire.close(stop);
  return put(wire, into, key, depth === 0 ? boundedValue(key, value) : value);
}

function boundedValue(key: string, value: Json): Json {
  return typeof value === 'string' && value.length > MAX_NAME && isIdentity(key) ? boundedName(value) : value;
}

function put(wire: Wire, into: JsonObject, key: string, value: Json): JsonObject {
  wire.weight.add(into === EMPTY ? WEIGHTS.object + WEIGHTS.slot : WEIGHTS.slot);
  const map: Plain = into === EMPTY ? plain() : into;
  map[key] = value;
  return map;
}

/** Reads an AnyValue; the last of several set fields counts, and none set is null. */
export function readValue(wire: Wire, stop: number, depth: number): Json {
  let value: Json = null;
  while (wire.pos < stop) {
    const tag = wire.tag();
    if (tag === 0x0a) value = wire.text(wire.stop(stop));
    else if (tag === 0x18) value = wire.int64();
    else if (tag === 0x10) value = wire.bool();
    else if (tag === 0x21) value = finite(wire.double(stop));
    else if (tag === 0x32) value = readMap(wire, wire.stop(stop), depth + 1);
    else if (tag === 0x2a) value = readList(wire, wire.stop(stop), depth + 1);
    else if (tag === 0x3a) value = wire.base64(wire.stop(stop));
    else wire.skip(tag, stop);
  }
  wire.close(stop);
  return value;
}

function readMap(wire: Wire, stop: number, depth: number): JsonObject {
  if (depth > MAX_DEPTH) throw new UnreadableRecord(TOO_DEEP);
  let map = EMPTY;
  while (wire.pos < stop) {
    const tag = wire.tag();
    if (tag === 0x0a) map = readPair(wire, wire.stop(stop), map, depth);
    else wire.skip(tag, stop);
  }
  wire.close(stop);
  return map;
}

function readItem(wire: Wire, stop: number, depth: number): Json {
  wire.weight.add(WEIGHTS.item);
  return readValue(wire, wire.stop(stop), depth);
}

function readList(wire: Wire, stop: number, depth: number): readonly Json[] {
  if (depth > MAX_DEPTH) throw new UnreadableRecord(TOO_DEEP);
  if (wire.pos === stop) return NOTHING;
  wire.weight.add(WEIGHTS.array);
  const list: Json[] = [];
  while (wire.pos < stop) {
    const tag = wire.tag();
    if (tag !== 0x0a) wire.skip(tag, stop);
    else list.push(readItem(wire, stop, depth));
  }
  wire.close(stop);
  return list;
}
