import { describe, expect, test, vi } from 'vitest';
import { BodyTooLarge, decodeLogs, decodeMetrics, decodeTraces, MalformedBody } from '../../src/otlp/decode.js';
import { faultAt } from '../../src/otlp/json-fault.js';
import { hexId, tracesOf } from '../support/otlp-payload.js';

// Several suites may share the machine.
vi.setConfig({ testTimeout: 60_000 });

const START = '1767225600000000000';
const TRACE = hexId(1, 32);
const SPAN = hexId(2, 16);
const valid = { traceId: TRACE, spanId: SPAN, name: 'one', startTimeUnixNano: START };

const readText = (text: string) => decodeTraces(Buffer.from(text), 'json');
const read = (...spans: object[]) => readText(JSON.stringify(tracesOf(spans)));
const valueRead = (value: unknown) => read({ ...valid, attributes: [{ key: 'k', value }] }).records[0]?.attributes.k;

describe('spellings', () => {
  const base64 = (id: string) => Buffer.from(id, 'hex').toString('base64');

  const SAME: [words: string, change: object, expected: object][] = [
    [
      'ids in capital letters',
      { traceId: TRACE.toUpperCase(), spanId: SPAN.toUpperCase() },
      { traceId: TRACE, spanId: SPAN },
    ],
    ['ids in base64', { traceId: base64(TRACE), spanId: base64(SPAN) }, { traceId: TRACE, spanId: SPAN }],
    ['ids in base64 without padding', { traceId: base64(TRACE).replace(/=/g, '') }, { traceId: TRACE }],
    ['a parent in base64', { parentSpanId: base64(SPAN) }, { parentSpanId: SPAN }],
    ['an empty parent', { parentSpanId: '' }, { parentSpanId: undefined }],
    ['a kind by name', { kind: 'SPAN_KIND_CLIENT' }, { kind: 'client' }],
    ['a kind in digits', { kind: '3' }, { kind: 'client' }],
    ['a status by name', { status: { code: 'STATUS_CODE_ERROR' } }, { status: { code: 'error', message: undefined } }],
    ['a time as number', { startTimeUnixNano: 1767225600000000000 }, { startedMs: 1767225600000 }],
    ['a time of leading zeros', { startTimeUnixNano: '0001767225600000000' }, { startedMs: 1767225600 }],
    [
      'fields that are null',
      { kind: null, status: null, events: null, attributes: null },
      { kind: 'unspecified', attributes: {} },
    ],
    ['fields that OTLP does not know', { hello: [{}], toString: 1 }, { name: 'one' }],
  ];

  test.each(SAME)('%s', (_words, change, expected) => {
    const decoded = read({ ...valid, ...change });
    expect(decoded.reasons).toEqual([]);
    expect(decoded.records).toMatchObject([expected]);
  });

  test('a whole request in snake case', () => {
    const span = {
      trace_id: TRACE,
      span_id: SPAN,
      parent_span_id: hexId(3, 16),
      name: 'one',
      start_time_unix_nano: START,
      end_time_unix_nano: '1767225601000000000',
      attributes: [
        { key: 'a', value: { string_value: 'x' } },
        { key: 'b', value: { int_value: '1' } },
        { key: 'c', value: { array_value: { values: [{ bool_value: true }, { double_value: 0.5 }] } } },
        { key: 'd', value: { kvlist_value: { values: [{ key: 'e', value: { bytes_value: 'AA==' } }] } } },
      ],
      events: [{ time_unix_nano: START, name: 'e' }],
      links: [{ trace_id: TRACE, span_id: SPAN }],
    };
    const { records } = readText(JSON.stringify({ resource_spans: [{ scope_spans: [{ spans: [span] }] }] }));
    expect(records).toMatchObject([
      {
        traceId: TRACE,
        parentSpanId: hexId(3, 16),
        endedMs: 1767225601000,
        attributes: { a: 'x', b: 1, c: [true, 0.5], d: { e: 'AA==' } },
        events: [{ atMs: 1767225600000 }],
        links: [{ traceId: TRACE, spanId: SPAN }],
      },
    ]);
  });

  test('logs in snake case, with a severity by name', () => {
    const record = {
      observed_time_unix_nano: START,
      severity_number: 'SEVERITY_NUMBER_WARN2',
      event_name: 'e',
      trace_id: TRACE,
    };
    const body = JSON.stringify({ resource_logs: [{ scope_logs: [{ log_records: [record] }] }] });
    expect(decodeLogs(Buffer.from(body), 'json').records).toMatchObject([
      { timeMs: 1767225600000, severity: 14, eventName: 'e', traceId: TRACE },
    ]);
  });

  const VALUES: [words: string, wire: unknown, value: unknown][] = [
    ['an integer as number', { intValue: 5 }, 5],
    ['an integer of more than 53 bits as number is text', { intValue: 2 ** 60 }, '1152921504606846976'],
    ['minus zero is zero', { intValue: '-0' }, 0],
    ['an integer that is no number stays what it is', { intValue: 'many' }, 'many'],
    ['not a number', { doubleValue: 'NaN' }, 'NaN'],
    ['infinity', { doubleValue: '-Infinity' }, '-Infinity'],
    ['a double as text', { doubleValue: '1.5' }, 1.5],
    ['a number too large for a double', { doubleValue: 'BIG' }, 'BIG'],
    ['base64 for URLs is base64', { bytesValue: '_-8' }, '/+8='],
    ['a bare text', 'x', 'x'],
    ['a bare number', 7, 7],
    ['a bare flag', true, true],
    ['a number where a text should be', { stringValue: 7 }, 7],
    ['an object where a text should be says nothing', { stringValue: {} }, null],
    ['a list in place of a value says nothing', [], null],
    ['a list that is no object says nothing', { arrayValue: [] }, null],
    ['null', null, null],
    ['half a surrogate pair is replaced', { stringValue: 'a\ud800b' }, 'a\uFFFDb'],
    ['NUL is removed', { stringValue: 'a\u0000b' }, 'ab'],
    ['a backslash before u is only a backslash', { stringValue: 'C:\\u0000' }, 'C:\\u0000'],
  ];

  test.each(VALUES)('value: %s', (_words, wire, value) => {
    expect(valueRead(wire)).toEqual(value);
  });

  test('a number beyond doubles is infinity in words', () => {
    const text = JSON.stringify(tracesOf([{ ...valid, attributes: [{ key: 'k', value: { doubleValue: 1 } }] }]));
    expect(readText(text.replace('"doubleValue":1', '"doubleValue":1e999')).records[0]?.attributes).toEqual({
      k: 'Infinity',
    });
  });

  test('NUL and surrogate halves in names and keys go as well', () => {
    const [span] = read({
      ...valid,
      name: 'a\0\udc00',
      attributes: [{ key: 'k\0', value: { boolValue: true } }],
    }).records;
    expect(span).toMatchObject({ name: 'a\uFFFD', attributes: { k: true } });
  });

  test('a byte order mark is stepped over', () => {
    expect(readText(`\uFEFF${JSON.stringify(tracesOf([valid]))}`).records).toHaveLength(1);
  });

  test('a __proto__ key of the document itself changes nothing', () => {
    const text = JSON.stringify(tracesOf([valid])).replace('"name":"one"', '"__proto__":{"name":"evil","kind":3}');
    expect(readText(text).records).toMatchObject([{ name: '', kind: 'unspecified' }]);
  });

  test('bytes that are no UTF-8 are replaced and told once for the body', () => {
    const body = Buffer.from(JSON.stringify(tracesOf([valid, valid])).replaceAll('one', 'on\x01'));
    const bad = Buffer.from(body.map((byte) => (byte === 1 ? 0xff : byte)));
    // JSON.stringify spells the control character as an escape, so put the raw byte where the escape stands.
    const raw = Buffer.from(bad.toString('latin1').replaceAll('\\u0001', '\xff'), 'latin1');
    const decoded = decodeTraces(raw, 'json');
    expect(decoded.records).toMatchObject([{ name: 'on\uFFFD' }, { name: 'on\uFFFD' }]);
    expect(decoded.reasons).toEqual(['body: text is not valid UTF-8; bad bytes replaced by U+FFFD']);
  });
});

