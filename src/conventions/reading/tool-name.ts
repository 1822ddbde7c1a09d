import type { JsonObject } from '../../model/json.js';
import { firstText } from './attributes.js';

/** What stands before the tool name in span names (reference 0.2). */
const PREFIXES = [
  'execute_tool ',
  'tools/call ',
  'MCP send tools/call ',
  'MCP request: tools/call ',
  'mcp tools/call ',
  'tool.execution:',
  'tool.execute ',
  'Function: ',
  'running tool: ',
  'invalid tool call: ',
];
/** What stands behind it. */
const SUFFIXES = ['.tool', '.run', '.__call__'];
/** Span names that are only the operation. */
const BARE = new Set([
  'execute_tool',
  'tools/call',
  'running tool',
  'tool_call',
  'ai.toolCall',
  'mcp.tools.call',
  'function_tool',
  'claude_code.tool',
]);

/** A call whose tool nobody named. One name for all of them: a wrong name would make series of different tools. */
export const UNNAMED = '(unnamed)';

/** The tool name in a span name, or undefined where the name is only the operation. */
export function toolInSpanName(name: string): string | undefined {
  if (name === '' || BARE.has(name)) return undefined;
  const prefix = PREFIXES.find((one) => name.startsWith(one));
  if (prefix) return name.slice(prefix.length).trim() || undefined;
  const suffix = SUFFIXES.find((one) => name.endsWith(one) && name.length > one.length);
  return suffix ? name.slice(0, -suffix.length) : name;
}

const SERVER = [
  'mcp.server.name',
  'fastmcp.server.name',
  'mcp_server_name',
  'mcp_server',
  'mcp.server',
  'gen_ai.tool.mcp.server.name',
];

/** MCP server name: stated, or the prefix in `mcp__server__tool`. */
export function serverOf(attributes: JsonObject, tool: string): string | undefined {
  return firstText(attributes, SERVER) ?? /^mcp__(.+?)__./.exec(tool)?.[1];
}
