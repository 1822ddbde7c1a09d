import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { NAME, VERSION } from './about.js';
import type { Call, Ending } from './call.js';
import { contentOf, written } from './content.js';
import type { Hook } from './options.js';
import { scopeOf } from './options.js';

/** One call being recorded: its span, and where its inner calls hang. */
export interface Recording {
  readonly span: Span;
  readonly context: Context;
  readonly startedMs: number;
  end(ending: Ending): void;
}

/** Longest status message: a sentence for a list of spans; the result has the rest. */
const MAX_MESSAGE = 300;

/** Starts the span of a call. */
export function startRecording(call: Call, hook: Hook, provider: TracerProvider = providerOf(hook)): Recording {
  const tracer = provider.getTracer(NAME, VERSION);
  const span = tracer.startSpan(call.spanName, { kind: call.kind });
  if (span.isRecording()) span.setAttributes(opening(call, hook));
  const end = (ending: Ending) => {
    try {
      if (span.isRecording()) close(span, call, ending, hook);
    } finally {
      span.end();
    }
  };
  return { span, context: trace.setSpan(context.active(), span), startedMs: Date.now(), end };
}

function providerOf({ options }: Hook): TracerProvider {
  return options.tracerProvider ?? trace.getTracerProvider();
}

function opening(call: Call, hook: Hook): Attributes {
  const scope = scopeOf(hook);
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.tool,
    'gen_ai.tool.call.id': call.callId,
    'gen_ai.conversation.id': call.conversation ?? scope.conversation,
    'gen_ai.agent.name': call.agent ?? scope.agent,
    'gen_ai.agent.id': call.agentInstance ?? scope.agentInstance,
    'user.id': call.user ?? scope.user,
    'mcp.server.name': call.server,
    'refrain.tool.read_only': call.readOnly,
    'refrain.tool.destructive': call.destructive,
    ...call.attributes,
    'gen_ai.tool.call.arguments':
      call.arguments === undefined ? undefined : written(contentOf(call.arguments, hook), call.tool, hook),
  };
}

function close(span: Span, call: Call, ending: Ending, hook: Hook): void {
  if (ending.attributes) span.setAttributes(ending.attributes);
  if (ending.threw) closeThrown(span, ending.threw.error, hook);
  else closeReturned(span, call, ending, hook);
}

function closeReturned(span: Span, call: Call, ending: Ending, hook: Hook): void {
  const text = ending.unseen ? undefined : written(contentOf(ending.result ?? null, hook), call.tool, hook);
  if (text !== undefined) span.setAttribute('gen_ai.tool.call.result', text);
  if (!ending.failed) return;
  span.setAttribute('error.type', ending.errorType ?? '_OTHER');
  span.setStatus({ code: SpanStatusCode.ERROR, message: sentence(ending.text, hook) });
}

function closeThrown(span: Span, error: unknown, hook: Hook): void {
  const { type, message, stack } = thrown(error);
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: sentence(message, hook) });
  const safe = (text: string | undefined, max: number) => (text === undefined ? '' : hook.sealer.text(text, max));
  span.recordException({ name: type, message: safe(message, 1_000), stack: safe(stack, 4_000) });
}

function sentence(text: string | undefined, { sealer }: Hook): string | undefined {
  return text === undefined ? undefined : sealer.text(text, MAX_MESSAGE) || undefined;
}

interface Thrown {
  readonly type: string;
  readonly message: string | undefined;
  readonly stack: string | undefined;
}

/** A thrown value may be anything, and its getters may throw too. */
function thrown(error: unknown): Thrown {
  if (typeof error !== 'object' || error === null)
    return { type: typeof error, message: String(error), stack: undefined };
  const { name, message, stack } = error as Partial<Record<keyof Error, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { type: codeOf(error) ?? text(name) ?? 'Error', message: text(message), stack: text(stack) };
}

/** A code says more than a class: errno, SQLSTATE, JSON-RPC and HTTP codes are all written there. */
function codeOf(error: object): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}
