import { type Case, captured } from '../case.js';

/** Written from section 3.12 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'an older release without the operation name',
    span: {
      name: 'tool.ByeTool',
      scope: 'ai.koog',
      attributes: {
        'gen_ai.tool.name': 'ByeTool',
        'gen_ai.tool.call.id': 'c1',
        'input.value': '{"name":"Bob"}',
        'output.value': 'Bye Bob',
      },
    },
    call: { tool: 'ByeTool', callId: 'c1', arguments: captured({ name: 'Bob' }), result: captured('Bye Bob') },
  },
  {
    what: 'a newer release',
    span: {
      name: 'execute_tool bye',
      scope: 'ai.koog',
      status: 'error',
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'bye', 'error.type': 'ToolException' },
    },
    call: { tool: 'bye', reported: 'error', machineCodes: ['ToolException'] },
  },
  {
    what: 'a node is no call',
    span: { name: 'node.nodeExecuteTool', scope: 'ai.koog', attributes: { 'koog.node.name': 'nodeExecuteTool' } },
    frame: {},
  },
];
