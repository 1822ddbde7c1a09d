import type { Span } from '../model/span.js';
import type { Convention, FrameKind } from './convention.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { framed } from './reading/frame.js';

const OPERATION = 'gen_ai.operation.name';

/** GenAI operations that are no tool call. Besides the standard ones: `call_llm` (any-agent), `response` and `responses` (OpenAI). */
const KINDS: Readonly<Record<string, FrameKind>> = {
  chat: 'model',
  completion: 'model',
  text_completion: 'model',
  generate_content: 'model',
  call_llm: 'model',
  llm_call: 'model',
  response: 'model',
  responses: 'model',
  invoke_agent: 'agent',
  agent_call: 'agent',
  create_agent: 'other',
  invoke_workflow: 'other',
  embeddings: 'other',
  retrieval: 'other',
  plan: 'other',
};

/** Whether a span says that it executes a tool, in the words of the OpenTelemetry GenAI conventions. */
export function executesTool({ attributes }: Span): boolean {
  return wordOf(attributes[OPERATION]) === 'execute_tool';
}

/** OpenTelemetry GenAI `execute_tool`, by whomever no more specific convention knows. */
export const genAi: Convention = {
  id: 'gen-ai',
  title: 'OpenTelemetry GenAI (execute_tool)',
  source: 'open-telemetry/semantic-conventions-genai: model/gen-ai/spans.yaml',
  markers: { keys: [OPERATION] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'opt-in',
    capture: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY',
    note: 'Session and agent stand on the invoke_agent span above the call.',
  },
  kindWords: [{ key: OPERATION, kinds: KINDS }],
  read: (span) => {
    if (isSummary(span)) return framed(span, 'plumbing');
    return executesTool(span) ? callFrom(span, 'gen-ai') : undefined;
  },
};

/** ADK's summary of parallel calls describes no call of its own (reference 7.1). */
function isSummary({ attributes, name }: Span): boolean {
  return attributes['gen_ai.tool.name'] === '(merged tools)' || name === 'execute_tool (merged tools)';
}
