import { describe, expect, test, vi } from 'vitest';
import { BodyTooLarge, decodeLogs, decodeMetrics, decodeTraces, MalformedBody } from '../../src/otlp/decode.js';
import { hexId, payload, tracesOf, withBytes } from '../support/otlp-payload.js';
import { encode } from '../support/otlp-schema.js';

// Several suites may share the machine.
vi.setConfig({ testTimeout: 60_000 });

const START = '1767225600000000000';
const valid = { traceId: hexId(1, 32), spanId: hexId(2, 16), name: 'one', startTimeUnixNano: START };

/** Bytes from hex with spaces, for messages written by hand. */
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** A length-delimited field. */
function field(number: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  let rest = body.length;
  for (; rest >= 0x80; rest >>>= 7) length.push((rest & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, rest]), body]);
}

const IDS = Buffer.concat([field(1, Buffer.alloc(16, 1)), field(2, Buffer.alloc(8, 2))]);
const STARTED = hex('39 0000f4e8 6b1c8618');
const GOOD = Buffer.concat([IDS, STARTED]);

/** A request with one span of these bytes. */
const request = (span: Buffer) => field(1, field(2, field(2, span)));
const read = (span: Buffer) => decodeTraces(request(span), 'protobuf');

function fault(run: () => unknown): MalformedBody {
  try {
    run();
  } catch (error) {
    if (error instanceof MalformedBody) return error;
    throw error;
  }
  throw new Error('was read without fault');
}

describe('truncation', () => {
  const whole = encode('Traces', withBytes(tracesOf([{ ...valid, events: [{ name: 'e', attributes: [] }] }])));

  test('a request cut at any byte is malformed, and the position lies within it', () => {
    for (let length = 1; length < whole.length; length++) {
      const { position } = fault(() => decodeTraces(whole.subarray(0, length), 'protobuf'));
      expect(position).toBeLessThanOrEqual(length);
    }
  });

  test('a request cut between two resources is a shorter request', () => {
    const twice = Buffer.concat([whole, whole]);
    expect(decodeTraces(twice, 'protobuf').records).toHaveLength(2);
    expect(decodeTraces(twice.subarray(0, whole.length), 'protobuf').records).toHaveLength(1);
  });

  test('a large request cut anywhere is malformed', () => {
    const large = encode('Traces', withBytes(payload(20)));
    for (let length = 1; length < large.length; length += 7) {
      expect(() => decodeTraces(large.subarray(0, length), 'protobuf')).toThrow(MalformedBody);
    }
  });

  test('a body that is a view into larger memory ends where the view ends', () => {
    const memory = new Uint8Array(whole.length + 100);
    memory.set(whole, 50);
    expect(decodeTraces(memory.subarray(50, 50 + whole.length), 'protobuf').records).toHaveLength(1);
    expect(() => decodeTraces(memory.subarray(50, 49 + whole.length), 'protobuf')).toThrow(MalformedBody);
  });
});

describe('what is no protobuf', () => {
  const FAULTS: [words: string, span: Buffer][] = [
    ['a field number 0', hex('00 01')],
    ['wire type 6', hex('0e')],
    ['wire type 7', hex('0f')],
    ['a group that ends without having begun', hex('fc 07')],
    ['a group without end', hex('fb 07 08 01')],
    ['a group closed by another number', hex('fb 07 f4 07')],
    ['a tag of more than 32 bits', hex('ff ff ff ff 7f')],
    ['a tag whose bits above 32 would be lost', hex('8a 80 80 80 10 00')],
    ['a length of more than 32 bits', hex('0a ff ff ff ff ff 01')],
    ['a length of 4 GiB', hex('0a ff ff ff ff 0f')],
    ['a varint of eleven bytes', hex('30 80 80 80 80 80 80 80 80 80 80 01')],
    ['a varint without end', hex('30 80')],
    ['a fixed64 without all its bytes', hex('39 01 02')],
    ['an unknown fixed32 without all its bytes', hex('9d 01 01')],
    ['a double without all its bytes', field(9, field(1, Buffer.from('k')), field(2, hex('21 00 00')))],
    ['an attribute that runs past its span', hex('4a 05 0a')],
    ['a text that runs past its value', field(9, field(2, hex('0a 09 61')))],
  ];

  test.each(FAULTS)('%s is malformed', (_words, span) => {
    expect(fault(() => read(span)).position).toBeTypeOf('number');
  });

  test('groups nested a million deep are malformed, not a stack overflow', () => {
    const groups = Buffer.alloc(2_000_000, hex('fb 07'));
    expect(() => decodeTraces(groups, 'protobuf')).toThrow(MalformedBody);
    expect(() => decodeMetrics(groups, 'protobuf')).toThrow(MalformedBody);
  });

  test('JSON sent as protobuf is malformed', () => {
    expect(() => decodeTraces(Buffer.from('{"resourceSpans":[]}'), 'protobuf')).toThrow(MalformedBody);
  });
});

