import type { Span } from '../model/span.js';
import type { Convention } from './convention.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { plumbing } from './reading/frame.js';

/** OpenTelemetry MCP `tools/call`, client and server side: the standard, the MCP SDKs, and Go auto-instrumentation. */
export const mcp: Convention = {
  id: 'mcp',
  title: 'OpenTelemetry MCP (tools/call), MCP SDKs',
  source: 'open-telemetry/semantic-conventions-genai: model/mcp/spans.yaml',
  markers: {
    keys: ['mcp.method.name', 'rpc.method'],
    scopes: ['mcp-python-sdk', 'Experimental.ModelContextProtocol'],
    names: ['tools/call*', 'MCP send tools/call *', 'mcp tools/call *', 'MCP request: tools/call *', 'mcp.tools.call'],
  },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'never',
    agent: 'never',
    tokens: 'never',
    unrun: 'never',
    capture: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY where the SDK knows it',
    note: 'Session and agent come from the caller in the same trace; the MCP SDKs for Python and TypeScript write no content.',
  },
  recorded: [
    'agent-framework-core 1.23.0',
    'fastmcp 4.2.3',
    'google-adk 2.13.0',
    'haystack-ai 3.4.1',
    'mcp 2.3.0',
    'openinference-instrumentation-llama-index 4.6.1',
    'opentelemetry-instrumentation-openai-agents 0.62.4',
    'pydantic-ai-slim 2.68.0',
    'strands-agents 1.62.0',
  ],
  read: (span) => {
    const method = methodOf(span);
    if (method === 'tools/call') return callFrom(span, 'mcp');
    return method === undefined ? undefined : plumbing(span);
  },
};

const NAME = /^(?:MCP send |mcp |MCP request: )?tools\/call(?: .+)?$/;

function methodOf({ attributes, name }: Span): string | undefined {
  const method = wordOf(attributes['mcp.method.name']);
  if (method !== undefined) return method;
  const system = wordOf(attributes['rpc.system'] ?? attributes['rpc.system.name']);
  const rpc = system === 'jsonrpc' || system === 'mcp' ? wordOf(attributes['rpc.method']) : undefined;
  if (rpc !== undefined) return system === 'mcp' || MCP_METHOD.test(rpc) ? rpc : undefined;
  return NAME.test(name) || name === 'mcp.tools.call' ? 'tools/call' : undefined;
}

/** Methods of MCP; JSON-RPC also carries other protocols. */
const MCP_METHOD =
  /^(?:tools|resources|prompts|notifications|completion|logging|roots|sampling|elicitation|tasks)\/|^(?:initialize|ping)$/;
