import fc from 'fast-check';

/** A message as protobufjs takes it: bytes as Buffer, 64-bit numbers as decimal text. */
export type RawMessage = { [field: string]: unknown };

const MAX_64 = 2n ** 64n - 1n;

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array));

/** Mostly ids of the right size, some of a wrong one, some all zero. */
function id(size: number): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 12, arbitrary: bytes(size, size) },
    { weight: 1, arbitrary: bytes(0, 20) },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(size)) },
  );
}

/** Mostly times of this century, and the edges of 64 bits. */
const time = fc
  .oneof(
    { weight: 10, arbitrary: fc.bigInt({ min: 1_700_000_000_000_000_000n, max: 1_900_000_000_000_000_000n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 9_007_199_254_740_990_000n }) },
    { weight: 1, arbitrary: fc.constantFrom(0n, 1n, 499n, 500n, 999n, 4_294_967_295n, 4_294_967_296n) },
  )
  .map(String);

/** Times that may be beyond what is counted exactly. */
const anyTime = fc.oneof(
  { weight: 20, arbitrary: time },
  { weight: 1, arbitrary: fc.constantFrom(MAX_64, MAX_64 / 2n).map(String) },
);

/** Texts of all scripts, short and long, with NUL and surrogate pairs, never half a pair (protobuf cannot hold one). */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ minLength: 40, maxLength: 120 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '\0', 'a\0b', '\uFFFD', '\uFEFFmark', '__proto__', 'constructor', '0', '-1'),
  },
);

const int = fc
  .oneof(
    fc.integer(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.constantFrom(0n, -1n, 127n, 128n, 2n ** 28n - 1n, 2n ** 28n, 2n ** 53n, -(2n ** 53n), 2n ** 56n),
  )
  .map(String);

const { any } = fc.letrec<{ any: RawMessage; pair: RawMessage }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text.map((stringValue) => ({ stringValue })),
    int.map((intValue) => ({ intValue })),
    fc.boolean().map((boolValue) => ({ boolValue })),
    fc.double({ noNaN: false }).map((doubleValue) => ({ doubleValue: doubleValue === 0 ? 0 : doubleValue })),
    bytes(0, 20).map((bytesValue) => ({ bytesValue })),
    fc.constant({}),
    fc.array(tie('any'), { maxLength: 4 }).map((values) => ({ arrayValue: { values } })),
    fc.array(tie('pair'), { maxLength: 4 }).map((values) => ({ kvlistValue: { values } })),
  ),
  pair: fc.record({ key: text, value: tie('any') }),
}));

const attributes = fc.array(fc.record({ key: text, value: any }, { requiredKeys: ['key'] }), { maxLength: 6 });

const span = fc.record(
  {
    traceId: id(16),
    spanId: id(8),
    parentSpanId: id(8),
    traceState: text,
    name: text,
    kind: fc.integer({ min: -1, max: 7 }),
    startTimeUnixNano: anyTime,
    endTimeUnixNano: time,
    attributes,
    droppedAttributesCount: fc.nat(),
    events: fc.array(fc.record({ timeUnixNano: time, name: text, attributes }, { requiredKeys: [] }), { maxLength: 3 }),
    links: fc.array(fc.record({ traceId: id(16), spanId: id(8), attributes }, { requiredKeys: [] }), { maxLength: 3 }),
    status: fc.record({ code: fc.integer({ min: -1, max: 4 }), message: text }, { requiredKeys: [] }),
    flags: fc.nat(),
  },
  { requiredKeys: ['traceId', 'spanId', 'startTimeUnixNano'] },
);

const log = fc.record(
  {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: fc.integer({ min: -1, max: 30 }),
    severityText: text,
    body: any,
    attributes,
    flags: fc.nat(),
    traceId: id(16),
    spanId: id(8),
    eventName: text,
  },
  { requiredKeys: [] },
);

const scope = fc.record({ name: text, version: text, attributes }, { requiredKeys: [] });
const resource = fc.record({ attributes }, { requiredKeys: [] });

/** Random trace requests. */
export const arbitraryTraces: fc.Arbitrary<RawMessage> = fc.record({
  resourceSpans: fc.array(
    fc.record(
      {
        resource,
        scopeSpans: fc.array(
          fc.record({ scope, spans: fc.array(span, { maxLength: 4 }), schemaUrl: text }, { requiredKeys: [] }),
          { maxLength: 3 },
        ),
        schemaUrl: text,
      },
      { requiredKeys: [] },
    ),
    { maxLength: 3 },
  ),
});

/** Random log requests. */
export const arbitraryLogs: fc.Arbitrary<RawMessage> = fc.record({
  resourceLogs: fc.array(
    fc.record(
      {
        resource,
        scopeLogs: fc.array(fc.record({ scope, logRecords: fc.array(log, { maxLength: 4 }) }, { requiredKeys: [] }), {
          maxLength: 3,
        }),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 3 },
  ),
});
