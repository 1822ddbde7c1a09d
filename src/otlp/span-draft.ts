import type { Span } from '../model/span.js';
import { EMPTY, NOTHING } from './plain.js';

/** The same fields, while they are being filled. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A span while it is read. Ids that are missing or invalid are empty. Times: 0 is missing (proto3 has no other way to say so),
 * undefined is out of range.
 */
export interface SpanDraft
  extends Mutable<Omit<Span, 'startedMs' | 'endedMs' | 'parentSpanId' | 'status' | 'events' | 'links'>> {
  startedMs: number | undefined;
  endedMs: number | undefined;
  parentSpanId: string | undefined;
  status: Mutable<Span['status']>;
  events: Span['events'];
  links: Span['links'];
}

/** Status of a span that says nothing about it; most spans do not. */
export const UNSET: Span['status'] = Object.freeze({ code: 'unset', message: undefined });

/** A span with nothing in it. */
export function emptyDraft(scope: Span['scope'], resource: Span['resource']): SpanDraft {
  return {
    traceId: '',
    spanId: '',
    parentSpanId: undefined,
    name: '',
    kind: 'unspecified',
    startedMs: 0,
    endedMs: 0,
    status: UNSET,
    attributes: EMPTY,
    events: NOTHING,
    links: NOTHING,
    scope,
    resource,
  };
}

/** What `completed` says about a parent id that is neither absent nor valid. */
export const BAD_PARENT = 'parent span id is not 8 bytes; taken as unknown';

/**
 * The span, or the sentence why it is refused: OTLP calls a span without valid ids invalid, and a start time is required to
 * put it into any order. An end before the start, or beyond counting, is kept as "end unknown": the call did happen, and no
 * rule may conclude from its duration. An empty name is an unknown name and stays empty.
 */
export function completed(draft: SpanDraft, notes: string[]): Span | string {
  if (draft.traceId === '') return 'trace id is missing, all zero or not 16 bytes';
  if (draft.spanId === '') return 'span id is missing, all zero or not 8 bytes';
  if (draft.startedMs === 0) return 'start time is missing';
  if (draft.startedMs === undefined) return 'start time is no number of nanoseconds before June 2255';
  const { endedMs } = draft;
  if (endedMs === 0) draft.endedMs = undefined;
  else if (endedMs === undefined) notes.push('end time is no number of nanoseconds before June 2255; taken as unknown');
  else if (endedMs < draft.startedMs) {
    draft.endedMs = undefined;
    notes.push('end is before start; end taken as unknown');
  }
  return draft as Span;
}
