import type { Json } from '../model/json.js';
import type { LogRecord } from '../model/span.js';
import { EMPTY } from './plain.js';
import type { Mutable } from './span-draft.js';

/** A log record while it is read. Times: 0 is missing, undefined is out of range; ids that are missing or invalid are empty. */
export interface LogDraft extends Mutable<Omit<LogRecord, 'timeMs'>> {
  timeMs: number | undefined;
  observedMs: number | undefined;
}

/** A record with nothing in it. */
export function emptyLog(scope: LogRecord['scope'], resource: LogRecord['resource']): LogDraft {
  return {
    timeMs: 0,
    observedMs: 0,
    severity: undefined,
    eventName: undefined,
    body: undefined,
    attributes: EMPTY,
    traceId: undefined,
    spanId: undefined,
    scope,
    resource,
  };
}

/**
 * The record, or the sentence why it is refused. The observed time stands in for a missing time, as OTLP recommends for
 * receivers that keep one. An invalid id means "not part of a trace" (OTLP), not a bad record.
 */
export function completedLog(draft: LogDraft): LogRecord | string {
  const timeMs = draft.timeMs || draft.observedMs;
  if (timeMs === 0) return 'time and observed time are missing';
  if (timeMs === undefined) return 'time is no number of nanoseconds before June 2255';
  const { observedMs: _, ...record } = draft;
  return { ...record, timeMs, body: draft.body as Json | undefined };
}
