import type { Resource, Scope } from '../model/span.js';
import { parseBody } from './json-body.js';
import { nameIn } from './json-fields.js';
import { attributesIn, field, isRaw, type JsonReading, type Raw } from './json-values.js';
import { MalformedBody, UnreadableRecord } from './malformed.js';
import { EMPTY, NOTHING } from './plain.js';
import { type Decoded, type Levels, Tally } from './tally.js';
import type { Weight } from './weight.js';
import { GARBLED } from './wire-envelope.js';

/** What differs between the signals. */
export interface JsonSignal<T> {
  readonly levels: Levels;
  /** The same names in snake case, as tolerated. */
  readonly snakes: Levels;
  /** The record, or why it is refused; `notes` takes what was changed in a record that is kept. */
  readonly read: (reading: JsonReading, raw: Raw, scope: Scope, resource: Resource, notes: string[]) => T | string;
}

/** Reads an export request from OTLP/JSON. */
export function readJson<T extends object>(bytes: Buffer, weight: Weight, signal: JsonSignal<T>): Decoded<T> {
  const body = parseBody(bytes, weight);
  const tally = new Tally<T>(signal.levels);
  if (body.garbled) tally.notes.push(GARBLED);
  tally.settleBody();
  const reading: JsonReading = { text: body.text, weight };
  const root = objectAt(body.root, 'body');
  for (const [index, raw] of listAt(root, signal, 0, signal.levels[0]).entries()) {
    tally.enterResource(index);
    readResourceRecords(reading, objectAt(raw, `${signal.levels[0]}[${index}]`), signal, tally);
  }
  return tally.decoded(weight.spent);
}

function readResourceRecords<T extends object>(
  reading: JsonReading,
  raw: Raw,
  signal: JsonSignal<T>,
  tally: Tally<T>,
): void {
  const place = tally.resourcePlace();
  const resource = readPart(field(raw, 'resource'), EMPTY_RESOURCE, tally.notes, (of) => ({
    attributes: attributesIn(reading, of),
  }));
  tally.settleResource();
  for (const [index, inner] of listAt(raw, signal, 1, `${place}.${signal.levels[1]}`).entries()) {
    tally.enterScope(index);
    readScopeRecords(reading, objectAt(inner, tally.scopePlace()), resource, signal, tally);
  }
}

function readScopeRecords<T extends object>(
  reading: JsonReading,
  raw: Raw,
  resource: Resource,
  signal: JsonSignal<T>,
  tally: Tally<T>,
): void {
  const scope = readPart(field(raw, 'scope'), EMPTY_SCOPE, tally.notes, (of) => readScope(reading, of));
  tally.settleScope();
  for (const [index, record] of listAt(raw, signal, 2, `${tally.scopePlace()}.${signal.levels[2]}`).entries()) {
    tally.settle(index, readRecord(reading, record, scope, resource, signal, tally.notes));
  }
}

function readRecord<T>(
  reading: JsonReading,
  raw: unknown,
  scope: Scope,
  resource: Resource,
  signal: JsonSignal<T>,
  notes: string[],
): T | string {
  if (!isRaw(raw)) return 'is not an object';
  try {
    return signal.read(reading, raw, scope, resource, notes);
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
    return error.message;
  }
}

const EMPTY_RESOURCE: Resource = { attributes: EMPTY };
const EMPTY_SCOPE: Scope = { name: '', version: undefined, attributes: EMPTY };

function readScope(reading: JsonReading, raw: Raw): Scope {
  return {
    name: nameIn(reading, raw, 'name'),
    version: nameIn(reading, raw, 'version') || undefined,
    attributes: attributesIn(reading, raw),
  };
}

/** Reads a resource or scope; where it cannot be read, the records below do without it. */
function readPart<T>(raw: unknown, empty: T, notes: string[], read: (raw: Raw) => T): T {
  if (raw === undefined) return empty;
  try {
    if (!isRaw(raw)) throw new UnreadableRecord('is not an object');
    return read(raw);
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
    notes.push(`${error.message}; left out`);
    return empty;
  }
}

function objectAt(raw: unknown, place: string): Raw {
  if (!isRaw(raw)) throw new MalformedBody('no object', place);
  return raw;
}

function listAt<T>(raw: Raw, signal: JsonSignal<T>, level: 0 | 1 | 2, place: string): readonly unknown[] {
  const list = field(raw, signal.levels[level], signal.snakes[level]);
  if (list === undefined) return NOTHING;
  if (!Array.isArray(list)) throw new MalformedBody('no list', place);
  return list;
}
