import { type Case, captured } from '../case.js';

/** Written from section 3.8 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a call',
    span: {
      name: 'execute_tool Orders-lookup',
      scope: 'Microsoft.SemanticKernel',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'Orders-lookup',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': '{"id":7}',
        'gen_ai.tool.call.result': 'found',
      },
    },
    call: { tool: 'Orders-lookup', callId: 'c1', arguments: captured({ id: 7 }), result: captured('found') },
  },
  {
    what: 'a failure',
    span: {
      name: 'execute_tool Orders-lookup',
      scope: 'Microsoft.SemanticKernel',
      status: 'error',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'Orders-lookup',
        'error.type': 'KernelException',
      },
    },
    call: { tool: 'Orders-lookup', reported: 'error', machineCodes: ['KernelException'] },
  },
];
