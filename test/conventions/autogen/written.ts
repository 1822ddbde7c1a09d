import type { Case } from '../case.js';

/** Written from section 3.8 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a call',
    span: {
      name: 'execute_tool lookup',
      scope: 'autogen-core',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'lookup',
        'gen_ai.tool.call.id': 'c1',
      },
    },
    call: { tool: 'lookup', callId: 'c1' },
  },
  {
    what: 'a failure',
    span: {
      name: 'execute_tool lookup',
      scope: 'autogen-core',
      status: 'error',
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'lookup', 'error.type': 'ValueError' },
    },
    call: { tool: 'lookup', reported: 'error', machineCodes: ['ValueError'] },
  },
];
