import { ABSENT, type RecognisedCall, type RecognisedFrame } from '../../model/recognised.js';
import type { Span } from '../../model/span.js';
import type { FrameKind, Reading } from '../convention.js';
import { numberOf } from './attributes.js';
import { CONCERN, concernsOf } from './concerns.js';
import { resultFrom } from './content.js';
import { identityOf, NOBODY, serviceOf } from './identity.js';
import { NO_MESSAGES, promptOf } from './prompt.js';
import { modelIn, tokensIn } from './tokens.js';

/** The lean frame of a span that is no call. */
export function frameFrom(span: Span, kind: FrameKind): RecognisedFrame {
  const { attributes } = span;
  const has = concernsOf(attributes);
  const identity = has & CONCERN.identity ? identityOf(attributes) : NOBODY;
  const prompt = kind === 'model' ? promptOf(span) : NO_MESSAGES;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    startedMs: span.startedMs,
    endedMs: span.endedMs,
    kind,
    name: span.name,
    service: serviceOf(span.resource),
    status: span.status.code,
    conversation: identity.conversation,
    user: identity.user,
    agentId: identity.agentId,
    agent: identity.agent ?? (kind === 'agent' ? agentInName(span.name) : undefined),
    model: has & CONCERN.tokens ? modelIn(attributes) : undefined,
    tokens: kind === 'model' ? tokensIn(attributes) : undefined,
    answer: kind === 'agent' ? answerOfAgent(span) : ABSENT,
    userMessages: prompt.userMessages,
    allMessages: prompt.allMessages,
    asksFor: prompt.asksFor,
    toolMessages: prompt.toolMessages,
    lends: attemptsIn(span),
  };
}

/** An HTTP client counts its own retries; they happened inside the call around the request. */
function attemptsIn({ attributes }: Span): Partial<RecognisedCall> | undefined {
  const resends = numberOf(attributes['http.request.resend_count']);
  return resends === undefined || resends <= 0 ? undefined : { attemptsInside: resends };
}

/** A phase or wrapper of a tool call, with the facts that belong to the enclosing call. */
export function plumbing(span: Span, lends?: Partial<RecognisedCall>): Reading {
  const frame = frameFrom(span, 'plumbing');
  return { frame: lends === undefined ? frame : { ...frame, lends } };
}

/** A span that says it is something else than the tool call that its marker promises. */
export function framed(span: Span, kind: FrameKind): Reading {
  return { frame: frameFrom(span, kind) };
}

/** An agent whose name stands in no attribute, unless one says otherwise. */
export function namedAgent(span: Span, name: string): Reading {
  const frame = frameFrom(span, 'agent');
  return { frame: { ...frame, agent: frame.agent ?? (name || undefined) } };
}

const AGENT_NAME = /^(?:invoke_agent|create_agent|agent run|agent_run|invocation)[ :]+\[?(.+?)\]?$/;

function agentInName(name: string): string | undefined {
  return AGENT_NAME.exec(name)?.[1];
}

const ANSWERS = [
  'gen_ai.output.messages',
  'output.value',
  'final_result',
  'traceloop.entity.output',
  'langfuse.observation.output',
  'mlflow.spanOutputs',
  'ai.response.text',
  'gen_ai.completion',
  'gen_ai.output',
];

function answerOfAgent({ attributes }: Span): RecognisedFrame['answer'] {
  for (const key of ANSWERS) {
    const { content } = resultFrom(attributes[key]);
    if (content.state !== 'absent') return content;
  }
  return ABSENT;
}
