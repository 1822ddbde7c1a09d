import { type Resource, type Scope, SPAN_KINDS, type Span, type SpanEvent, STATUS_CODES } from '../model/span.js';
import type { JsonSignal } from './json-envelope.js';
import { enumOf, idIn, nameIn, parentIn, timeIn } from './json-fields.js';
import { attributesIn, field, isRaw, type JsonReading, listIn, type Raw, textIn } from './json-values.js';
import { UnreadableRecord } from './malformed.js';
import { completed, emptyDraft, UNSET } from './span-draft.js';
import { WEIGHTS } from './weight.js';
import { SPAN_ID, TRACE_ID, WIRE_SPANS } from './wire-traces.js';

/** How spans are read from OTLP/JSON. */
export const JSON_SPANS: JsonSignal<Span> = {
  levels: WIRE_SPANS.levels,
  snakes: ['resource_spans', 'scope_spans', 'spans'],
  read: readSpan,
};

function readSpan(reading: JsonReading, raw: Raw, scope: Scope, resource: Resource, notes: string[]): Span | string {
  reading.weight.add(WEIGHTS.record);
  const span = emptyDraft(scope, resource);
  span.traceId = idIn(raw, 'traceId', 'trace_id', TRACE_ID);
  span.spanId = idIn(raw, 'spanId', 'span_id', SPAN_ID);
  span.parentSpanId = parentIn(raw, SPAN_ID, notes);
  span.name = nameIn(reading, raw, 'name');
  span.kind = enumOf(field(raw, 'kind'), SPAN_KINDS, 'SPAN_KIND_') ?? 'unspecified';
  span.startedMs = timeIn(raw, 'startTimeUnixNano', 'start_time_unix_nano');
  span.endedMs = timeIn(raw, 'endTimeUnixNano', 'end_time_unix_nano');
  span.attributes = attributesIn(reading, raw);
  span.events = listIn(raw, 'events').map((event) => readEvent(reading, event));
  span.links = listIn(raw, 'links').flatMap((link) => readLink(reading, link));
  span.status = readStatus(reading, field(raw, 'status'));
  return completed(span, notes);
}

function readEvent(reading: JsonReading, raw: unknown): SpanEvent {
  if (!isRaw(raw)) throw new UnreadableRecord('an event is not an object');
  reading.weight.add(WEIGHTS.part);
  return {
    name: nameIn(reading, raw, 'name'),
    atMs: timeIn(raw, 'timeUnixNano', 'time_unix_nano') ?? 0,
    attributes: attributesIn(reading, raw),
  };
}

/** A link without two valid ids points nowhere and is left out. */
function readLink(reading: JsonReading, raw: unknown): Span['links'][number][] {
  if (!isRaw(raw)) return [];
  reading.weight.add(WEIGHTS.part);
  const traceId = idIn(raw, 'traceId', 'trace_id', TRACE_ID);
  const spanId = idIn(raw, 'spanId', 'span_id', SPAN_ID);
  return traceId !== '' && spanId !== '' ? [{ traceId, spanId }] : [];
}

function readStatus(reading: JsonReading, raw: unknown): Span['status'] {
  if (raw === undefined) return UNSET;
  if (!isRaw(raw)) throw new UnreadableRecord('status is not an object');
  return {
    code: enumOf(field(raw, 'code'), STATUS_CODES, 'STATUS_CODE_') ?? 'unset',
    message: textIn(reading, raw, 'message') || undefined,
  };
}
