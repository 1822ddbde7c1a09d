import { message } from './otlp-schema.js';

/** A decoded message as protobufjs gives it: 64-bit numbers as text, bytes as Buffer, unset fields absent. */
type Loose = Record<string, never> & { [key: string]: unknown };

/** Reads the bytes with protobufjs. */
function generated(name: 'Traces' | 'Logs', bytes: Uint8Array): Loose {
  const type = message(name);
  return type.toObject(type.decode(bytes), { longs: String, bytes: Buffer, arrays: true }) as Loose;
}

const items = (value: unknown): Loose[] => (value ?? []) as Loose[];
const text = (value: unknown): string => String(value ?? '').replaceAll('\0', '');

function id(bytes: unknown, size: number): string {
  const hex = Buffer.from((bytes ?? []) as Uint8Array).toString('hex');
  return hex.length === size * 2 && /[1-9a-f]/.test(hex) ? hex : '';
}

/** Nanoseconds to milliseconds in whole microseconds, by big integers. */
function ms(nanos: unknown): number {
  return Number((BigInt(String(nanos ?? 0)) + 500n) / 1000n) / 1000;
}

/** Set, and early enough for whole microseconds. */
const countable = (time: number) => time > 0 && time <= Number.MAX_SAFE_INTEGER / 1000;

function integer(value: string): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function value(any: Loose): unknown {
  if ('stringValue' in any) return text(any.stringValue);
  if ('boolValue' in any) return any.boolValue;
  if ('intValue' in any) return integer(any.intValue as unknown as string);
  if ('doubleValue' in any) return Number.isFinite(any.doubleValue) ? any.doubleValue : String(any.doubleValue);
  if ('bytesValue' in any) return (any.bytesValue as unknown as Buffer).toString('base64');
  if ('arrayValue' in any) return items((any.arrayValue as Loose).values).map(value);
  if ('kvlistValue' in any) return map((any.kvlistValue as Loose).values);
  return null;
}

function map(pairs: unknown): Map<string, unknown> {
  return new Map(items(pairs).map((pair) => [text(pair.key), value((pair.value ?? {}) as Loose)]));
}

const scope = (raw: Loose | undefined) => [text(raw?.name), text(raw?.version), map(raw?.attributes)];

function span(raw: Loose, inScope: unknown, inResource: unknown): unknown {
  const end = ms(raw.endTimeUnixNano);
  const start = ms(raw.startTimeUnixNano);
  const status = raw.status as Loose | undefined;
  return {
    ids: [id(raw.traceId, 16), id(raw.spanId, 8), id(raw.parentSpanId, 8)],
    name: text(raw.name),
    kind: ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'][raw.kind ?? 0] ?? 'unspecified',
    startedMs: start,
    endedMs: end === 0 || end < start ? undefined : end,
    status: [['unset', 'ok', 'error'][status?.code ?? 0] ?? 'unset', text(status?.message)],
    attributes: map(raw.attributes),
    events: items(raw.events).map((event) => [text(event.name), ms(event.timeUnixNano), map(event.attributes)]),
    links: items(raw.links)
      .map((link) => [id(link.traceId, 16), id(link.spanId, 8)])
      .filter(([trace, spanId]) => trace && spanId),
    scope: inScope,
    resource: inResource,
  };
}

function log(raw: Loose, inScope: unknown, inResource: unknown): unknown {
  const severity = raw.severityNumber as unknown as number;
  return {
    timeMs: ms(raw.timeUnixNano) || ms(raw.observedTimeUnixNano),
    severity: severity >= 1 && severity <= 24 ? severity : undefined,
    eventName: text(raw.eventName),
    body: raw.body === undefined ? undefined : value(raw.body as Loose),
    attributes: map(raw.attributes),
    ids: [id(raw.traceId, 16), id(raw.spanId, 8)],
    scope: inScope,
    resource: inResource,
  };
}

/** The valid spans of a request as the generated decoder sees them, in the shape of `asReference`. */
export function referenceSpans(bytes: Uint8Array): unknown[] {
  return items(generated('Traces', bytes).resourceSpans).flatMap((resource) => {
    const inResource = map((resource.resource as Loose | undefined)?.attributes);
    return items(resource.scopeSpans).flatMap((scoped) =>
      items(scoped.spans)
        .filter((raw) => id(raw.traceId, 16) && id(raw.spanId, 8) && countable(ms(raw.startTimeUnixNano)))
        .map((raw) => span(raw, scope(scoped.scope as Loose | undefined), inResource)),
    );
  });
}

/** The valid log records of a request likewise. */
export function referenceLogs(bytes: Uint8Array): unknown[] {
  return items(generated('Logs', bytes).resourceLogs).flatMap((resource) => {
    const inResource = map((resource.resource as Loose | undefined)?.attributes);
    return items(resource.scopeLogs).flatMap((scoped) =>
      items(scoped.logRecords)
        .filter((raw) => ms(raw.timeUnixNano) || ms(raw.observedTimeUnixNano))
        .map((raw) => log(raw, scope(scoped.scope as Loose | undefined), inResource)),
    );
  });
}
