import { describe, expect, test } from 'vitest';
import { FrameError } from '../../src/panels/field.js';
import { type RawResult, toFrame } from '../../src/panels/frame.js';
import type { Fill } from '../../src/panels/macros.js';

/** Postgres' type numbers by the name of the type. */
const OID = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  json: 114,
  float4: 700,
  float8: 701,
  inet: 869,
  textArray: 1009,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  numeric: 1700,
  uuid: 2950,
  jsonb: 3802,
} as const;

type Columns = Readonly<Record<string, keyof typeof OID>>;

function result(columns: Columns, ...rows: (string | null)[][]): RawResult {
  return { fields: Object.entries(columns).map(([name, type]) => ({ name, dataTypeID: OID[type] })), rows };
}

const T0 = Date.UTC(2026, 10, 1);
const at = (minutes: number) => `2026-11-01 00:${String(minutes).padStart(2, '0')}:00+00`;

describe('what a column becomes', () => {
  test.each<[keyof typeof OID, string, string, unknown]>([
    ['bool', 't', 'boolean', true],
    ['bool', 'f', 'boolean', false],
    ['int2', '7', 'number', 7],
    ['int4', '-7', 'number', -7],
    ['int8', '9007199254740993', 'number', 9007199254740992],
    ['numeric', '1.50', 'number', 1.5],
    ['float4', '0.5', 'number', 0.5],
    ['float8', 'NaN', 'number', Number.NaN],
    ['json', '{"a":1}', 'json', { a: 1 }],
    ['jsonb', '[1]', 'json', [1]],
    ['timestamptz', '2026-11-01 00:00:00.25+00', 'time', T0 + 250],
    ['timestamptz', '2026-11-01 05:30:00+05:30', 'time', T0],
    ['timestamptz', 'infinity', 'time', null],
    ['timestamp', '2026-11-01 00:00:00', 'time', T0],
    ['date', '2026-11-01', 'time', T0],
    ['text', '12', 'string', '12'],
    ['uuid', 'a-b', 'string', 'a-b'],
    ['interval', '01:00:00', 'string', '01:00:00'],
    ['textArray', '{a,b}', 'string', '{a,b}'],
    ['inet', '127.0.0.1', 'string', '127.0.0.1'],
  ])('%s %s', (type, text, expectedType, value) => {
    expect(toFrame(result({ x: type }, [text]), 'table').fields).toEqual([
      { name: 'x', type: expectedType, labels: {}, values: [value] },
    ]);
  });

  test('SQL null stays null in every type', () => {
    const columns: Columns = { a: 'int4', b: 'text', c: 'jsonb', d: 'timestamptz', e: 'bool' };
    const frame = toFrame(result(columns, [null, null, null, null, null]), 'table');
    expect(frame.fields.map(({ values }) => values[0])).toEqual([null, null, null, null, null]);
  });

  test('no rows is a frame without fields', () => {
    expect(toFrame(result({ x: 'int4' }), 'table')).toEqual({ fields: [] });
    expect(toFrame(result({ time: 'timestamptz', x: 'int4' }), 'time_series')).toEqual({ fields: [] });
  });
});

describe('the time column', () => {
  test.each<[string, keyof typeof OID, string]>([
    ['ten digits are seconds', 'int8', '1793491200'],
    ['thirteen are milliseconds', 'int8', '1793491200000'],
    ['nineteen are nanoseconds', 'int8', '1793491200000000000'],
    ['seconds with decimals', 'numeric', '1793491200.0'],
    ['a timestamp is a time already', 'timestamptz', '2026-11-01 00:00:00+00'],
  ])('%s', (_, type, text) => {
    const { fields } = toFrame(result({ time: type }, [text]), 'table');
    expect(fields[0]).toMatchObject({ type: 'time', values: [T0] });
  });

  test('must be spelt time', () => {
    expect(toFrame(result({ Time: 'int8' }, ['1793491200']), 'table').fields[0]?.type).toBe('number');
  });

  test('timeend is one too, in tables only, whatever its case', () => {
    const rows = result({ time: 'timestamptz', timeEnd: 'int8' }, [at(0), '1793491200']);
    expect(toFrame(rows, 'table').fields[1]).toMatchObject({ type: 'time', values: [T0] });
    expect(toFrame(rows, 'time_series').fields[1]?.type).toBe('number');
  });

  test('of text is refused', () => {
    expect(() => toFrame(result({ time: 'text' }, ['x']), 'table')).toThrow(FrameError);
  });
});

