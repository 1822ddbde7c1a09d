import { createHash } from 'node:crypto';

/** What a test says about a span; times are seconds after an arbitrary start. */
export interface SpanWords {
  readonly session: string;
  readonly at: number;
  readonly takes?: number;
  readonly tool: string;
  readonly args: unknown;
  readonly result?: unknown;
  readonly error?: { readonly type: string; readonly text: string };
}

/** One span in OTLP/JSON. */
export interface JsonSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly [key: string]: unknown;
}

/** An hour ago, so that partitions of today or yesterday are used, whole seconds for readable numbers. */
const T0 = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

const hex = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length);
const nano = (seconds: number) => `${BigInt(Math.round(T0 * 1000 + seconds * 1e6))}000`;

/** An `execute_tool` span of the OpenTelemetry GenAI conventions. The same words give the same span. */
export function spanOf(words: SpanWords): JsonSpan {
  const { session, at, takes = 0.5, tool, args, result, error } = words;
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.conversation.id': session,
    'gen_ai.tool.call.arguments': JSON.stringify(args),
    ...(result === undefined
      ? {}
      : { 'gen_ai.tool.call.result': typeof result === 'string' ? result : JSON.stringify(result) }),
    ...(error ? { 'error.type': error.type } : {}),
  };
  return {
    traceId: hex(session, 32),
    spanId: hex(`${session} ${at} ${tool}`, 16),
    name: `execute_tool ${tool}`,
    kind: 1,
    startTimeUnixNano: nano(at),
    endTimeUnixNano: nano(at + takes),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
    status: error ? { code: 2, message: error.text } : {},
  };
}

/** An ExportTraceServiceRequest in OTLP/JSON. */
export function otlpJson(spans: readonly JsonSpan[]): unknown {
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'story' } }] };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'story' }, spans }] }] };
}
