import { type Case, captured } from '../case.js';

/** Written from section 3.5 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'MCP client: isError stands only inside the response',
    span: {
      name: 'MCP request: tools/call lookup',
      scope: 'logfire.mcp',
      kind: 'client',
      attributes: {
        'rpc.system': 'jsonrpc',
        'rpc.method': 'tools/call',
        request: '{"method":"tools/call","params":{"name":"lookup","arguments":{"id":7}}}',
        response: '{"content":[{"type":"text","text":"gone"}],"isError":true}',
      },
    },
    call: {
      tool: 'lookup',
      arguments: captured({ id: 7 }),
      result: captured('gone'),
      failureFlag: true,
      reported: 'error',
    },
  },
  {
    what: 'MCP server',
    span: {
      name: 'MCP server handle request: tools/call',
      scope: 'logfire.mcp',
      attributes: { request: '{"method":"tools/call","params":{"name":"lookup","arguments":{}}}' },
    },
    call: { tool: 'lookup', side: 'server', arguments: captured({}) },
  },
  {
    what: 'other MCP methods are plumbing',
    span: {
      name: 'MCP request: tools/list',
      scope: 'logfire.mcp',
      attributes: { 'rpc.system': 'jsonrpc', 'rpc.method': 'tools/list' },
    },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'OpenAI Agents: a function span',
    span: {
      name: 'Function: lookup',
      scope: 'logfire.openai_agents',
      attributes: { name: 'lookup', input: '{"id":7}', output: 'found', mcp_data: '{"server":"crm"}' },
    },
    call: { tool: 'lookup', server: 'crm', arguments: captured({ id: 7 }), result: captured('found') },
  },
  {
    what: 'Claude Agent SDK: error.type holds the message',
    span: {
      name: 'execute_tool Read',
      scope: 'logfire.claude_agent_sdk',
      status: 'error',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'Read',
        'gen_ai.tool.call.id': 'toolu_1',
        'error.type': 'File does not exist.',
      },
    },
    call: { tool: 'Read', callId: 'toolu_1', reported: 'error', errorTexts: ['File does not exist.'] },
  },
];
