import type { Span } from '../model/span.js';
import type { Convention } from './convention.js';
import { callFrom } from './reading/call.js';
import { plumbing } from './reading/frame.js';

/** FastMCP (Python) server and client spans, with their delegate, proxy and seam spans. */
export const fastmcp: Convention = {
  id: 'fastmcp',
  title: 'FastMCP (Python)',
  source: 'PrefectHQ/fastmcp: fastmcp_slim/fastmcp/{server,client}/telemetry.py; reference 5',
  markers: { keys: ['fastmcp.server.name', 'fastmcp.component.type', 'fastmcp.span.seam'], scopes: ['fastmcp'] },
  support: {
    name: 'default',
    arguments: 'never',
    result: 'never',
    error: 'default',
    session: 'never',
    agent: 'never',
    tokens: 'never',
    unrun: 'never',
    capture: undefined,
    note: 'Content comes from the caller’s span in the same trace.',
  },
  recorded: ['fastmcp 4.2.3', 'pydantic-ai-slim 2.68.0'],
  read: (span) => {
    if (isRelay(span)) return plumbing(span);
    return callsTool(span) ? callFrom(span, 'fastmcp', {}, { codes: [unknownTool(span)] }) : plumbing(span);
  },
};

/** What a tool raises arrives as a ToolError; FastMCP's own NotFoundError says that it has no such tool. */
function unknownTool({ events }: Span): string | undefined {
  const found = events.some(({ attributes }) => attributes['exception.type'] === 'fastmcp.exceptions.NotFoundError');
  return found ? 'unknown_tool' : undefined;
}

function callsTool({ attributes, name }: Span): boolean {
  const method = attributes['mcp.method.name'] ?? attributes['rpc.method'];
  return method === 'tools/call' || (method === undefined && name.startsWith('tools/call'));
}

/** Spans that hand a call on to a mounted or a remote server. The mark `fastmcp.span.seam` is on the server's own span of every call. */
function isRelay({ attributes, name }: Span): boolean {
  return name.startsWith('delegate ') || 'fastmcp.proxy.backend_name' in attributes;
}
