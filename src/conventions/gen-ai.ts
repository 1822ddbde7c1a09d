import type { JsonObject } from '../model/json.js';
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

/** OpenTelemetry GenAI `execute_tool`, and the many who write its attributes without the operation name. */
export const genAi: Convention = {
  id: 'gen-ai',
  title: 'OpenTelemetry GenAI (execute_tool)',
  source: 'open-telemetry/semantic-conventions-genai: model/gen-ai/spans.yaml',
  markers: {
    keys: [OPERATION, 'gen_ai.tool.name', 'gen_ai.tool.call.id', 'gen_ai.tool.call.arguments'],
    names: ['execute_tool *'],
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
    capture: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY',
    note: 'Session and agent stand on the invoke_agent span above the call.',
  },
  kindWords: [{ key: OPERATION, kinds: KINDS }],
  read: (span) => {
    if (isSummary(span)) return framed(span, 'plumbing');
    return executesTool(span) || isUnlabelledCall(span) ? callFrom(span, 'gen-ai') : undefined;
  },
};

/** ADK's summary of parallel calls describes no call of its own (reference 7.1). */
function isSummary({ attributes, name }: Span): boolean {
  return attributes['gen_ai.tool.name'] === '(merged tools)' || name === 'execute_tool (merged tools)';
}

/** Tool attributes without an operation name, on a span that does not speak of a model's tokens (reference 0.1 row 14). */
function isUnlabelledCall({ attributes, name }: Span): boolean {
  if (wordOf(attributes[OPERATION]) !== undefined) return false;
  const named = attributes['gen_ai.tool.name'] !== undefined || attributes['gen_ai.tool.call.id'] !== undefined;
  const content = attributes['gen_ai.tool.call.arguments'] !== undefined;
  return (named || content || name.startsWith('execute_tool ')) && !speaksOfModel(attributes);
}

function speaksOfModel(attributes: JsonObject): boolean {
  return [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.output_tokens',
    'gen_ai.request.max_tokens',
    'llm.model_name',
  ].some((key) => attributes[key] !== undefined);
}
