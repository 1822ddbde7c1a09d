import { type Case, captured } from '../case.js';

/** Written from section 6 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'its own names for content',
    span: {
      name: 'execute_tool write_file',
      scope: 'any_agent',
      status: 'ok',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'write_file',
        'gen_ai.tool.args': '{"text":"2025"}',
        'gen_ai.output': 'null',
        'gen_ai.output.type': 'json',
      },
    },
    call: { tool: 'write_file', arguments: captured({ text: '2025' }), result: captured(null), reported: 'ok' },
  },
  {
    what: 'a model turn',
    span: {
      name: 'call_llm m',
      scope: 'any_agent',
      attributes: { 'gen_ai.operation.name': 'call_llm', 'gen_ai.request.model': 'm', 'gen_ai.usage.input_tokens': 9 },
    },
    frame: { kind: 'model', model: 'm', tokens: { input: 9, output: undefined } },
  },
];
