import { ABSENT } from '../model/recognised.js';
import type { Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';
import { framed, plumbing } from './reading/frame.js';

const ARGUMENTS = 'gcp.vertex.agent.tool_call_args';
const RESPONSE = 'gcp.vertex.agent.tool_response';
const KEYS = { arguments: [ARGUMENTS], result: [RESPONSE] };

/** Google Agent Development Kit, with or without OpenInference's keys on the same span. */
export const googleAdk: Convention = {
  id: 'google-adk',
  title: 'Google ADK',
  source: 'google/adk-python: src/google/adk/telemetry; reference 3.6',
  markers: { keys: [ARGUMENTS, RESPONSE], scopes: ['gcp.vertex.agent'] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture:
      'OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY',
    note: 'Before 2.0 content came by default (ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS) and a tool error stood only in the response.',
  },
  recorded: ['google-adk 2.13.0'],
  read: (span) => {
    if (span.attributes['gen_ai.tool.name'] === '(merged tools)' || span.name.includes('(merged tools)'))
      return plumbing(span);
    if (executesTool(span) || span.attributes[ARGUMENTS] !== undefined) return toolSpan(span);
    return frameOf(span);
  },
};

/** Description of the stand-in for a tool that the model made up; beside it only a bare ValueError tells of it. */
const NO_SUCH_TOOL = 'Tool not found';

function toolSpan(span: Span): Reading {
  const { attributes } = span;
  // With content capture off both are `{}`; a tool without parameters still has a response.
  const hidden = isEmptyObject(attributes[ARGUMENTS]) && isEmptyObject(attributes[RESPONSE]);
  return callFrom(span, 'google-adk', KEYS, {
    ...(hidden ? { arguments: ABSENT, answer: { content: ABSENT } } : {}),
    startsAgent: attributes['gen_ai.tool.type'] === 'AgentTool',
    codes:
      span.status.code === 'error' && attributes['gen_ai.tool.description'] === NO_SUCH_TOOL ? ['unknown_tool'] : [],
  });
}

function isEmptyObject(value: unknown): boolean {
  return value === '{}';
}

/** Older releases write agents and model turns without an operation name. */
function frameOf(span: Span): Reading | undefined {
  if (span.attributes['gen_ai.operation.name'] !== undefined) return undefined;
  if (span.name === 'call_llm') return framed(span, 'model');
  return span.name.startsWith('agent_run ') ? framed(span, 'agent') : undefined;
}
