import { type Resource, type Scope, SPAN_KINDS, type Span, type SpanEvent, STATUS_CODES } from '../model/span.js';
import { EMPTY, NOTHING } from './plain.js';
import { BAD_PARENT, completed, emptyDraft, type Mutable, type SpanDraft } from './span-draft.js';
import { boundedName } from './text.js';
import { WEIGHTS } from './weight.js';
import type { Wire } from './wire.js';
import type { WireSignal } from './wire-envelope.js';
import { readAttribute } from './wire-values.js';

/** Sizes of ids in bytes (W3C trace context). */
export const TRACE_ID = 16;
export const SPAN_ID = 8;

/** How spans are read from protobuf. */
export const WIRE_SPANS: WireSignal<Span> = {
  levels: ['resourceSpans', 'scopeSpans', 'spans'],
  read: readSpan,
};

function readSpan(wire: Wire, stop: number, scope: Scope, resource: Resource, notes: string[]): Span | string {
  wire.weight.add(WEIGHTS.record);
  const span = emptyDraft(scope, resource);
  while (wire.pos < stop) readField(wire, wire.tag(), stop, span, notes);
  wire.close(stop);
  return completed(span, notes);
}

function readField(wire: Wire, tag: number, stop: number, span: SpanDraft, notes: string[]): void {
  switch (tag) {
    case 0x4a:
      span.attributes = readAttribute(wire, wire.stop(stop), span.attributes);
      return;
    case 0x0a:
      span.traceId = wire.id(wire.stop(stop), TRACE_ID);
      return;
    case 0x12:
      span.spanId = wire.id(wire.stop(stop), SPAN_ID);
      return;
    case 0x22:
      span.parentSpanId = readParent(wire, wire.stop(stop), notes);
      return;
    case 0x2a:
      span.name = boundedName(wire.text(wire.stop(stop)));
      return;
    case 0x30:
      span.kind = SPAN_KINDS[wire.int64() as number] ?? 'unspecified';
      return;
    case 0x39:
      span.startedMs = wire.time();
      return;
    case 0x41:
      span.endedMs = wire.time();
      return;
    case 0x5a:
      span.events = append(span.events, readEvent(wire, wire.stop(stop)));
      return;
    case 0x6a:
      span.links = append(span.links, readLink(wire, wire.stop(stop)));
      return;
    case 0x7a:
      span.status = readStatus(wire, wire.stop(stop), { ...span.status });
      return;
    default:
      wire.skip(tag, stop);
  }
}

/** Adds to a list that is shared while it is empty. */
function append<T>(list: readonly T[], item: T | undefined): readonly T[] {
  if (item === undefined) return list;
  if (list === NOTHING) return [item];
  (list as T[]).push(item);
  return list;
}

/** All zero means "no parent" in some exporters; any other wrong size is a parent that cannot be known. */
function readParent(wire: Wire, stop: number, notes: string[]): string | undefined {
  const size = stop - wire.pos;
  const id = wire.id(stop, SPAN_ID);
  if (id === '' && size !== SPAN_ID && size !== 0) notes.push(BAD_PARENT);
  return id || undefined;
}

function readEvent(wire: Wire, stop: number): SpanEvent {
  wire.weight.add(WEIGHTS.part);
  const event: Mutable<SpanEvent> = { name: '', atMs: 0, attributes: EMPTY };
  while (wire.pos < stop) {
    const tag = wire.tag();
    if (tag === 0x09) event.atMs = wire.time() ?? 0;
    else if (tag === 0x12) event.name = boundedName(wire.text(wire.stop(stop)));
    else if (tag === 0x1a) event.attributes = readAttribute(wire, wire.stop(stop), event.attributes);
    else wire.skip(tag, stop);
  }
  wire.close(stop);
  return event;
}

/** A link without two valid ids points nowhere and is left out. */
function readLink(wire: Wire, stop: number): Span['links'][number] | undefined {
  wire.weight.add(WEIGHTS.part);
  const link = { traceId: '', spanId: '' };
  while (wire.pos < stop) {
    const tag = wire.tag();
    if (tag === 0x0a) link.traceId = wire.id(wire.stop(stop), TRACE_ID);
    else if (tag === 0x12) link.spanId = wire.id(wire.stop(stop), SPAN_ID);
    else wire.skip(tag, stop);
  }
  wire.close(stop);
  return link.traceId !== '' && link.spanId !== '' ? link : undefined;
}

function readStatus(wire: Wire, stop: number, status: Mutable<Span['status']>): Span['status'] {
  while (wire.pos < stop) {
    const tag = wire.tag();
    if (tag === 0x12) status.message = wire.text(wire.stop(stop)) || undefined;
    else if (tag === 0x18) status.code = STATUS_CODES[wire.int64() as number] ?? 'unset';
    else wire.skip(tag, stop);
  }
  wire.close(stop);
  return status;
}
