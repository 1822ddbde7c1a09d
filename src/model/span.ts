import type { Json, JsonObject } from './json.js';

/** OTLP span kinds in the order of their wire numbers 0 to 5. */
export const SPAN_KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

/** OTLP status codes in the order of their wire numbers 0 to 2. */
export const STATUS_CODES = ['unset', 'ok', 'error'] as const;
export type StatusCode = (typeof STATUS_CODES)[number];

/** The instrumentation scope that produced a record. */
export interface Scope {
  readonly name: string;
  readonly version: string | undefined;
  readonly attributes: JsonObject;
}

/** The process that produced a record. Clocks are comparable only within one resource. */
export interface Resource {
  readonly attributes: JsonObject;
}

/** A timed event on a span, for example `exception` or `gen_ai.tool.message`. */
export interface SpanEvent {
  readonly name: string;
  readonly atMs: number;
  readonly attributes: JsonObject;
}

/**
 * One OTLP span, decoded and validated.
 * Ids are lower-case hex (32 and 16 digits). Times are milliseconds since the epoch, rounded to whole microseconds, so that
 * they survive Postgres unchanged. `endedMs` is undefined where the wire said 0.
 */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly status: {
    readonly code: StatusCode;
    readonly message: string | undefined;
  };
  readonly attributes: JsonObject;
  readonly events: readonly SpanEvent[];
  readonly links: readonly {
    readonly traceId: string;
    readonly spanId: string;
  }[];
  readonly scope: Scope;
  readonly resource: Resource;
}

/** One OTLP log record, decoded. `timeMs` falls back to the observed time. Ids are undefined where the wire left them empty. */
export interface LogRecord {
  readonly timeMs: number;
  readonly severity: number | undefined;
  readonly eventName: string | undefined;
  readonly body: Json | undefined;
  readonly attributes: JsonObject;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly scope: Scope;
  readonly resource: Resource;
}
