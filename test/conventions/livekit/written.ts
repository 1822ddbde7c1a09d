import { type Case, captured } from '../case.js';

/** Written from section 3.12 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a failed call',
    span: {
      name: 'function_tool',
      scope: 'livekit-agents',
      attributes: {
        'lk.function_tool.name': 'lookup',
        'lk.function_tool.id': 'c1',
        'lk.function_tool.arguments': '{"id":7}',
        'lk.function_tool.output': 'gone',
        'lk.function_tool.is_error': true,
      },
    },
    call: {
      tool: 'lookup',
      callId: 'c1',
      arguments: captured({ id: 7 }),
      result: captured('gone'),
      failureFlag: true,
      reported: 'error',
    },
  },
  {
    what: 'the newer prefix',
    span: {
      name: 'function_tool',
      scope: 'livekit-agents',
      attributes: {
        'lk.pii.function_tool.name': 'lookup',
        'lk.pii.function_tool.output': 'here',
        'lk.function_tool.is_error': false,
      },
    },
    call: { tool: 'lookup', result: captured('here'), failureFlag: false, reported: 'ok' },
  },
];
