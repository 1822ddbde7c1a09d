import { isArray, isObject, type Json, type JsonObject } from '../model/json.js';
import { ABSENT, type Content, type RecognisedCall } from '../model/recognised.js';
import type { LogRecord } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { executesTool } from './gen-ai.js';
import { textOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { argumentsFrom, resultFrom } from './reading/content.js';
import { plumbing } from './reading/frame.js';
import { frameFromLog } from './reading/log-call.js';

const ID = 'adot';

/**
 * AWS Distro for OpenTelemetry (Bedrock AgentCore). It may take the content off other instrumentations' spans and send it
 * as log records of the same trace and span: these are lent to the call.
 */
export const adot: Convention = {
  id: ID,
  title: 'AWS Distro for OpenTelemetry (AgentCore)',
  source: 'aws-observability/aws-otel-python-instrumentation: aws-opentelemetry-distro; reference 3.7',
  markers: {
    scopes: [
      'amazon.opentelemetry.distro*',
      'gen_ai.events',
      'openinference.instrumentation.*',
      'opentelemetry.instrumentation.*',
      'strands*',
    ],
    names: ['mcp tools/call *', 'mcp.session'],
  },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'opt-in',
    capture:
      'AGENT_OBSERVABILITY_ENABLED=true OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true, and send the logs here too',
    note: 'Content may arrive as log records, so /v1/logs must point to the same place as the traces.',
  },
  read: (span) => {
    if (span.name === 'mcp.session') return plumbing(span);
    const isOwn = span.scope.name.startsWith('amazon.opentelemetry.distro') || span.name.startsWith('mcp tools/call ');
    return isOwn && (executesTool(span) || span.name.startsWith('mcp tools/call ')) ? callFrom(span, ID) : undefined;
  },
  readLog: (log) => (log.spanId === undefined ? undefined : contentEvent(log)),
};

/** Attributes whose value an older release sends as one record each. */
const INPUTS = new Set(['input.value', 'traceloop.entity.input', 'gen_ai.tool.call.arguments']);
const OUTPUTS = new Set(['output.value', 'traceloop.entity.output', 'gen_ai.tool.call.result']);

function contentEvent(log: LogRecord): Reading | undefined {
  const { body, attributes } = log;
  if (!isObject(body)) return undefined;
  const original = textOf(attributes['original_attribute']);
  const lends = original === undefined ? messagesLent(body) : attributeLent(original, body['content']);
  if (lends === undefined) return undefined;
  return frameFromLog(log, 'plumbing', { name: log.eventName ?? 'content', lends });
}

function attributeLent(original: string, content: Json | undefined): Partial<RecognisedCall> | undefined {
  if (content === undefined) return undefined;
  if (INPUTS.has(original)) return { arguments: argumentsFrom(content) };
  return OUTPUTS.has(original) ? answerLent(content) : undefined;
}

/** Newer releases send one record a span, with a list of messages each way; a tool has one each. */
function messagesLent({ input, output }: JsonObject): Partial<RecognisedCall> | undefined {
  const asked = onlyContent(input);
  const told = onlyContent(output);
  if (asked === undefined && told === undefined) return undefined;
  const given: Content = asked === undefined ? ABSENT : argumentsFrom(asked);
  return { arguments: given, ...(told === undefined ? {} : answerLent(told)) };
}

function answerLent(content: Json): Partial<RecognisedCall> {
  const answer = resultFrom(content);
  return { result: answer.content, callId: answer.callId, failureFlag: answer.failed };
}

function onlyContent(side: Json | undefined): Json | undefined {
  const messages = isObject(side) ? side['messages'] : undefined;
  const [only] = isArray(messages) && messages.length === 1 ? messages : [];
  return isObject(only) ? only['content'] : undefined;
}