describe('wrong types', () => {
  const REJECTED: [words: string, span: unknown, reason: string][] = [
    ['a span that is a text', 'x', 'is not an object'],
    ['a span that is null', null, 'is not an object'],
    ['a span that is a list', [], 'is not an object'],
    ['a trace id that is a number', { ...valid, traceId: 5 }, 'trace id is missing, all zero or not 16 bytes'],
    [
      'a trace id that is no hex',
      { ...valid, traceId: 'g'.repeat(32) },
      'trace id is missing, all zero or not 16 bytes',
    ],
    [
      'a time that is a date',
      { ...valid, startTimeUnixNano: '2026-01-01' },
      'start time is no number of nanoseconds before June 2255',
    ],
    ['a negative time', { ...valid, startTimeUnixNano: -5 }, 'start time is no number of nanoseconds before June 2255'],
    ['a name that is a number', { ...valid, name: 5 }, 'name is not a text'],
    ['attributes that are a map', { ...valid, attributes: { a: 1 } }, 'attributes is not a list'],
    ['an attribute that is a text', { ...valid, attributes: ['x'] }, 'an attribute is not an object'],
    ['events that are a text', { ...valid, events: 'x' }, 'events is not a list'],
    ['an event that is a number', { ...valid, events: [1] }, 'an event is not an object'],
    ['a status that is a text', { ...valid, status: 'error' }, 'status is not an object'],
  ];

  test.each(REJECTED)('%s is rejected by name, its neighbours are kept', (_words, span, reason) => {
    const decoded = read(valid, span as object, valid);
    expect(decoded.records).toHaveLength(2);
    expect(decoded.reasons).toEqual([`resourceSpans[0].scopeSpans[0].spans[1]: ${reason}; rejected`]);
  });

  test('a resource or scope that is no object costs only itself', () => {
    const body = { resourceSpans: [{ resource: 'x', scopeSpans: [{ scope: [], spans: [valid] }] }] };
    const decoded = readText(JSON.stringify(body));
    expect(decoded.records).toMatchObject([{ resource: { attributes: {} }, scope: { name: '' } }]);
    expect(decoded.reasons).toEqual([
      'resourceSpans[0].resource: is not an object; left out',
      'resourceSpans[0].scopeSpans[0].scope: is not an object; left out',
    ]);
  });

  const MALFORMED: [body: string, position: number | string][] = [
    ['[]', 'body'],
    ['5', 'body'],
    ['null', 'body'],
    ['{"resourceSpans":{}}', 'resourceSpans'],
    ['{"resourceSpans":[5]}', 'resourceSpans[0]'],
    ['{"resourceSpans":[{},{"scopeSpans":"x"}]}', 'resourceSpans[1].scopeSpans'],
    ['{"resourceSpans":[{"scopeSpans":[{},[]]}]}', 'resourceSpans[0].scopeSpans[1]'],
    ['{"resourceSpans":[{"scopeSpans":[{"spans":7}]}]}', 'resourceSpans[0].scopeSpans[0].spans'],
    ['', 0],
    ['   ', 3],
    ['{"resourceSpans":[}', 18],
    ['{"resourceSpans":[]} x', 21],
    ['{"resourceSpans":["\u20ac", x]}', 25],
    ['\uFEFF{"resourceSpans":[}', 21],
  ];

  test.each(MALFORMED)('%s is no request, and the fault is placed', (body, position) => {
    expect(() => readText(body)).toThrow(expect.objectContaining({ name: 'MalformedBody', position }));
  });

  test('the fault never quotes the body', () => {
    expect(() => readText('{"password":"hunter2" oops')).toThrow(/^body is not JSON at byte 22$/);
  });

  test.each(['[]', '{"resourceMetrics":5}', '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[1]}]}]}'])(
    'metrics: %s is no request',
    (body) => {
      expect(() => decodeMetrics(Buffer.from(body), 'json')).toThrow(MalformedBody);
    },
  );
});

