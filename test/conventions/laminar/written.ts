import { type Case, captured } from '../case.js';

/** Written from section 3.12 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a call',
    span: {
      name: 'lookup',
      scope: 'lmnr',
      attributes: {
        'lmnr.span.type': 'TOOL',
        'lmnr.span.input': '{"id":7}',
        'lmnr.span.output': '"found"',
        'lmnr.association.properties.session_id': 's1',
      },
    },
    call: { tool: 'lookup', conversation: 's1', arguments: captured({ id: 7 }), result: captured('found') },
  },
  { what: 'a model turn', span: { name: 'chat', attributes: { 'lmnr.span.type': 'LLM' } }, frame: { kind: 'model' } },
];
