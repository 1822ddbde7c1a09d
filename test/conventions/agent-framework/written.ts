import { type Case, captured } from '../case.js';

/** Written from section 3.8 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'placeholders for a missing id and missing arguments',
    span: {
      name: 'execute_tool lookup',
      scope: 'agent_framework',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'lookup',
        'gen_ai.tool.call.id': 'unknown',
        'gen_ai.tool.call.arguments': 'None',
        'gen_ai.tool.call.result': 'found',
      },
    },
    call: { tool: 'lookup', result: captured('found') },
  },
  {
    what: 'the nested MCP client span',
    span: {
      name: 'tools/call lookup',
      scope: 'agent_framework',
      kind: 'client',
      status: 'error',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'lookup',
        'mcp.method.name': 'tools/call',
        'error.type': 'tool_error',
      },
    },
    call: { tool: 'lookup', reported: 'error', machineCodes: ['tool_error'] },
  },
];
