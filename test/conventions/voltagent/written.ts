import { type Case, captured } from '../case.js';

/** Written from section 3.12 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a call whose entity type is its parent’s',
    span: {
      name: 'tool.execution:lookup',
      scope: 'voltagent',
      kind: 'client',
      attributes: {
        'span.type': 'tool',
        'entity.type': 'agent',
        'tool.name': 'lookup',
        'tool.call.id': 'c1',
        input: '{"id":7}',
        output: 'found',
        'voltagent.conversation_id': 's1',
        'voltagent.operation_id': 'o1',
        'agent.id': 'helper',
      },
    },
    call: {
      tool: 'lookup',
      callId: 'c1',
      conversation: 's1',
      agentId: 'helper',
      arguments: captured({ id: 7 }),
      result: captured('found'),
    },
  },
  {
    what: 'an agent span',
    span: { name: 'helper', attributes: { 'span.type': 'agent', 'voltagent.operation_id': 'o1' } },
    frame: { kind: 'agent' },
  },
];
