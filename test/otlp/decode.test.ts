import { describe, expect, test } from 'vitest';
import type { LogRecord, Span } from '../../src/model/span.js';
import { type Decoded, decodeLogs, decodeMetrics, decodeTraces } from '../../src/otlp/decode.js';
import { attribute, hexId, tracesOf, withBytes } from '../support/otlp-payload.js';
import { encode } from '../support/otlp-schema.js';

const TRACE = hexId(1, 32);
const START = '1767225600123456789';
const END = '1767225601000000000';

function span(change: object = {}): object {
  return {
    traceId: TRACE,
    spanId: hexId(2, 16),
    name: 'execute_tool x',
    startTimeUnixNano: START,
    endTimeUnixNano: END,
    ...change,
  };
}

function logsOf(...logRecords: object[]): object {
  return { resourceLogs: [{ resource: {}, scopeLogs: [{ scope: { name: 'cli' }, logRecords }] }] };
}

type Reader<T> = (request: object) => Decoded<T>;

const READERS: [encoding: string, traces: Reader<Span>, logs: Reader<LogRecord>][] = [
  [
    'protobuf',
    (request) => decodeTraces(encode('Traces', withBytes(request)), 'protobuf'),
    (request) => decodeLogs(encode('Logs', withBytes(request)), 'protobuf'),
  ],
  [
    'json',
    (request) => decodeTraces(Buffer.from(JSON.stringify(request)), 'json'),
    (request) => decodeLogs(Buffer.from(JSON.stringify(request)), 'json'),
  ],
];

const list = (...values: object[]) => ({ arrayValue: { values } });
const map = (...values: object[]) => ({ kvlistValue: { values } });

function nested(levels: number): object {
  let value: object = { stringValue: 'deep' };
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? list(value) : map({ key: 'k', value });
  return value;
}