describe('what the protocol tolerates', () => {
  test('a known field with a wrong wire type is unknown: the span has no name', () => {
    expect(read(Buffer.concat([GOOD, hex('28 05')])).records).toMatchObject([{ name: '' }]);
  });

  test('ids with a wrong wire type are no ids', () => {
    const span = Buffer.concat([hex('08 01'), STARTED]);
    expect(read(span)).toMatchObject({ records: [], rejected: 1 });
  });

  test('of a field given twice the last counts', () => {
    const span = Buffer.concat([GOOD, field(5, Buffer.from('first')), field(5, Buffer.from('second'))]);
    expect(read(span).records).toMatchObject([{ name: 'second' }]);
  });

  test('a status given in two parts is one status', () => {
    const span = Buffer.concat([GOOD, field(15, field(2, Buffer.from('no'))), field(15, hex('18 02'))]);
    expect(read(span).records).toMatchObject([{ status: { code: 'error', message: 'no' } }]);
  });

  test('a resource and a scope that come after their spans count for them', () => {
    const name = field(1, field(1, field(1, Buffer.from('service.name')), field(2, field(1, Buffer.from('late')))));
    const scope = field(1, field(1, Buffer.from('scope')));
    const body = field(1, field(2, field(2, GOOD), scope), name);
    const [span] = decodeTraces(body, 'protobuf').records;
    expect(span?.resource.attributes).toEqual({ 'service.name': 'late' });
    expect(span?.scope.name).toBe('scope');
  });

  test('a tag and a length in more bytes than needed are read', () => {
    expect(read(Buffer.concat([GOOD, hex('aa 80 00 83 80 00 61 62 63')])).records).toMatchObject([{ name: 'abc' }]);
  });

  test('an integer whose sign fills 64 bits is read', () => {
    const value = field(9, field(1, Buffer.from('k')), field(2, hex('18 ff ff ff ff ff ff ff ff ff 01')));
    expect(read(Buffer.concat([GOOD, value])).records[0]?.attributes).toEqual({ k: -1 });
  });
});

describe('texts that are no UTF-8', () => {
  const withName = (bytes: Buffer) => read(Buffer.concat([GOOD, field(5, bytes)]));

  test('the span is kept, the bad bytes replaced, and its place told', () => {
    const decoded = withName(hex('61 ff 62'));
    expect(decoded.records).toMatchObject([{ name: 'a\uFFFDb' }]);
    expect(decoded.rejected).toBe(0);
    expect(decoded.reasons).toEqual([
      'resourceSpans[0].scopeSpans[0].spans[0]: text is not valid UTF-8; bad bytes replaced by U+FFFD',
    ]);
  });

  test('a text cut in the middle of a character, a surrogate half and an overlong form are bad', () => {
    for (const bytes of [hex('e2 82'), hex('ed a0 80'), hex('c0 80')]) expect(withName(bytes).reasons).toHaveLength(1);
  });

  test('a replacement character that was sent is not bad', () => {
    expect(withName(Buffer.from('a\uFFFDb')).reasons).toEqual([]);
  });

  test('bad bytes in a resource are told once, not for each span', () => {
    const pair = field(1, field(1, Buffer.from('k')), field(2, field(1, hex('ff'))));
    const body = field(1, field(1, pair), field(2, field(2, GOOD), field(2, GOOD)));
    expect(decodeTraces(body, 'protobuf').reasons).toEqual([
      'resourceSpans[0].resource: text is not valid UTF-8; bad bytes replaced by U+FFFD',
    ]);
  });
});

describe('bodies that grow when decoded', () => {
  const MIB = 1024 * 1024;
  const repeated = (part: Buffer, times: number) => Buffer.alloc(part.length * times, part);

  const BOMBS: [words: string, body: Buffer][] = [
    ['events of two bytes', request(Buffer.concat([GOOD, repeated(hex('5a 00'), 1_000_000)]))],
    ['links of two bytes', request(Buffer.concat([GOOD, repeated(hex('6a 00'), 1_000_000)]))],
    ['empty spans', field(1, field(2, repeated(hex('12 00'), 1_000_000)))],
    ['empty scopes', field(1, repeated(hex('12 00'), 1_000_000))],
    ['empty resources', repeated(hex('0a 00'), 1_000_000)],
    [
      'maps of one key',
      request(Buffer.concat([GOOD, field(9, field(2, field(5, repeated(hex('0a 06 32 04 0a 02 0a 00'), 1_000_000))))])),
    ],
    [
      'values in a list',
      request(Buffer.concat([GOOD, field(9, field(2, field(5, repeated(hex('0a 00'), 9_000_000))))])),
    ],
  ];

  test.each(BOMBS)('%s are refused before they fill the memory', (_words, body) => {
    expect(() => decodeTraces(body, 'protobuf', 64 * MIB)).toThrow(BodyTooLarge);
  });

  test('honest spans stay far below the budget', () => {
    const body = encode('Traces', withBytes(payload(500)));
    expect(decodeTraces(body, 'protobuf').weight).toBeLessThan(4 * body.length);
  });

  test('a long text weighs what it takes', () => {
    const span = Buffer.concat([
      GOOD,
      field(9, field(1, Buffer.from('k')), field(2, field(1, Buffer.alloc(MIB, 'x')))),
    ]);
    expect(read(span).weight).toBeGreaterThan(MIB);
  });

  test('a log body of many lists is refused too', () => {
    const body = field(5, field(5, repeated(hex('0a 06 32 04 0a 02 0a 00'), 500_000)));
    expect(() => decodeLogs(field(1, field(2, field(2, body))), 'protobuf', 64 * MIB)).toThrow(BodyTooLarge);
  });
});
