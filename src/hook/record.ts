import { type Attributes, type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { REFRAIN } from '../model/attributes.js';
import { NAME, VERSION } from './about.js';
import type { Call, Ending } from './call.js';
import { now, stopwatch } from './clock.js';
import { written } from './content.js';
import { type Foreign, foreignSpan } from './foreign.js';
import { type Judged, judged } from './judged.js';
import { type Hook, scopeOf } from './options.js';
import { type Projection, project } from './project.js';
import { report } from './safely.js';
import type { Scope } from './scope.js';
import { MAX_CODE, mayState, shown, statedAttributes } from './stated.js';
import { type Thrown, thrownFacts } from './thrown.js';

/** One call being recorded: its span, and where its inner calls hang. */
export interface Recording {
  readonly span: Span;
  readonly context: Context;
  /** Ends the record; returns the judged call where somebody needs it. */
  end(ending: Ending): Judged | undefined;
}

/** Longest status message: a sentence for a list of spans; the result has the rest. */
const MAX_MESSAGE = 300;

interface Open {
  readonly call: Call;
  readonly hook: Hook;
  readonly scope: Scope;
  readonly span: Span;
  /** Set where the span belongs to a framework: it keeps its status and its end. */
  readonly foreign: Foreign | undefined;
  readonly arguments: Projection | undefined;
  readonly startedMs: number;
  /** Tells when it ended. */
  readonly ended: () => number;
}

/** Starts the span of a call, or takes over the one that a framework started for this very call. */
export function startRecording(call: Call, hook: Hook): Recording {
  const scope = scopeOf(hook);
  const foreign = foreignSpan(call.tool);
  const startedMs = now();
  const span = foreign?.span ?? tracerOf(hook).startSpan(call.spanName, { kind: call.kind, startTime: startedMs });
  const wanted = span.isRecording() || hook.gate !== undefined;
  const args = wanted && call.arguments !== undefined ? project(call.arguments, hook.maxContent) : undefined;
  const open: Open = { call, hook, scope, span, foreign, arguments: args, startedMs, ended: stopwatch(startedMs) };
  if (span.isRecording()) span.setAttributes(opening(open));
  return {
    span,
    context: foreign ? context.active() : trace.setSpan(context.active(), span),
    end: (ending) => (wanted ? close(open, ending) : void span.end(open.ended())),
  };
}

function tracerOf({ options }: Hook) {
  return (options.tracerProvider ?? trace.getTracerProvider()).getTracer(NAME, VERSION);
}

function opening({ call, scope, hook, foreign, arguments: args }: Open): Attributes {
  const known = {
    'gen_ai.tool.call.id': call.callId,
    'gen_ai.conversation.id': call.conversation ?? scope.conversation,
    'gen_ai.agent.name': call.agent ?? scope.agent,
    'gen_ai.agent.id': call.agentInstance ?? scope.agentInstance,
    'user.id': call.user ?? scope.user,
    'mcp.server.name': call.server,
    [REFRAIN.readOnly]: call.readOnly,
    [REFRAIN.destructive]: call.destructive,
    ...call.attributes,
    ...(foreign?.hasContent || !args
      ? {}
      : { 'gen_ai.tool.call.arguments': written(args, call.tool, hook, call.server) }),
  };
  return foreign ? known : { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': call.tool, ...known };
}

function close(open: Open, ending: Ending): Judged | undefined {
  const { span, foreign, hook } = open;
  const endedMs = open.ended();
  try {
    const thrown = ending.threw && thrownFacts(ending.threw.error);
    const seen = ending.unseen || thrown ? undefined : project(ending.result ?? null, hook.maxContent);
    const judging = hook.gate !== undefined || mayState(seen?.value);
    const told = judging ? judgedOrNothing({ ...open, endedMs }, ending, seen, thrown) : undefined;
    if (span.isRecording()) write(open, ending, seen, thrown, told);
    return told;
  } finally {
    if (!foreign) span.end(endedMs);
  }
}

/** A fault in judging must not cost the span what else is known. */
function judgedOrNothing(
  open: Open & { readonly endedMs: number },
  ending: Ending,
  result: Projection | undefined,
  thrown: Thrown | undefined,
): Judged | undefined {
  try {
    return judged({ ...open, span: open.span.spanContext(), ending, result, thrown }, open.hook.settings);
  } catch (fault) {
    report(fault);
    return undefined;
  }
}

function write(
  { span, call, hook, foreign }: Open,
  ending: Ending,
  result: Projection | undefined,
  thrown: Thrown | undefined,
  told: Judged | undefined,
): void {
  const text = result && !foreign?.hasContent ? written(result, call.tool, hook, call.server) : undefined;
  const failed = thrown !== undefined || ending.failed === true;
  span.setAttributes({
    ...ending.attributes,
    ...thrown?.attributes,
    ...(thrown && { [REFRAIN.description]: shown(thrown.description, hook) }),
    ...(told && statedAttributes(told.judgement.claims, hook)),
    'gen_ai.tool.call.result': text,
    'error.type': failed ? (thrown?.type ?? ending.errorType ?? '_OTHER').slice(0, MAX_CODE) : undefined,
  });
  // A framework's own span says what the framework told the model; that is not ours to correct.
  if (foreign) return;
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR, message: sentence(thrown?.message ?? ending.text, hook) });
  // Without the content nothing else would say that the call came back.
  else if (hook.content === 'none') span.setStatus({ code: SpanStatusCode.OK });
  if (thrown) span.recordException(exceptionOf(thrown, hook));
}

function exceptionOf({ name, message, stack }: Thrown, { sealer }: Hook) {
  const safe = (text: string | undefined, max: number) => (text === undefined ? '' : sealer.text(text, max));
  return { name, message: safe(message, 1_000), stack: safe(stack, 4_000) };
}

function sentence(text: string | undefined, { sealer }: Hook): string | undefined {
  return text === undefined ? undefined : sealer.text(text, MAX_MESSAGE) || undefined;
}
