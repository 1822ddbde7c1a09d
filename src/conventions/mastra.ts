import type { Span } from '../model/span.js';
import type { Convention } from './convention.js';
import { textOf, wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';

const TYPE = 'mastra.span.type';
const TOOL_TYPES = new Set(['tool_call', 'mcp_tool_call', 'provider_tool_call']);
const KEYS = {
  arguments: ['gen_ai.tool.call.arguments', 'gen_ai.tool.input'],
  result: ['gen_ai.tool.call.result', 'gen_ai.tool.output'],
};

/** Mastra's OpenTelemetry exporters, older (`tool.execute`) and newer. */
export const mastra: Convention = {
  id: 'mastra',
  title: 'Mastra',
  source: 'mastra-ai/mastra: observability/otel-exporter/src/gen-ai-semantics.ts; reference 3.11',
  markers: { keys: [TYPE], scopes: ['@mastra/*'] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture: undefined,
    note: 'With AI SDK telemetry on as well, each call arrives twice and is counted once.',
  },
  kindWords: [
    {
      key: TYPE,
      kinds: {
        agent_run: 'agent',
        model_generation: 'model',
        model_inference: 'model',
        model_step: 'other',
        model_chunk: 'other',
        workflow_run: 'other',
        workflow_step: 'other',
        processor_run: 'other',
        generic: 'other',
      },
    },
  ],
  read: (span) => (isToolCall(span) ? callFrom(span, 'mastra', KEYS, { server: serverOf(span) }) : undefined),
};

function isToolCall({ attributes, scope }: Span): boolean {
  const type = wordOf(attributes[TYPE]);
  if (type !== undefined) return TOOL_TYPES.has(type);
  const operation = wordOf(attributes['gen_ai.operation.name']);
  return scope.name.startsWith('@mastra/') && (operation === 'tool.execute' || operation === 'execute_tool');
}

/** For MCP calls Mastra writes the server's name where others write a host. */
function serverOf({ attributes }: Span): string | undefined {
  const isMcp = wordOf(attributes[TYPE]) === 'mcp_tool_call';
  return textOf(attributes['mcp.server']) ?? (isMcp ? textOf(attributes['server.address']) : undefined);
}
