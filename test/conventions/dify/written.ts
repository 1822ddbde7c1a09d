import { type Case, captured } from '../case.js';

/** Written from section 3.12 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a tool node, named by its title',
    span: {
      name: 'Look up an order',
      scope: 'dify',
      attributes: {
        'gen_ai.span.kind': 'TOOL',
        'gen_ai.tool.name': 'Look up an order',
        'gen_ai.tool.type': 'builtin',
        'gen_ai.tool.call.arguments': '{"id":7}',
        'gen_ai.tool.call.result': '{"text":"found"}',
      },
    },
    call: { tool: 'Look up an order', arguments: captured({ id: 7 }), result: captured({ text: 'found' }) },
  },
  { what: 'a chain node is no call', span: { name: 'Start', attributes: { 'gen_ai.span.kind': 'CHAIN' } }, frame: {} },
];
