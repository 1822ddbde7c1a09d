import { type Attributes, type SpanContext, SpanKind } from '@opentelemetry/api';
import { callFrom } from '../conventions/reading/call.js';
import { argumentsFrom, resultFrom } from '../conventions/reading/content.js';
import type { Json, JsonObject } from '../model/json.js';
import { ABSENT, type Content, type RecognisedCall } from '../model/recognised.js';
import type { Settings } from '../model/settings.js';
import type { Span, SpanEvent } from '../model/span.js';
import { type Judgement, judge } from '../outcome/index.js';
import { NAME, VERSION } from './about.js';
import type { Call, Ending } from './call.js';
import type { Projection } from './project.js';
import type { Thrown } from './thrown.js';

/** One finished call as the hook saw it. */
export interface Seen {
  readonly call: Call;
  readonly ending: Ending;
  readonly span: SpanContext;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly arguments: Projection | undefined;
  readonly result: Projection | undefined;
  readonly thrown: Thrown | undefined;
}

/** What the rules say about a call. */
export interface Judged {
  readonly recognised: RecognisedCall;
  readonly judgement: Judgement;
}

/**
 * Judges a call by the service's own rules: it is put into the words of a span, read as the service reads spans, and
 * judged as the service judges. So a guard refuses exactly what would become a finding.
 */
export function judged(seen: Seen, settings: Settings): Judged {
  const recognised = recognisedFrom(seen);
  return { recognised, judgement: judge(recognised, settings) };
}

function recognisedFrom(seen: Seen): RecognisedCall {
  const { call, ending, thrown } = seen;
  const reading = callFrom(
    spanOf(seen),
    NAME,
    {},
    {
      tool: call.tool,
      arguments: argumentsOf(seen.arguments),
      answer: seen.result ? resultFrom(seen.result.value, seen.result.cut) : { content: ABSENT },
      failed: ending.failed,
      cancelled: ending.cancelled,
      texts: [ending.text, thrown?.message],
    },
  );
  if (!reading.call) throw new Error('a call is read as a call');
  return reading.call;
}

/** The arguments of a call about to be made or just made. */
export function argumentsOf(given: Projection | undefined): Content {
  return given ? argumentsFrom(given.value, given.cut) : ABSENT;
}

function spanOf({ call, ending, span, startedMs, endedMs, thrown }: Seen): Span {
  const failed = thrown !== undefined || ending.failed === true;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: undefined,
    name: call.spanName,
    kind: call.kind === SpanKind.SERVER ? 'server' : 'client',
    startedMs,
    endedMs,
    status: { code: failed ? 'error' : 'unset', message: thrown?.message ?? ending.text },
    attributes: plain({
      ...call.attributes,
      ...ending.attributes,
      ...thrown?.attributes,
      'refrain.description': thrown?.description,
      'mcp.server.name': call.server,
      'refrain.tool.read_only': call.readOnly,
      'refrain.tool.destructive': call.destructive,
      'error.type': thrown?.type ?? (ending.failed ? (ending.errorType ?? '_OTHER') : undefined),
    }),
    events: thrown ? [exception(thrown, endedMs)] : [],
    links: [],
    scope: { name: NAME, version: VERSION, attributes: {} },
    resource: { attributes: {} },
  };
}

function exception({ name, message }: Thrown, atMs: number): SpanEvent {
  return { name: 'exception', atMs, attributes: plain({ 'exception.type': name, 'exception.message': message }) };
}

function plain(attributes: Attributes): JsonObject {
  const kept = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Record<string, Json>;
}
