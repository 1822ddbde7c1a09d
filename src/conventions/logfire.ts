import { isObject, type Json, type JsonObject } from '../model/json.js';
import type { Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { executesTool } from './gen-ai.js';
import { textOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { plumbing } from './reading/frame.js';
import { decoded } from './reading/parse.js';

const KEYS = { tool: ['gen_ai.tool.name', 'name'], arguments: ['request', 'input'], result: ['response', 'output'] };

/** Logfire's integrations for MCP, OpenAI Agents and the Claude Agent SDK. */
export const logfire: Convention = {
  id: 'logfire',
  title: 'Pydantic Logfire (MCP, OpenAI Agents, Claude Agent SDK)',
  source: 'pydantic/logfire: logfire/_internal/integrations/{mcp,openai_agents,claude_agent_sdk}.py; reference 3.5',
  markers: {
    scopes: ['logfire*'],
    names: ['MCP request: *', 'MCP server handle request: *', 'Function: *'],
  },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'opt-in',
    capture: undefined,
    note: 'A failed MCP call leaves the status unset; its isError is read from the response.',
  },
  read: (span) => {
    if (/^MCP (?:request|server handle request): /.test(span.name)) return mcpSpan(span);
    if (executesTool(span)) return callFrom(span, 'logfire', KEYS);
    return isFunction(span) ? callFrom(span, 'logfire', KEYS, { server: serverIn(span.attributes) }) : undefined;
  },
};

function mcpSpan(span: Span): Reading {
  const request = objectIn(span.attributes['request']);
  const method = textOf(span.attributes['rpc.method']) ?? textOf(request?.['method']) ?? methodInName(span.name);
  if (method !== 'tools/call') return plumbing(span);
  const params = objectIn(request?.['params']);
  const side = span.name.startsWith('MCP server') ? 'server' : 'caller';
  return callFrom(span, 'logfire', KEYS, { tool: textOf(params?.['name']), side });
}

function methodInName(name: string): string | undefined {
  return /request: (\S+)/.exec(name)?.[1];
}

/** A function span of the OpenAI Agents SDK carries the SDK's own fields. */
function isFunction({ name, attributes }: Span): boolean {
  return name.startsWith('Function: ') && ('input' in attributes || 'output' in attributes || 'name' in attributes);
}

function serverIn(attributes: JsonObject): string | undefined {
  return textOf(objectIn(attributes['mcp_data'])?.['server']);
}

function objectIn(value: Json | undefined): JsonObject | undefined {
  const inner = value === undefined ? undefined : decoded(value);
  return isObject(inner) ? inner : undefined;
}
