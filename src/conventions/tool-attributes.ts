import type { JsonObject } from '../model/json.js';
import type { Span } from '../model/span.js';
import type { Convention } from './convention.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';

const MARKS = ['gen_ai.tool.name', 'gen_ai.tool.call.id', 'gen_ai.tool.call.arguments', 'gen_ai.tool.call.result'];

/** Last resort: GenAI tool attributes without an operation name, on a span that does not speak of a model. */
export const toolAttributes: Convention = {
  id: 'tool-attributes',
  title: 'GenAI tool attributes without an operation name',
  source: 'reference 0.1 row 14',
  markers: { keys: MARKS, names: ['execute_tool *'] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'opt-in',
    agent: 'opt-in',
    tokens: 'opt-in',
    unrun: 'never',
    capture:
      'set gen_ai.operation.name=execute_tool, gen_ai.tool.call.arguments and gen_ai.tool.call.result on the span',
  },
  read: (span) => (isUnlabelledCall(span) ? callFrom(span, 'tool-attributes') : undefined),
};

function isUnlabelledCall({ attributes, name }: Span): boolean {
  if (wordOf(attributes['gen_ai.operation.name']) !== undefined || speaksOfModel(attributes)) return false;
  // A span name alone is weak; with any tool content beside it, it is a call.
  return (
    MARKS.some((key) => key in attributes) ||
    (name.startsWith('execute_tool ') && CONTENT.some((key) => key in attributes))
  );
}

const CONTENT = ['input.value', 'output.value', 'tool.name'];

/** Keys by which a model turn describes the tools it was offered or asked for. */
function speaksOfModel(attributes: JsonObject): boolean {
  return [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.output_tokens',
    'gen_ai.request.max_tokens',
    'llm.model_name',
  ].some((key) => key in attributes);
}
