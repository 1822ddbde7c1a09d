import { type Case, captured } from '../case.js';

/** Written from sections 5 and 6 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'MCP server: isError without a status, arguments flattened',
    span: {
      name: 'tools/call lookup',
      kind: 'server',
      scope: 'sentry',
      attributes: {
        'sentry.op': 'mcp.server',
        'mcp.method.name': 'tools/call',
        'mcp.tool.name': 'lookup',
        'mcp.request.id': '3',
        'mcp.session.id': 's',
        'mcp.server.name': 'crm',
        'mcp.request.argument.id': '7',
        'mcp.request.argument.city': '"Oslo"',
        'mcp.tool.result.is_error': true,
        'mcp.tool.result.content_count': 1,
        'mcp.tool.result.content': '[{"type":"text","text":"gone"}]',
      },
    },
    call: {
      tool: 'lookup',
      server: 'crm',
      side: 'server',
      requestId: 's#3',
      arguments: captured({ id: 7, city: 'Oslo' }),
      result: captured('gone'),
      failureFlag: true,
      reported: 'error',
    },
  },
  {
    what: 'no content block is an empty answer',
    span: {
      name: 'tools/call lookup',
      kind: 'server',
      attributes: {
        'mcp.method.name': 'tools/call',
        'mcp.tool.name': 'lookup',
        'mcp.tool.result.content_count': 0,
        'mcp.tool.result.is_error': false,
      },
    },
    call: { tool: 'lookup', side: 'server', result: captured([]), failureFlag: false, reported: 'ok' },
  },
  {
    what: 'a rewritten AI SDK span',
    span: {
      name: 'execute_tool lookup',
      attributes: {
        'sentry.op': 'gen_ai.execute_tool',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'lookup',
        'gen_ai.tool.input': '{"id":7}',
        'gen_ai.tool.output': '"x"',
      },
    },
    call: { tool: 'lookup', arguments: captured({ id: 7 }), result: captured('x') },
  },
  {
    what: 'other MCP methods are plumbing',
    span: { name: 'tools/list', attributes: { 'sentry.op': 'mcp.server', 'mcp.method.name': 'tools/list' } },
    frame: { kind: 'plumbing' },
  },
];
