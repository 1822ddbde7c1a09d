import protobuf from 'protobufjs';
import type { RawMessage } from './otlp-arbitrary.js';
import { message } from './otlp-schema.js';

/** Field numbers that no OTLP message uses. */
const UNKNOWN = [19, 99, 1000, 2 ** 29 - 1];

/** Encodes a message with its fields in random order (repeated ones keep theirs) and unknown fields between them. */
export function scrambled(name: string, value: RawMessage, chance: () => number): Buffer {
  return write(message(name), value, chance);
}

function write(type: protobuf.Type, value: RawMessage, chance: () => number): Buffer {
  const queues = type.fieldsArray.flatMap((field) => {
    const given = value[field.name];
    if (given === undefined) return [];
    const items = field.repeated ? (given as unknown[]) : [given];
    return items.length === 0 ? [] : [items.map((item) => one(field.resolve(), item, chance))];
  });
  const parts: Buffer[] = [];
  while (queues.length > 0) {
    const index = Math.floor(chance() * queues.length);
    const queue = queues[index] as Buffer[];
    if (chance() < 0.2) parts.push(unknown(chance));
    parts.push(queue.shift() as Buffer);
    if (queue.length === 0) queues.splice(index, 1);
  }
  if (chance() < 0.2) parts.push(unknown(chance));
  return Buffer.concat(parts);
}

const holders = new Map<string, protobuf.Type>();

/** A message with only this scalar field in it. */
function holder({ id, type }: protobuf.Field): protobuf.Type {
  const name = `Only${type}${id}`;
  const known = holders.get(name) ?? new protobuf.Type(name).add(new protobuf.Field('value', id, type));
  holders.set(name, known);
  return known;
}

function one(field: protobuf.Field, item: unknown, chance: () => number): Buffer {
  if (!(field.resolvedType instanceof protobuf.Type)) {
    const alone = holder(field);
    return Buffer.from(alone.encode(alone.fromObject({ value: item })).finish());
  }
  const inner = write(field.resolvedType, item as RawMessage, chance);
  const writer = protobuf.Writer.create().uint32((field.id << 3) | 2);
  return Buffer.from(writer.bytes(inner).finish());
}

/** A field of a number that is not known, in any wire type, groups included. */
function unknown(chance: () => number): Buffer {
  const id = UNKNOWN[Math.floor(chance() * UNKNOWN.length)] as number;
  const tag = (type: number) => protobuf.Writer.create().uint32(((id << 3) | type) >>> 0);
  const kinds = [
    () =>
      tag(0)
        .uint64(2 ** 40)
        .finish(),
    () => tag(1).fixed64(7).finish(),
    () => tag(2).bytes(Buffer.from('unknown')).finish(),
    () => tag(5).fixed32(7).finish(),
    () => Buffer.concat([tag(3).finish(), tag(2).string('inside').finish(), tag(4).finish()]),
  ];
  return Buffer.from((kinds[Math.floor(chance() * kinds.length)] as () => Uint8Array)());
}
