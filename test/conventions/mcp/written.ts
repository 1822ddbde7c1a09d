import { type Case, captured } from '../case.js';

/** Written from sections 1.2 and 5 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a client span over HTTP whose tool reports an error',
    span: {
      name: 'tools/call get_weather',
      kind: 'client',
      status: 'error',
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_weather',
        'mcp.session.id': 's-19',
        'jsonrpc.request.id': '4',
        'network.transport': 'tcp',
        'server.address': 'mcp.example.org',
        'error.type': 'tool_error',
        'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
        'gen_ai.tool.call.result': '{"content":[{"type":"text","text":"no such city"}],"isError":true}',
      },
    },
    call: {
      tool: 'get_weather',
      requestId: 's-19#4',
      arguments: captured({ city: 'Oslo' }),
      result: captured('no such city'),
      reported: 'error',
      failureFlag: true,
      machineCodes: ['tool_error'],
    },
  },
  {
    what: 'a server span with a JSON-RPC error code and status left alone',
    span: {
      name: 'tools/call get_weather',
      kind: 'server',
      scope: 'mcp-python-sdk',
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'get_weather',
        'jsonrpc.request.id': 4,
        'rpc.response.status_code': '-32602',
        'error.type': '-32602',
      },
    },
    call: { tool: 'get_weather', side: 'server', machineCodes: ['-32602'] },
  },
  {
    what: 'the Python client names the tool only in the span name',
    span: {
      name: 'MCP send tools/call get_weather',
      kind: 'client',
      scope: 'mcp-python-sdk',
      attributes: { 'mcp.method.name': 'tools/call', 'jsonrpc.request.id': 4 },
    },
    call: { tool: 'get_weather' },
  },
  {
    what: 'Go auto-instrumentation',
    span: { name: 'mcp.tools.call', attributes: { 'mcp.tool.name': 'get_weather' } },
    call: { tool: 'get_weather' },
  },
  {
    what: 'other methods are plumbing',
    span: { name: 'tools/list', kind: 'client', attributes: { 'mcp.method.name': 'tools/list' } },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'JSON-RPC of another protocol is nobody’s',
    span: { name: 'eth_call', attributes: { 'rpc.system': 'jsonrpc', 'rpc.method': 'eth_call' } },
    frame: {},
  },
];
