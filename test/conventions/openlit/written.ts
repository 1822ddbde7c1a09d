import { type Case, captured } from '../case.js';

/** Written from section 2.4 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'its private names for content',
    span: {
      name: 'execute_tool lookup',
      scope: 'openlit.otel.tracing',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'lookup',
        'gen_ai.tool.args': '{"id":7}',
        'gen_ai.tool.output': 'found',
      },
    },
    call: { tool: 'lookup', arguments: captured({ id: 7 }), result: captured('found') },
  },
  {
    what: 'a model span with the tools it asked for',
    span: {
      name: 'chat gpt',
      scope: 'openlit.otel.tracing',
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.tool.name': 'lookup', 'gen_ai.request.model': 'gpt' },
    },
    frame: { kind: 'model', model: 'gpt' },
  },
];
