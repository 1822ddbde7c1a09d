import { field, type JsonReading, type Raw, textIn } from './json-values.js';
import { BAD_PARENT } from './span-draft.js';
import { boundedName } from './text.js';
import { msOfJson } from './times.js';

/** A name, bounded. */
export function nameIn(reading: JsonReading, raw: Raw, camel: string, snake?: string): string {
  return boundedName(textIn(reading, raw, camel, snake));
}

/** A time in nanoseconds, as text or number, in milliseconds; 0 where it is not set, undefined where it is none. */
export function timeIn(raw: Raw, camel: string, snake: string): number | undefined {
  const value = field(raw, camel, snake);
  return value === undefined || value === '' ? 0 : msOfJson(value);
}

/**
 * An id of `size` bytes as lower-case hex; empty where it is missing, invalid or all zero. OTLP/JSON spells ids in hex of
 * either case; base64 is what protobuf's own JSON printers write, and its length tells it apart.
 */
export function idIn(raw: Raw, camel: string, snake: string, size: number): string {
  const value = field(raw, camel, snake);
  return typeof value === 'string' ? idOf(value, size) : '';
}

function idOf(text: string, size: number): string {
  const hex = text.length === size * 2 ? text.toLowerCase() : fromBase64(text, size);
  return /^[0-9a-f]+$/.test(hex) && !/^0+$/.test(hex) ? hex : '';
}

function fromBase64(text: string, size: number): string {
  const bare = text.replace(/=+$/, '');
  if (bare.length !== Math.ceil((size * 4) / 3) || !/^[\w+/-]+$/.test(bare)) return '';
  return Buffer.from(bare, 'base64').toString('hex');
}

/** The parent's id. All zero means "no parent" in some exporters; anything else that is no id is a parent that cannot be known. */
export function parentIn(raw: Raw, size: number, notes: string[]): string | undefined {
  const value = field(raw, 'parentSpanId', 'parent_span_id');
  const id = idIn(raw, 'parentSpanId', 'parent_span_id', size);
  const none = value === undefined || value === '' || value === '0'.repeat(size * 2);
  if (id === '' && !none) notes.push(BAD_PARENT);
  return id || undefined;
}

/** An enum as number, as digits or as name with its prefix; undefined where it is unknown. */
export function enumOf<T extends string>(value: unknown, words: readonly T[], prefix: string): T | undefined {
  if (typeof value === 'number') return words[value];
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,3}$/.test(value)) return words[Number(value)];
  const word = value.replace(prefix, '').toLowerCase();
  return words.find((known) => known === word);
}

/** The six ranges of severity, four numbers each, from 1 on. */
const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];

/** A severity number, as number, as digits or as name. */
export function severityNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return 0;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const [, word = '', step = '1'] = /^(?:SEVERITY_NUMBER_)?([A-Z]+)([2-4])?$/.exec(value) ?? [];
  const range = SEVERITIES.indexOf(word);
  return range < 0 ? 0 : range * 4 + Number(step);
}
