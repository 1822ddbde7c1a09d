import { type Case, captured } from '../case.js';

/** Written from section 3.10 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a handled failure leaves the status alone',
    span: {
      name: 'haystack.agent.step.tool',
      scope: 'haystack',
      status: 'ok',
      attributes: {
        'haystack.tool.name': 'lookup',
        'haystack.tool.description': 'Looks up',
        'haystack.agent.step.tool.input': '{"id":7}',
        'haystack.agent.step.tool.output': '{"error":"Failed to invoke Tool lookup"}',
      },
    },
    call: {
      tool: 'lookup',
      arguments: captured({ id: 7 }),
      result: captured({ error: 'Failed to invoke Tool lookup' }),
      reported: 'ok',
    },
  },
];