describe.each(READERS)('%s', (_encoding, readTraces, readLogs) => {
  const readSpan = (change: object) => readTraces(tracesOf([span(change)]));
  const one = (change: object) => readSpan(change).records[0];
  const read = (value: object) => one({ attributes: [{ key: 'k', value }] })?.attributes.k;

  test('a span comes out whole', () => {
    const event = { timeUnixNano: START, name: 'exception', attributes: [attribute('exception.type', 'E')] };
    const link = { traceId: hexId(7, 32), spanId: hexId(8, 16) };
    const decoded = readSpan({
      parentSpanId: hexId(3, 16),
      kind: 3,
      attributes: [attribute('a', 'x'), attribute('b', 2)],
      events: [event],
      links: [link],
      status: { code: 2, message: 'no' },
    });
    expect(decoded).toMatchObject({ rejected: 0, reasons: [] });
    expect(decoded.records).toEqual([
      {
        traceId: TRACE,
        spanId: hexId(2, 16),
        parentSpanId: hexId(3, 16),
        name: 'execute_tool x',
        kind: 'client',
        startedMs: 1767225600123.457,
        endedMs: 1767225601000,
        status: { code: 'error', message: 'no' },
        attributes: { a: 'x', b: 2 },
        events: [{ name: 'exception', atMs: 1767225600123.457, attributes: { 'exception.type': 'E' } }],
        links: [link],
        scope: { name: 'agent.tools', version: '1.4.0', attributes: {} },
        resource: { attributes: { 'service.name': 'shop-agent', 'service.version': '4.2.0', 'host.name': 'node-7' } },
      },
    ]);
  });

  test('what a span does not say stays unknown', () => {
    expect(one({ name: undefined, endTimeUnixNano: undefined })).toMatchObject({
      name: '',
      kind: 'unspecified',
      parentSpanId: undefined,
      endedMs: undefined,
      status: { code: 'unset', message: undefined },
      attributes: {},
      events: [],
      links: [],
    });
  });

  test('an empty request, an empty resource and an empty scope hold nothing', () => {
    expect(readTraces({})).toMatchObject({ records: [], rejected: 0, reasons: [] });
    expect(readTraces({ resourceSpans: [{}, { scopeSpans: [{}] }] }).records).toEqual([]);
  });

  const VALUES: [words: string, wire: object, value: unknown][] = [
    ['a text', { stringValue: 'é€😀' }, 'é€😀'],
    ['an empty text', { stringValue: '' }, ''],
    ['false', { boolValue: false }, false],
    ['a negative integer', { intValue: '-42' }, -42],
    ['the largest safe integer', { intValue: '9007199254740991' }, 9007199254740991],
    ['an integer that a double would round is text', { intValue: '9007199254740993' }, '9007199254740993'],
    ['the smallest 64-bit integer is text', { intValue: '-9223372036854775808' }, '-9223372036854775808'],
    ['a fraction', { doubleValue: 0.1 }, 0.1],
    ['bytes are base64', { bytesValue: 'AAEC/w==' }, 'AAEC/w=='],
    ['a list', list({ intValue: '1' }, { stringValue: 'b' }, list()), [1, 'b', []]],
    ['a map', map({ key: 'a', value: map({ key: 'b', value: { boolValue: true } }) }), { a: { b: true } }],
    ['an empty map', map(), {}],
    ['a value that is not set is null', {}, null],
    ['a list in which a value is not set', list({}), [null]],
    ['a text with NUL loses it', { stringValue: 'a\0b' }, 'ab'],
  ];

  test.each(VALUES)('value: %s', (_words, wire, value) => {
    expect(read(wire)).toEqual(value);
  });

  test('values 64 levels deep are read, deeper ones refuse the span and keep its neighbours', () => {
    const deep = (levels: number) =>
      span({ attributes: [{ key: 'k', value: nested(levels) }, attribute('after', 1)], flags: 1 });
    const decoded = readTraces(tracesOf([span(), deep(65), deep(64)]));
    expect(decoded.records).toHaveLength(2);
    expect(decoded.records[1]?.scope.name).toBe('agent.tools');
    expect(JSON.stringify(decoded.records[1]?.attributes.k)).toContain('"deep"');
    expect(decoded.reasons).toEqual([
      'resourceSpans[0].scopeSpans[0].spans[1]: a value is nested deeper than 64 levels; rejected',
    ]);
  });

  test.each([list, (value: object) => map({ key: 'k', value })])(
    'lists alone and maps alone are held to 64 levels',
    (wrap) => {
      const deep = (levels: number) => {
        let value: object = { boolValue: true };
        for (let i = 0; i < levels; i++) value = wrap(value);
        return span({ attributes: [{ key: 'k', value }] });
      };
      expect(readTraces(tracesOf([deep(64), deep(65)]))).toMatchObject({ records: [{}], rejected: 1 });
    },
  );

  test('a deep value in a resource or scope costs only those attributes', () => {
    const attributes = [{ key: 'k', value: nested(70) }];
    const decoded = readTraces({
      resourceSpans: [
        { resource: { attributes }, scopeSpans: [{ scope: { name: 's', attributes }, spans: [span()] }] },
      ],
    });
    expect(decoded.records).toHaveLength(1);
    expect(decoded.rejected).toBe(0);
    expect(decoded.reasons).toHaveLength(2);
    expect(decoded.reasons[0]).toMatch(/^resourceSpans\[0\]\.resource: a value is nested deeper/);
    expect(decoded.reasons[1]).toMatch(/^resourceSpans\[0\]\.scopeSpans\[0\]\.scope: a value is nested deeper/);
  });

  const REJECTED: [words: string, change: object, reason: string][] = [
    ['without trace id', { traceId: undefined }, 'trace id is missing, all zero or not 16 bytes'],
    ['with a zero trace id', { traceId: '0'.repeat(32) }, 'trace id is missing, all zero or not 16 bytes'],
    ['with a short trace id', { traceId: TRACE.slice(2) }, 'trace id is missing, all zero or not 16 bytes'],
    ['without span id', { spanId: '' }, 'span id is missing, all zero or not 8 bytes'],
    ['with a zero span id', { spanId: '0'.repeat(16) }, 'span id is missing, all zero or not 8 bytes'],
    ['with a span id as long as a trace id', { spanId: TRACE }, 'span id is missing, all zero or not 8 bytes'],
    ['without start', { startTimeUnixNano: undefined }, 'start time is missing'],
    [
      'that starts at the end of 64 bits',
      { startTimeUnixNano: '18446744073709551615' },
      'start time is no number of nanoseconds before June 2255',
    ],
  ];

  test.each(REJECTED)('a span %s is rejected by name, its neighbours are kept', (_words, change, reason) => {
    const decoded = readTraces({
      resourceSpans: [
        { scopeSpans: [{ spans: [span()] }, { spans: [span(), span(change), span()] }] },
        { scopeSpans: [{ spans: [span()] }] },
      ],
    });
    expect(decoded.records).toHaveLength(4);
    expect(decoded.rejected).toBe(1);
    expect(decoded.reasons).toEqual([`resourceSpans[0].scopeSpans[1].spans[1]: ${reason}; rejected`]);
  });

  const MENDED: [words: string, change: object, expected: object, note: string | undefined][] = [
    [
      'that ends before it starts',
      { endTimeUnixNano: '1000' },
      { endedMs: undefined },
      'end is before start; end taken as unknown',
    ],
    ['that ends as it starts', { endTimeUnixNano: START }, { endedMs: 1767225600123.457 }, undefined],
    [
      'that ends at the end of 64 bits',
      { endTimeUnixNano: '18446744073709551615' },
      { endedMs: undefined },
      'end time is no number of nanoseconds before June 2255; taken as unknown',
    ],
    ['with a zero parent', { parentSpanId: '0'.repeat(16) }, { parentSpanId: undefined }, undefined],
    [
      'with a parent of 16 bytes',
      { parentSpanId: TRACE },
      { parentSpanId: undefined },
      'parent span id is not 8 bytes; taken as unknown',
    ],
    ['of an unknown kind', { kind: 77 }, { kind: 'unspecified' }, undefined],
    ['with an unknown status', { status: { code: 9 } }, { status: { code: 'unset', message: undefined } }, undefined],
    ['with a link that points nowhere', { links: [{ traceId: TRACE }] }, { links: [] }, undefined],
    ['with a NUL in its name', { name: 'a\0b' }, { name: 'ab' }, undefined],
  ];

  test.each(MENDED)('a span %s is kept', (_words, change, expected, note) => {
    const decoded = readSpan(change);
    expect(decoded.records).toMatchObject([expected]);
    expect(decoded.rejected).toBe(0);
    expect(decoded.reasons).toEqual(note === undefined ? [] : [`resourceSpans[0].scopeSpans[0].spans[0]: ${note}`]);
  });

  test('a span that is rejected has no other notes', () => {
    const { reasons } = readSpan({ spanId: '', endTimeUnixNano: '1', parentSpanId: TRACE });
    expect(reasons).toEqual([expect.stringMatching(/span id is missing.*; rejected$/)]);
  });

  test('however many spans are bad, ten reasons are given and the rest is counted', () => {
    const decoded = readTraces(tracesOf(Array.from({ length: 500 }, () => span({ spanId: '' }))));
    expect(decoded.rejected).toBe(500);
    expect(decoded.reasons).toHaveLength(11);
    expect(decoded.reasons[10]).toBe('and 490 more');
  });

  test('names of a million characters are cut, and different ones stay different', () => {
    const long = 'x'.repeat(1_000_000);
    const [first, again, other] = [long, long, `${long}y`].map((name) =>
      one({ name, attributes: [attribute('gen_ai.tool.name', name), attribute(name, 1)] }),
    );
    const cut = first?.attributes['gen_ai.tool.name'];
    expect(first?.name).toMatch(/^x{239}…[0-9a-f]{16}$/);
    expect(cut).toBe(first?.name);
    expect(Object.keys(first?.attributes ?? {})).toEqual(['gen_ai.tool.name', cut]);
    expect(again?.name).toBe(first?.name);
    expect(other?.name).not.toBe(first?.name);
  });

  test('arguments and results of a million characters are kept whole', () => {
    const long = JSON.stringify({ name: 'x'.repeat(1_000_000) });
    const keys = ['gen_ai.tool.call.arguments', 'input.value', 'tool.input.name', 'message.content.id'];
    const { attributes } = one({ attributes: keys.map((key) => attribute(key, long)) }) as Span;
    expect(keys.map((key) => (attributes[key] as string).length)).toEqual(keys.map(() => long.length));
  });

  test('of two attributes with one key the last counts', () => {
    expect(one({ attributes: [attribute('k', 1), attribute('k', 'two')] })?.attributes).toEqual({ k: 'two' });
  });

  test('maps have no prototype, and __proto__ is only a key', () => {
    const poison = { key: '__proto__', value: map({ key: 'polluted', value: { boolValue: true } }) };
    const record = one({ attributes: [poison, { key: 'm', value: map(poison) }] }) as Span;
    expect(Object.getPrototypeOf(record.attributes)).toBe(null);
    expect(Object.getPrototypeOf(record.attributes.m)).toBe(null);
    expect(Object.keys(record.attributes)).toEqual(['__proto__', 'm']);
    expect(Object.values(record.attributes)[0]).toEqual({ polluted: true });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('a log record comes out whole', () => {
    const log = {
      timeUnixNano: START,
      observedTimeUnixNano: END,
      severityNumber: 9,
      body: map({ key: 'a', value: { intValue: '1' } }),
      attributes: [attribute('event.name', 'tool_result')],
      traceId: TRACE,
      spanId: hexId(2, 16),
      eventName: 'tool_result',
    };
    expect(readLogs(logsOf(log)).records).toEqual([
      {
        timeMs: 1767225600123.457,
        severity: 9,
        eventName: 'tool_result',
        body: { a: 1 },
        attributes: { 'event.name': 'tool_result' },
        traceId: TRACE,
        spanId: hexId(2, 16),
        scope: { name: 'cli', version: undefined, attributes: {} },
        resource: { attributes: {} },
      },
    ]);
  });

  test('a log record without ids, severity, name and body is kept, at its observed time', () => {
    const { records, reasons } = readLogs(logsOf({ observedTimeUnixNano: END, traceId: '00', severityNumber: 0 }));
    expect(reasons).toEqual([]);
    expect(records).toMatchObject([
      {
        timeMs: 1767225601000,
        severity: undefined,
        eventName: undefined,
        body: undefined,
        traceId: undefined,
        spanId: undefined,
      },
    ]);
  });

  test('a log record without any time is rejected by name', () => {
    const decoded = readLogs(logsOf({ timeUnixNano: START }, { severityNumber: 9 }));
    expect(decoded.records).toHaveLength(1);
    expect(decoded.reasons).toEqual([
      'resourceLogs[0].scopeLogs[0].logRecords[1]: time and observed time are missing; rejected',
    ]);
  });
});

describe('metrics', () => {
  const points = (count: number) => ({ dataPoints: Array.from({ length: count }, () => ({ timeUnixNano: START })) });
  const request = {
    resourceMetrics: [
      {
        scopeMetrics: [
          { metrics: [{ name: 'a', gauge: points(2) }, { name: 'b', sum: points(1) }, { name: 'none' }] },
          {},
        ],
      },
      {
        scopeMetrics: [
          { metrics: [{ histogram: points(3) }, { exponentialHistogram: points(4) }, { summary: points(5) }] },
        ],
      },
    ],
  };

  test('data points of every kind are counted in protobuf and JSON', () => {
    expect(decodeMetrics(encode('Metrics', request), 'protobuf')).toBe(15);
    expect(decodeMetrics(Buffer.from(JSON.stringify(request)), 'json')).toBe(15);
  });

  test('nothing is no points', () => {
    expect(decodeMetrics(Buffer.alloc(0), 'protobuf')).toBe(0);
    expect(decodeMetrics(Buffer.from('{}'), 'json')).toBe(0);
  });
});
