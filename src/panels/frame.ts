import { type Field, type FieldType, type Frame, FrameError } from './field.js';
import { fillGaps } from './fill.js';
import type { Fill, Range } from './macros.js';
import { longToWide } from './wide.js';

/** How a query's rows are to be read. */
export type Format = 'table' | 'time_series';

/** A query result with every value as Postgres wrote it. */
export interface RawResult {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Postgres type numbers that become something other than text. */
const TYPES: ReadonlyMap<number, FieldType> = new Map([
  [16, 'boolean'],
  [20, 'number'],
  [21, 'number'],
  [23, 'number'],
  [114, 'json'],
  [700, 'number'],
  [701, 'number'],
  [1082, 'time'],
  [1114, 'time'],
  [1184, 'time'],
  [1700, 'number'],
  [3802, 'json'],
]);

/** Turns a result into the frame that Grafana would build from it. */
export function toFrame(result: RawResult, format: Format, after?: { fill: Fill | undefined; range: Range }): Frame {
  if (result.rows.length === 0) return { fields: [] };
  const columns = result.fields.map((field, index) => {
    const type = TYPES.get(field.dataTypeID) ?? 'string';
    return { name: field.name, type, labels: {}, values: result.rows.map((row) => parsed(type, row[index] ?? null)) };
  });
  const timed = columns.map((field) => (isTimeColumn(field.name, format) ? asTime(field) : field));
  if (format === 'table') return { fields: timed };
  const series = asSeries(timed);
  return after?.fill ? fillGaps(series, after.fill, after.range) : series;
}

function isTimeColumn(name: string, format: Format): boolean {
  return name === 'time' || (format === 'table' && name.toLowerCase() === 'timeend');
}

function parsed(type: FieldType, text: string | null): unknown {
  if (text === null || type === 'string') return text;
  if (type === 'number') return Number(text);
  if (type === 'boolean') return text === 't';
  return type === 'json' ? JSON.parse(text) : timeOf(text);
}

/** Reads Postgres' ISO date style. A time without zone is UTC; infinity is no time. */
function timeOf(text: string): number | null {
  const match = /^(\d{4,}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d(?:\.\d+)?))?([+-]\d\d(?::?\d\d)?)?$/.exec(text);
  if (!match) return null;
  const zone = match[3] === undefined ? 'Z' : match[3].length === 3 ? `${match[3]}:00` : match[3];
  const at = Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}${zone}`);
  return Number.isNaN(at) ? null : at;
}

function asTime(field: Field): Field {
  if (field.type === 'time') return field;
  if (field.type !== 'number')
    throw new FrameError('converting time columns failed: unable to convert data to a time field');
  return {
    ...field,
    type: 'time',
    values: field.values.map((value) => (value === null ? null : epochMs(value as number))),
  };
}

/** Ten digits are seconds, nineteen nanoseconds, anything else milliseconds already. */
function epochMs(value: number): number {
  const digits = Math.floor(Math.log10(Math.abs(value)));
  if (digits === 9) return value * 1000;
  return Math.trunc(digits === 18 ? value / 1e6 : value);
}

function asSeries(fields: readonly Field[]): Frame {
  if (!fields.some(({ name }) => name === 'time'))
    throw new FrameError('db has no time column: time column is missing');
  const numbers = fields.map((field) => (field.name === 'time' || field.type === 'string' ? field : asNumber(field)));
  return { fields: longToWide(numbers) };
}

function asNumber(field: Field): Field {
  if (field.type === 'number') return field;
  if (field.type === 'json') throw new FrameError(`convert value to float failed: column ${field.name} is json`);
  return { ...field, type: 'number', values: field.values.map((value) => (value === null ? null : Number(value))) };
}
