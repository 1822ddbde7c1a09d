import { isObject } from '../model/json.js';
import type { Content } from '../model/recognised.js';
import type { Span } from '../model/span.js';
import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { textOf, wordOf } from './reading/attributes.js';
import { answerOf, argumentsOf, callFrom } from './reading/call.js';
import { plumbing } from './reading/frame.js';

const KIND = 'traceloop.span.kind';
const INPUT = 'traceloop.entity.input';
const KEYS = {
  tool: ['gen_ai.tool.name', 'traceloop.entity.name'],
  arguments: ['gen_ai.tool.call.arguments', INPUT],
  result: ['gen_ai.tool.call.result', 'traceloop.entity.output'],
};

/** OpenLLMetry: the Traceloop SDK's decorators and its instrumentations. */
export const openllmetry: Convention = {
  id: 'openllmetry',
  title: 'OpenLLMetry (Traceloop)',
  source: 'traceloop/openllmetry: packages/opentelemetry-semantic-conventions-ai; reference 2.2',
  markers: {
    keys: [KIND],
    scopes: [
      'opentelemetry.instrumentation.mcp*',
      '@traceloop/instrumentation-mcp*',
      'opentelemetry.instrumentation.langchain*',
    ],
  },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture:
      'TRACELOOP_TRACE_CONTENT=true (the default); session: Traceloop.set_association_properties({"session_id": id})',
    note: 'LangChain (js) names the class of a tool that failed and knows no session; a throwing withTool (js) is never exported; OpenAI Agents come without tokens.',
  },
  recorded: [
    '@traceloop/instrumentation-langchain 0.27.0',
    'opentelemetry-instrumentation-langchain 0.62.4',
    'opentelemetry-instrumentation-openai-agents 0.62.4',
  ],
  kindWords: [{ key: KIND, kinds: { agent: 'agent', workflow: 'other', task: 'other', unknown: 'other' } }],
  read: (span) => {
    const kind = wordOf(span.attributes[KIND]);
    if (kind === 'tool' || (kind !== undefined && executesTool(span))) return toolSpan(span);
    if (!isMcp(span)) return undefined;
    return executesTool(span) ? toolSpan(span) : plumbing(span);
  },
};

function toolSpan(span: Span) {
  return callFrom(span, 'openllmetry', KEYS, {
    callId: wrappedId(span),
    arguments: mcpArguments(span),
    tool: nameBehindClass(span),
  });
}

/** LangChain (js) writes the tool's class where its name should stand; the ToolMessage that it returned names the tool. */
const CLASS = /^(?:Dynamic)?(?:Structured)?Tool$/;

function nameBehindClass({ attributes }: Span): string | undefined {
  if (!CLASS.test(textOf(attributes['traceloop.entity.name']) ?? '')) return undefined;
  return answerOf(attributes, KEYS.result).tool;
}

/** The MCP instrumentations write the tool's name beside its arguments. */
function mcpArguments(span: Span): Content | undefined {
  if (!isMcp(span)) return undefined;
  const content = argumentsOf(span.attributes, KEYS.arguments);
  if (!isObject(content.value) || !('tool_name' in content.value)) return content;
  return { state: content.state, value: content.value['arguments'] ?? {} };
}

/** LangChain (py) keeps the call id inside the wrapper around the arguments. */
function wrappedId({ attributes }: Span): string | undefined {
  if (attributes['gen_ai.tool.call.id'] !== undefined) return undefined;
  const wrapper = textOf(attributes[INPUT]) ?? textOf(attributes['gen_ai.tool.call.arguments']);
  return wrapper === undefined ? undefined : /"tool_call_id"\s*:\s*"([^"\\]+)"/.exec(wrapper)?.[1];
}

/** Session, server and writer spans of the MCP instrumentations, and every method but the tool call. */
function isMcp({ scope, name }: Span): boolean {
  return /instrumentation[.-]mcp/.test(scope.name) || name.endsWith('.mcp');
}
