import { type Case, captured } from '../case.js';

/** Written from section 0.1 row 14 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'tool attributes without the operation name',
    span: { name: 'run', attributes: { 'gen_ai.tool.name': 'lookup', 'gen_ai.tool.call.arguments': '{"id":7}' } },
    call: { tool: 'lookup', arguments: captured({ id: 7 }) },
  },
  {
    what: 'a span name and content',
    span: { name: 'execute_tool lookup', attributes: { 'output.value': 'found' } },
    call: { tool: 'lookup', result: captured('found') },
  },
  { what: 'a span name alone is too little', span: { name: 'execute_tool lookup' }, frame: {}, unclaimed: 'test' },
  {
    what: 'a model turn that names a tool',
    span: { name: 'turn', attributes: { 'gen_ai.tool.name': 'lookup', 'gen_ai.usage.input_tokens': 4 } },
    frame: { kind: 'model', tokens: { input: 4, output: undefined } },
  },
];
