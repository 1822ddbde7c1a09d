import { type Case, captured } from '../case.js';

/** Written from section 3.8 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a call',
    span: {
      name: 'execute_tool get_report',
      scope: 'Experimental.Microsoft.Extensions.AI',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_report',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': '{"id":7}',
        'gen_ai.tool.call.result': 'found',
      },
    },
    call: { tool: 'get_report', callId: 'c1', arguments: captured({ id: 7 }), result: captured('found') },
  },
  {
    what: 'a failure',
    span: {
      name: 'execute_tool get_report',
      scope: 'Experimental.Microsoft.Extensions.AI',
      status: 'error',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_report',
        'error.type': 'System.TimeoutException',
      },
    },
    call: { tool: 'get_report', reported: 'error', machineCodes: ['System.TimeoutException'] },
  },
  {
    what: 'the loop around the model turns is no model turn',
    span: {
      name: 'orchestrate_tools',
      scope: 'Experimental.Microsoft.Extensions.AI',
      attributes: { 'gen_ai.usage.input_tokens': 90 },
    },
    frame: {},
  },
];
