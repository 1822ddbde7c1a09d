import { type Case, captured } from '../case.js';

/** Written from section 3.9 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a call without gen_ai.tool.name',
    span: {
      name: 'execute_tool lookup',
      scope: 'org.springframework.boot',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.system': 'spring_ai',
        'spring.ai.kind': 'tool_call',
        'spring.ai.tool.definition.name': 'lookup',
        'spring.ai.tool.call.id': 'c1',
        'spring.ai.tool.call.arguments': '{"id":7}',
        'spring.ai.tool.call.result': 'Exception occurred in tool: lookup',
      },
    },
    call: {
      tool: 'lookup',
      callId: 'c1',
      arguments: captured({ id: 7 }),
      result: captured('Exception occurred in tool: lookup'),
    },
  },
  { what: 'an advisor is no call', span: { name: 'advisor', attributes: { 'spring.ai.kind': 'advisor' } }, frame: {} },
];
