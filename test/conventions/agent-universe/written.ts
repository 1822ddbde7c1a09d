import { type Case, captured } from '../case.js';

/** Written from section 3.12 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a failed call',
    span: {
      name: 'tool.lookup',
      scope: 'agentuniverse',
      attributes: {
        'au.span.kind': 'tool',
        'au.tool.name': 'lookup',
        'au.tool.pair_id': 'p1',
        'au.tool.input': '{"id":7}',
        'au.tool.status': 'error',
        'au.tool.error.type': 'TimeoutError',
        'au.tool.error.message': 'too slow',
        'au.trace.caller_name': 'helper',
      },
    },
    call: {
      tool: 'lookup',
      callId: 'p1',
      agent: 'helper',
      arguments: captured({ id: 7 }),
      failureFlag: true,
      reported: 'error',
      machineCodes: ['TimeoutError'],
      errorTexts: ['too slow'],
    },
  },
];
