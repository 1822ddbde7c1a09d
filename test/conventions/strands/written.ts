import { type Case, captured } from '../case.js';

/** Written from section 3.7 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'content in events, failure only in its own flag',
    span: {
      name: 'execute_tool lookup',
      scope: 'strands.telemetry.tracer',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'lookup',
        'gen_ai.tool.call.id': 'tooluse_1',
        'gen_ai.tool.status': 'error',
        'session.id': 's1',
      },
      events: [
        { name: 'gen_ai.tool.message', attributes: { role: 'tool', content: '{"sku":"X"}', id: 'tooluse_1' } },
        { name: 'gen_ai.choice', attributes: { message: '[{"text":"Error: KeyError - X"}]', id: 'tooluse_1' } },
      ],
    },
    call: {
      tool: 'lookup',
      callId: 'tooluse_1',
      conversation: 's1',
      arguments: captured({ sku: 'X' }),
      result: captured('Error: KeyError - X'),
      failureFlag: true,
      reported: 'error',
    },
  },
  {
    what: 'a JSON result, success',
    span: {
      name: 'execute_tool lookup',
      scope: 'strands.telemetry.tracer',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'lookup',
        'gen_ai.tool.status': 'success',
      },
      events: [{ name: 'gen_ai.choice', attributes: { message: '[{"json":{"n":1}}]' } }],
    },
    call: { tool: 'lookup', result: captured({ n: 1 }), failureFlag: false, reported: 'ok' },
  },
];
