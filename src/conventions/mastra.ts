import { isObject, parseJson } from '../model/json.js';
import type { ToolMessage } from '../model/recognised.js';
import type { Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { textOf, wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { argumentsFrom, resultFrom } from './reading/content.js';
import { frameFrom } from './reading/frame.js';

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
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture: 'session: agent.generate(text, { memory: { thread: id, resource: user } })',
    note: 'Exporters of the 0.x line count tokens only for a whole run, and lose the agent’s span where a tool does not exist.',
  },
  recorded: ['@mastra/otel-exporter 0.3.3'],
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
  read: (span) => {
    if (isToolCall(span)) return callFrom(span, 'mastra', KEYS, { server: serverOf(span) });
    const type = wordOf(span.attributes[TYPE]);
    if (type === 'agent_run') return agentRun(span);
    return type === 'model_chunk' ? toolResult(span) : undefined;
  },
};

/** The older exporter names agent and thread by their ids alone. */
function agentRun(span: Span): Reading {
  const frame = frameFrom(span, 'agent');
  const { attributes } = span;
  return {
    frame: {
      ...frame,
      agent: frame.agent ?? textOf(attributes['agent.name']) ?? frame.agentId,
      conversation: frame.conversation ?? textOf(attributes['threadId']),
    },
  };
}

/** A chunk of the model's stream that hands it a tool's result: the only place with the call id, and with rejected calls. */
function toolResult(span: Span): Reading | undefined {
  const given = textOf(span.attributes['output']);
  const chunk = given === undefined ? undefined : parseJson(given);
  if (!isObject(chunk) || !('result' in chunk)) return undefined;
  const callId = textOf(chunk['toolCallId']);
  if (callId === undefined) return undefined;
  const answer = resultFrom(chunk['result']);
  const message: ToolMessage = {
    callId,
    tool: textOf(chunk['toolName']),
    arguments: argumentsFrom(chunk['args']),
    result: answer.content,
    failureFlag: answer.failed,
  };
  return { frame: { ...frameFrom(span, 'other'), toolMessages: [message] } };
}

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
