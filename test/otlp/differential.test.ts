import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { isObject, type Json } from '../../src/model/json.js';
import type { LogRecord, Scope, Span } from '../../src/model/span.js';
import { decodeLogs, decodeTraces } from '../../src/otlp/decode.js';
import { arbitraryLogs, arbitraryTraces, type RawMessage } from '../support/otlp-arbitrary.js';
import { referenceLogs, referenceSpans } from '../support/otlp-reference.js';
import { decode, encode } from '../support/otlp-schema.js';
import { scrambled } from '../support/otlp-scramble.js';

// Several suites may share the machine.
vi.setConfig({ testTimeout: 60_000 });

/** Random requests per property; each holds up to a few dozen records. */
const RUNS = 400;

/** Maps as Map, so that the reference and ours compare in order of keys and with `__proto__` as a key. */
function plainly(value: Json): unknown {
  if (Array.isArray(value)) return value.map(plainly);
  return isObject(value) ? ordered(value) : value;
}

function ordered(attributes: { readonly [key: string]: Json }): Map<string, unknown> {
  return new Map(Object.entries(attributes).map(([key, value]) => [key, plainly(value)]));
}

const scopeOf = ({ name, version, attributes }: Scope) => [name, version ?? '', ordered(attributes)];

function asReference(span: Span): unknown {
  const { traceId, spanId, parentSpanId, status, events, links, scope, resource, ...rest } = span;
  return {
    ...rest,
    ids: [traceId, spanId, parentSpanId ?? ''],
    status: [status.code, status.message ?? ''],
    attributes: ordered(span.attributes),
    events: events.map(({ name, atMs, attributes }) => [name, atMs, ordered(attributes)]),
    links: links.map((link) => [link.traceId, link.spanId]),
    scope: scopeOf(scope),
    resource: ordered(resource.attributes),
  };
}

function logAsReference({ traceId, spanId, scope, resource, ...rest }: LogRecord): unknown {
  return {
    ...rest,
    eventName: rest.eventName ?? '',
    body: rest.body === undefined ? undefined : plainly(rest.body),
    attributes: ordered(rest.attributes),
    ids: [traceId ?? '', spanId ?? ''],
    scope: scopeOf(scope),
    resource: ordered(resource.attributes),
  };
}

/** The request as OTLP/JSON, which is protobuf's JSON mapping but for hex ids. */
function json(name: 'Traces' | 'Logs', bytes: Buffer): Buffer {
  const hex = new Set(['traceId', 'spanId', 'parentSpanId']);
  const text = JSON.stringify(decode(name, bytes), (key, value) => {
    if (hex.has(key) && typeof value === 'string') return Buffer.from(value, 'base64').toString('hex');
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  });
  return Buffer.from(text);
}

describe('our reader and a generated decoder agree', () => {
  test('on random traces', () => {
    fc.assert(
      fc.property(arbitraryTraces, (request) => {
        const bytes = encode('Traces', request);
        expect(decodeTraces(bytes, 'protobuf').records.map(asReference)).toEqual(referenceSpans(bytes));
      }),
      { numRuns: RUNS },
    );
  });

  test('on random logs', () => {
    fc.assert(
      fc.property(arbitraryLogs, (request) => {
        const bytes = encode('Logs', request);
        expect(decodeLogs(bytes, 'protobuf').records.map(logAsReference)).toEqual(referenceLogs(bytes));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('our two readers agree', () => {
  test('on random traces in protobuf and JSON, reasons included', () => {
    fc.assert(
      fc.property(arbitraryTraces, (request) => {
        const bytes = encode('Traces', request);
        const { weight: _, ...fromWire } = decodeTraces(bytes, 'protobuf');
        expect(decodeTraces(json('Traces', bytes), 'json')).toEqual({ ...fromWire, weight: expect.any(Number) });
      }),
      { numRuns: RUNS },
    );
  });

  test('on random logs in protobuf and JSON, reasons included', () => {
    fc.assert(
      fc.property(arbitraryLogs, (request) => {
        const bytes = encode('Logs', request);
        const { weight: _, ...fromWire } = decodeLogs(bytes, 'protobuf');
        expect(decodeLogs(json('Logs', bytes), 'json')).toEqual({ ...fromWire, weight: expect.any(Number) });
      }),
      { numRuns: RUNS },
    );
  });
});

test('fields in any order, with unknown fields between them, are the same message', () => {
  fc.assert(
    fc.property(
      arbitraryTraces,
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (request, chance) => {
        const bytes = encode('Traces', request);
        const other = scrambled('Traces', request as RawMessage, () => chance.next().value as number);
        const { weight: _, ...canonical } = decodeTraces(bytes, 'protobuf');
        expect(decodeTraces(other, 'protobuf')).toEqual({ ...canonical, weight: expect.any(Number) });
        expect(referenceSpans(other)).toEqual(referenceSpans(bytes));
      },
    ),
    { numRuns: RUNS },
  );
});
