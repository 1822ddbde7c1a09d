import { type Case, captured } from '../case.js';

/** Written from section 3.12 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a tool action',
    span: {
      name: 'lookup',
      scope: 'genkit-tracer',
      attributes: {
        'genkit:type': 'action',
        'genkit:metadata:subtype': 'tool.v2',
        'genkit:name': 'lookup',
        'genkit:input': '{"id":7}',
        'genkit:output': '"found"',
        'genkit:state': 'success',
        'genkit:sessionId': 's1',
      },
    },
    call: {
      tool: 'lookup',
      conversation: 's1',
      arguments: captured({ id: 7 }),
      result: captured('found'),
      failureFlag: false,
      reported: 'ok',
    },
  },
  {
    what: 'a flow is no call',
    span: { name: 'chatFlow', attributes: { 'genkit:metadata:subtype': 'flow', 'genkit:name': 'chatFlow' } },
    frame: {},
  },
];
