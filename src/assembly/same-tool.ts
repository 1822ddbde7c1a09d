import type { ToolCall } from '../model/tool-call.js';

/** Names that stand where an instrumentation did not write the tool's own (reference 4.1, 6; conventions' own word). */
const PLACEHOLDERS = new Set(['', '(unnamed)', 'unknown', 'mcp_tool', 'use_mcp_tool', 'execute_tool', 'tool_call']);

type Named = Pick<ToolCall, 'tool' | 'server' | 'side' | 'requestId' | 'convention' | 'scope'>;

/** The record does not say which tool it was. */
export function isNameless({ tool }: Pick<ToolCall, 'tool'>): boolean {
  return PLACEHOLDERS.has(tool);
}

/** Two spellings of one tool: alike, or one is the other behind the name of its server. */
export function sameTool(a: Named, b: Named): boolean {
  if (a.tool === b.tool) return true;
  const [long, short] = a.tool.length > b.tool.length ? [a, b] : [b, a];
  const prefix = prefixOf(long.tool, short.tool);
  if (prefix === undefined) return false;
  return long.tool.startsWith('mcp__') || isNamedAfter(prefix, long.server) || isNamedAfter(prefix, short.server);
}

/** As `sameTool`, for a record inside another: an MCP span need not say its server where the span around it names it. */
export function sameToolInside(inner: Named, outer: Named): boolean {
  if (sameTool(inner, outer)) return true;
  return speaksMcp(inner) && prefixOf(outer.tool, inner.tool) !== undefined;
}

/** The last word of a name: equal for all spellings of one tool. */
export function lastWord(tool: string): string {
  return /[A-Za-z0-9]+(?=[^A-Za-z0-9]*$)/.exec(tool)?.[0] ?? tool;
}

function prefixOf(long: string, short: string): string | undefined {
  if (short === '' || !long.endsWith(short)) return undefined;
  const prefix = long.slice(0, -short.length);
  return /[_./:-]$/.test(prefix) ? plain(prefix) : undefined;
}

function isNamedAfter(prefix: string, server: string | undefined): boolean {
  return server !== undefined && prefix !== '' && plain(server) === prefix;
}

function plain(text: string): string {
  return text
    .replace(/^mcp__/, '')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
}

function speaksMcp({ side, requestId, server, convention, scope }: Named): boolean {
  return side === 'server' || requestId !== undefined || server !== undefined || /mcp/i.test(`${convention} ${scope}`);
}
