import protobuf from 'protobufjs';

type Fields = Record<string, [type: string, id: number, repeated?: true]>;

/** Message fields by name, type and number, as the OTLP protocol defines them; names as OTLP/JSON spells them. */
const MESSAGES: Record<string, Fields> = {
  AnyValue: {
    stringValue: ['string', 1],
    boolValue: ['bool', 2],
    intValue: ['int64', 3],
    doubleValue: ['double', 4],
    arrayValue: ['ArrayValue', 5],
    kvlistValue: ['KeyValueList', 6],
    bytesValue: ['bytes', 7],
  },
  ArrayValue: { values: ['AnyValue', 1, true] },
  KeyValueList: { values: ['KeyValue', 1, true] },
  KeyValue: { key: ['string', 1], value: ['AnyValue', 2] },
  InstrumentationScope: {
    name: ['string', 1],
    version: ['string', 2],
    attributes: ['KeyValue', 3, true],
    droppedAttributesCount: ['uint32', 4],
  },
  Resource: { attributes: ['KeyValue', 1, true], droppedAttributesCount: ['uint32', 2] },
  Event: {
    timeUnixNano: ['fixed64', 1],
    name: ['string', 2],
    attributes: ['KeyValue', 3, true],
    droppedAttributesCount: ['uint32', 4],
  },
  Link: {
    traceId: ['bytes', 1],
    spanId: ['bytes', 2],
    traceState: ['string', 3],
    attributes: ['KeyValue', 4, true],
    flags: ['fixed32', 6],
  },
  Status: { message: ['string', 2], code: ['int32', 3] },
  Span: {
    traceId: ['bytes', 1],
    spanId: ['bytes', 2],
    traceState: ['string', 3],
    parentSpanId: ['bytes', 4],
    name: ['string', 5],
    kind: ['int32', 6],
    startTimeUnixNano: ['fixed64', 7],
    endTimeUnixNano: ['fixed64', 8],
    attributes: ['KeyValue', 9, true],
    droppedAttributesCount: ['uint32', 10],
    events: ['Event', 11, true],
    droppedEventsCount: ['uint32', 12],
    links: ['Link', 13, true],
    droppedLinksCount: ['uint32', 14],
    status: ['Status', 15],
    flags: ['fixed32', 16],
  },
  ScopeSpans: { scope: ['InstrumentationScope', 1], spans: ['Span', 2, true], schemaUrl: ['string', 3] },
  ResourceSpans: { resource: ['Resource', 1], scopeSpans: ['ScopeSpans', 2, true], schemaUrl: ['string', 3] },
  Traces: { resourceSpans: ['ResourceSpans', 1, true] },
  LogRecord: {
    timeUnixNano: ['fixed64', 1],
    severityNumber: ['int32', 2],
    severityText: ['string', 3],
    body: ['AnyValue', 5],
    attributes: ['KeyValue', 6, true],
    droppedAttributesCount: ['uint32', 7],
    flags: ['fixed32', 8],
    traceId: ['bytes', 9],
    spanId: ['bytes', 10],
    observedTimeUnixNano: ['fixed64', 11],
    eventName: ['string', 12],
  },
  ScopeLogs: { scope: ['InstrumentationScope', 1], logRecords: ['LogRecord', 2, true], schemaUrl: ['string', 3] },
  ResourceLogs: { resource: ['Resource', 1], scopeLogs: ['ScopeLogs', 2, true], schemaUrl: ['string', 3] },
  Logs: { resourceLogs: ['ResourceLogs', 1, true] },
  Points: { dataPoints: ['Point', 1, true] },
  Point: { timeUnixNano: ['fixed64', 3] },
  Metric: {
    name: ['string', 1],
    gauge: ['Points', 5],
    sum: ['Points', 7],
    histogram: ['Points', 9],
    exponentialHistogram: ['Points', 10],
    summary: ['Points', 11],
  },
  ScopeMetrics: { scope: ['InstrumentationScope', 1], metrics: ['Metric', 2, true] },
  ResourceMetrics: { resource: ['Resource', 1], scopeMetrics: ['ScopeMetrics', 2, true] },
  Metrics: { resourceMetrics: ['ResourceMetrics', 1, true] },
  PartialSuccess: { rejected: ['int64', 1], errorMessage: ['string', 2] },
  ExportResponse: { partialSuccess: ['PartialSuccess', 1] },
  Any: { typeUrl: ['string', 1], value: ['bytes', 2] },
  RpcStatus: { code: ['int32', 1], message: ['string', 2], details: ['Any', 3, true] },
  FieldViolation: { field: ['string', 1], description: ['string', 2] },
  BadRequest: { fieldViolations: ['FieldViolation', 1, true] },
  Duration: { seconds: ['int64', 1], nanos: ['int32', 2] },
  RetryInfo: { retryDelay: ['Duration', 1] },
};

/** AnyValue is a oneof, so an unset field is no field even where it holds the default. */
const ONEOF = { AnyValue: { value: { oneof: Object.keys(MESSAGES.AnyValue ?? {}) } } };

function describe(name: string, fields: Fields): protobuf.IType {
  const described = Object.entries(fields).map(([field, [type, id, repeated]]) => [
    field,
    repeated ? { type, id, rule: 'repeated' } : { type, id },
  ]);
  const oneofs = name in ONEOF ? { oneofs: ONEOF.AnyValue } : {};
  return { fields: Object.fromEntries(described), ...oneofs };
}

// Tests nest deeper than any honest encoder does.
(protobuf.util as unknown as { recursionLimit: number }).recursionLimit = 10_000;

const root = protobuf.Root.fromJSON({
  nested: Object.fromEntries(Object.entries(MESSAGES).map(([name, fields]) => [name, describe(name, fields)])),
});

/** The reflected message of this name: protobufjs writes and reads it independently of our own reader. */
export function message(name: keyof typeof MESSAGES): protobuf.Type {
  return root.lookupType(name);
}

/** Protobuf bytes of a plain object whose names are those of OTLP/JSON. */
export function encode(name: keyof typeof MESSAGES, value: object): Buffer {
  const type = message(name);
  return Buffer.from(type.encode(type.fromObject(value)).finish());
}

/** A plain object of protobuf bytes; 64-bit numbers as text, bytes as base64. */
export function decode(name: keyof typeof MESSAGES, bytes: Uint8Array): Record<string, unknown> {
  const type = message(name);
  return type.toObject(type.decode(bytes), { longs: String, bytes: String });
}
