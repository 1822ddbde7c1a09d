import { expect } from 'vitest';
import type { Json, JsonObject } from '../../src/model/json.js';
import { ABSENT, type RecognisedCall, type RecognisedFrame } from '../../src/model/recognised.js';
import type { LogRecord, Span, SpanKind, StatusCode } from '../../src/model/span.js';

const T0 = Date.UTC(2026, 0, 1);
const TRACE = 'a'.repeat(32);

/** What a test says about a span; everything else gets a plain default. */
export interface SpanWords {
  readonly name: string;
  readonly scope?: string;
  readonly kind?: SpanKind;
  readonly status?: StatusCode;
  readonly message?: string;
  readonly attributes?: JsonObject;
  readonly events?: readonly { readonly name: string; readonly attributes: JsonObject }[];
  readonly traceId?: string;
  readonly spanId?: string;
  readonly parentSpanId?: string;
  readonly startedMs?: number;
  readonly endedMs?: number;
}

/** One decoded span, one second long. */
export function span(words: SpanWords): Span {
  return {
    traceId: words.traceId ?? TRACE,
    spanId: words.spanId ?? '1'.repeat(16),
    parentSpanId: words.parentSpanId,
    name: words.name,
    kind: words.kind ?? 'internal',
    startedMs: words.startedMs ?? T0,
    endedMs: words.endedMs ?? T0 + 1000,
    status: { code: words.status ?? 'unset', message: words.message },
    attributes: words.attributes ?? {},
    events: (words.events ?? []).map((event) => ({ ...event, atMs: T0 + 500 })),
    links: [],
    scope: { name: words.scope ?? 'test', version: undefined, attributes: {} },
    resource: { attributes: { 'service.name': 'agent-app' } },
  };
}

/** What a test says about a log record. */
export interface LogWords {
  readonly event?: string;
  readonly body?: Json;
  readonly scope?: string;
  readonly attributes?: JsonObject;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly timeMs?: number;
}

/** One decoded log record, five seconds after the start of time. */
export function log(words: LogWords): LogRecord {
  return {
    timeMs: words.timeMs ?? T0 + 5000,
    severity: 9,
    eventName: words.event,
    body: words.body,
    attributes: words.attributes ?? {},
    traceId: words.traceId,
    spanId: words.spanId,
    scope: { name: words.scope ?? 'test', version: undefined, attributes: {} },
    resource: { attributes: { 'service.name': 'agent-app' } },
  };
}

/** The call that a span yields where a convention reads nothing from it; a test names what it reads beyond that. */
export function plainCall(from: Span, convention: string): RecognisedCall {
  return {
    convention,
    from: 'span',
    traceId: from.traceId,
    spanId: from.spanId,
    parentSpanId: from.parentSpanId,
    callId: undefined,
    requestId: undefined,
    side: 'caller',
    conversation: undefined,
    agent: undefined,
    agentId: undefined,
    user: undefined,
    tool: '',
    server: undefined,
    service: 'agent-app',
    scope: from.scope.name,
    startedMs: from.startedMs,
    endedMs: from.endedMs,
    arguments: ABSENT,
    result: ABSENT,
    reported: 'unset',
    declared: {},
    failureFlag: undefined,
    machineCodes: [],
    errorTexts: [],
    cancelled: false,
    readOnly: undefined,
    destructive: undefined,
    attemptsInside: 0,
    model: undefined,
    tokens: undefined,
    startsAgent: false,
    guard: undefined,
  };
}

/** The frame that a span yields where nothing is read from it. */
export function plainFrame(from: Span): RecognisedFrame {
  return {
    traceId: from.traceId,
    spanId: from.spanId,
    parentSpanId: from.parentSpanId,
    kind: 'other',
    name: from.name,
    service: 'agent-app',
    startedMs: from.startedMs,
    endedMs: from.endedMs,
    status: from.status.code,
    conversation: undefined,
    agent: undefined,
    agentId: undefined,
    user: undefined,
    model: undefined,
    tokens: undefined,
    answer: ABSENT,
    userMessages: undefined,
    allMessages: undefined,
    asksFor: [],
    toolMessages: [],
    lends: undefined,
  };
}

const hex = (digits: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`)) as unknown as string;

/** The call that a log record yields where nothing is read from it: ids are made up, the start is the time. */
export function plainLogCall(from: LogRecord, convention: string): RecognisedCall {
  return {
    ...plainCall(span({ name: '', scope: from.scope.name }), convention),
    from: 'log',
    traceId: from.traceId ?? hex(32),
    spanId: hex(16),
    parentSpanId: from.spanId,
    startedMs: from.timeMs,
    endedMs: from.timeMs,
  };
}

/** The frame that a log record yields where nothing is read from it. */
export function plainLogFrame(from: LogRecord): RecognisedFrame {
  return {
    ...plainFrame(span({ name: '' })),
    traceId: from.traceId ?? hex(32),
    spanId: hex(16),
    parentSpanId: from.spanId,
    startedMs: from.timeMs,
    endedMs: from.timeMs,
  };
}
