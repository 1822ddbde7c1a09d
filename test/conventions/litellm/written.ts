import { type Case, captured } from '../case.js';

/** Written from sections 5 and 6 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'an MCP call of the gateway',
    span: {
      name: 'tools/call lookup',
      scope: 'litellm',
      kind: 'client',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'lookup',
        'mcp.session.id': 's',
        'gen_ai.tool.call.arguments': '{"id":7}',
      },
    },
    call: { tool: 'lookup', arguments: captured({ id: 7 }) },
  },
  {
    what: 'declared tools on a model span are no calls',
    span: {
      name: 'chat gpt',
      scope: 'litellm',
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.tool.0.name': 'lookup', 'gen_ai.request.model': 'gpt' },
    },
    frame: { kind: 'model', model: 'gpt' },
  },
];