describe('where a text stops being JSON', () => {
  const FAULTS: [text: string, at: number][] = [
    ['{"a":1', 6],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['[1}', 2],
    ['{"a":tru}', 5],
    ['[01]', 1],
    ['[+1]', 1],
    ['[1.]', 1],
    ['"a\nb"', 2],
    ['"\\x"', 2],
    ['"\\u12g4"', 2],
    ['"abc', 4],
    ['{} {}', 3],
    ['\u20ac', 0],
  ];

  test.each(FAULTS)('%j', (text, at) => {
    expect(faultAt(Buffer.from(text))).toBe(at);
    expect(() => JSON.parse(text)).toThrow();
  });

  test.each(['{"a":[1,-2.5e+3,true,false,null,"\\u00e9\\n",{}],"b":{"c":[]}}', ' [ ] ', '"x"', '-0'])(
    '%s has no fault',
    (text) => {
      expect(faultAt(Buffer.from(text))).toBe(Buffer.byteLength(text));
      expect(() => JSON.parse(text)).not.toThrow();
    },
  );
});

describe('bodies that grow when parsed', () => {
  const MIB = 1024 * 1024;

  test.each(['[', '{"a":', '[],', '{},', '0,'])('16 MiB of %s are refused before they are parsed', (part) => {
    const body = Buffer.alloc(16 * MIB, part);
    body.write('[', 0);
    expect(() => decodeTraces(body, 'json', 64 * MIB)).toThrow(BodyTooLarge);
  });

  test('brackets inside texts cost nothing', () => {
    const span = { ...valid, attributes: [{ key: 'k', value: { stringValue: '[{,"\\'.repeat(400_000) } }] };
    const body = Buffer.from(JSON.stringify(tracesOf([span])));
    expect(decodeTraces(body, 'json', MIB).records).toHaveLength(1);
  });

  test('lists nested half a million deep in an unknown field are stepped over', () => {
    const depth = 500_000;
    const text = JSON.stringify(tracesOf([valid])).replace(
      '"name"',
      `"unknown":${'['.repeat(depth)}${']'.repeat(depth)},"name"`,
    );
    expect(readText(text).records).toHaveLength(1);
  });

  test('lists nested half a million deep in a value refuse the span only', () => {
    const depth = 150_000;
    const open = '{"arrayValue":{"values":['.repeat(depth);
    const text = JSON.stringify(tracesOf([valid, { ...valid, name: 'deep', attributes: ['HERE'] }])).replace(
      '"HERE"',
      `{"key":"k","value":${open}${']}}'.repeat(depth)}}`,
    );
    const decoded = readText(text);
    expect(decoded.records).toHaveLength(1);
    expect(decoded.reasons).toEqual([expect.stringContaining('nested deeper than 64 levels; rejected')]);
  });
});
