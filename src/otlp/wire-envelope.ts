import type { Resource, Scope } from '../model/span.js';
import { UnreadableRecord } from './malformed.js';
import { EMPTY } from './plain.js';
import type { Mutable } from './span-draft.js';
import { type Decoded, type Levels, Tally } from './tally.js';
import { boundedName } from './text.js';
import { WEIGHTS } from './weight.js';
import type { Wire } from './wire.js';
import { readAttribute } from './wire-values.js';

/** What differs between the signals. */
export interface WireSignal<T> {
  readonly levels: Levels;
  /** The record, or why it is refused; `notes` takes what was changed in a record that is kept. */
  readonly read: (wire: Wire, stop: number, scope: Scope, resource: Resource, notes: string[]) => T | string;
}

/** What is said about texts with invalid bytes. */
export const GARBLED = 'text is not valid UTF-8; bad bytes replaced by U+FFFD';

/** Reads an export request: resources hold scopes hold records, with the same field numbers in every signal. */
export function readEnvelope<T extends object>(wire: Wire, signal: WireSignal<T>): Decoded<T> {
  const tally = new Tally<T>(signal.levels);
  const end = wire.bytes.length;
  for (let index = 0; wire.pos < end; ) {
    const tag = wire.tag();
    if (tag !== 0x0a) wire.skip(tag, end);
    else {
      tally.enterResource(index++);
      readResourceRecords(wire, wire.stop(end), signal, tally);
    }
  }
  wire.close(end);
  return tally.decoded(wire.weight.spent);
}

function readResourceRecords<T extends object>(wire: Wire, stop: number, signal: WireSignal<T>, tally: Tally<T>): void {
  wire.weight.add(WEIGHTS.part);
  const resource: Mutable<Resource> = { attributes: EMPTY };
  for (let index = 0; wire.pos < stop; ) {
    const tag = wire.tag();
    if (tag === 0x12) {
      tally.enterScope(index++);
      readScopeRecords(wire, wire.stop(stop), signal, resource, tally);
    } else if (tag === 0x0a) {
      keepGoing(wire, wire.stop(stop), tally.notes, (end) => readResource(wire, end, resource));
      tally.settleResource();
    } else wire.skip(tag, stop);
  }
  wire.close(stop);
}

function readScopeRecords<T extends object>(
  wire: Wire,
  stop: number,
  signal: WireSignal<T>,
  resource: Resource,
  tally: Tally<T>,
): void {
  wire.weight.add(WEIGHTS.part);
  const scope: Mutable<Scope> = { name: '', version: undefined, attributes: EMPTY };
  for (let index = 0; wire.pos < stop; ) {
    const tag = wire.tag();
    if (tag === 0x12) {
      tally.settle(index++, readRecord(wire, wire.stop(stop), signal, scope, resource, tally.notes));
    } else if (tag === 0x0a) {
      keepGoing(wire, wire.stop(stop), tally.notes, (end) => readScope(wire, end, scope));
      tally.settleScope();
    } else wire.skip(tag, stop);
  }
  wire.close(stop);
}

function readRecord<T extends object>(
  wire: Wire,
  stop: number,
  signal: WireSignal<T>,
  scope: Scope,
  resource: Resource,
  notes: string[],
): T | string {
  wire.garbled = 0;
  try {
    const record = signal.read(wire, stop, scope, resource, notes);
    if (wire.garbled > 0) notes.push(GARBLED);
    return record;
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
    wire.pos = stop;
    return error.message;
  }
}

/** Reads a resource or scope; where a value in it cannot be read, the records below keep what was read before it. */
function keepGoing(wire: Wire, stop: number, notes: string[], read: (stop: number) => void): void {
  wire.garbled = 0;
  try {
    read(stop);
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
    wire.pos = stop;
    notes.push(`${error.message}; attributes from there on left out`);
  }
  if (wire.garbled > 0) notes.push(GARBLED);
}

function readResource(wire: Wire, stop: number, resource: Mutable<Resource>): void {
  while (wire.pos < stop) {
    const tag = wire.tag();
    if (tag === 0x0a) resource.attributes = readAttribute(wire, wire.stop(stop), resource.attributes);
    else wire.skip(tag, stop);
  }
  wire.close(stop);
}

function readScope(wire: Wire, stop: number, scope: Mutable<Scope>): void {
  while (wire.pos < stop) {
    const tag = wire.tag();
    if (tag === 0x0a) scope.name = boundedName(wire.text(wire.stop(stop)));
    else if (tag === 0x12) scope.version = boundedName(wire.text(wire.stop(stop))) || undefined;
    else if (tag === 0x1a) scope.attributes = readAttribute(wire, wire.stop(stop), scope.attributes);
    else wire.skip(tag, stop);
  }
  wire.close(stop);
}