describe('time series', () => {
  test('numbers stay beside each other where nothing is text', () => {
    const { fields } = toFrame(result({ time: 'timestamptz', a: 'int4', b: 'bool' }, [at(0), '1', 't']), 'time_series');
    expect(fields.map(({ name, type, values }) => [name, type, values])).toEqual([
      ['time', 'time', [T0]],
      ['a', 'number', [1]],
      ['b', 'number', [1]],
    ]);
  });

  test('a text column called metric names the series', () => {
    const rows = result(
      { time: 'timestamptz', metric: 'text', value: 'int8' },
      [at(0), 'b', '1'],
      [at(0), 'a', '2'],
      [at(1), 'a', '3'],
    );
    expect(toFrame(rows, 'time_series').fields).toEqual([
      { name: 'time', type: 'time', labels: {}, values: [T0, T0 + 60_000] },
      { name: 'a', type: 'number', labels: {}, values: [2, 3] },
      { name: 'b', type: 'number', labels: {}, values: [1, null] },
    ]);
  });

  test('any other text column is a label; so is an interval', () => {
    const rows = result({ time: 'timestamptz', tool: 'text', took: 'interval', n: 'int4' }, [at(0), 'x', '01:00', '1']);
    expect(toFrame(rows, 'time_series').fields[1]).toMatchObject({ name: 'n', labels: { tool: 'x', took: '01:00' } });
  });

  test('a missing text is the empty label', () => {
    const rows = result({ time: 'timestamptz', tool: 'text', n: 'int4' }, [at(0), null, '1']);
    expect(toFrame(rows, 'time_series').fields[1]?.labels).toEqual({ tool: '' });
  });

  test.each<[string, RawResult, string]>([
    ['without a time column', result({ a: 'int4' }, ['1']), 'time column is missing'],
    ['json as a value', result({ time: 'timestamptz', a: 'jsonb' }, [at(0), '1']), 'column a is json'],
    [
      'long rows that go back in time',
      result({ time: 'timestamptz', m: 'text', a: 'int4' }, [at(1), 'x', '1'], [at(0), 'x', '1']),
      'sorted ascending by time',
    ],
    [
      'long rows without a time',
      result({ time: 'timestamptz', m: 'text', a: 'int4' }, [null, 'x', '1']),
      'null time values',
    ],
  ])('%s is refused', (_, rows, message) => {
    expect(() => toFrame(rows, 'time_series')).toThrow(message);
  });
});

describe('gaps are filled after the query', () => {
  const rows = result(
    { time: 'timestamptz', metric: 'text', value: 'int4' },
    [at(1), 'a', '5'],
    [at(3), 'a', '7'],
    [at(3), 'b', '1'],
  );
  const range = { fromMs: T0 + 30_000, toMs: T0 + 4 * 60_000 + 30_000 };
  const filled = (fill: Omit<Fill, 'intervalMs'>) =>
    toFrame(rows, 'time_series', { fill: { ...fill, intervalMs: 60_000 }, range }).fields;

  test('from the start of the range, floored, to its end', () => {
    expect(filled({ mode: 'null' })[0]?.values).toEqual([0, 1, 2, 3, 4].map((minute) => T0 + minute * 60_000));
  });

  test.each<[string, Omit<Fill, 'intervalMs'>, unknown[]]>([
    ['NULL', { mode: 'null' }, [null, 5, null, 7, null]],
    ['previous', { mode: 'previous' }, [null, 5, 5, 7, 7]],
    ['a number', { mode: 'value', value: 0 }, [0, 5, 0, 7, 0]],
  ])('with %s', (_, fill, expected) => {
    expect(filled(fill)[1]?.values).toEqual(expected);
  });

  test('only labels that occur are filled, and none where there are no rows', () => {
    expect(filled({ mode: 'value', value: 0 }).map(({ name }) => name)).toEqual(['time', 'a', 'b']);
    const none = result({ time: 'timestamptz', value: 'int4' });
    expect(toFrame(none, 'time_series', { fill: { mode: 'null', intervalMs: 60_000 }, range }).fields).toEqual([]);
  });

  test('a grid of more than a million points stays as it is', () => {
    const wide = { fromMs: 0, toMs: 2e9 };
    const fill: Fill = { mode: 'value', value: 0, intervalMs: 1_000 };
    expect(toFrame(rows, 'time_series', { fill, range: wide }).fields[0]?.values).toHaveLength(2);
  });
});
