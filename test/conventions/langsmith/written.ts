import { type Case, captured } from '../case.js';

/** Written from section 3.3 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a run that ends in a ToolMessage',
    span: {
      name: 'get_weather',
      scope: 'langsmith',
      status: 'ok',
      attributes: {
        'langsmith.span.kind': 'tool',
        'gen_ai.operation.name': 'execute_tool',
        'langsmith.trace.session_id': 'a-project',
        'langsmith.metadata.thread_id': 't1',
        'gen_ai.prompt': '{"input":"{\\"city\\":\\"Oslo\\"}"}',
        'gen_ai.completion':
          '{"output":{"content":"rain","type":"tool","name":"get_weather","tool_call_id":"c1","status":"success"}}',
      },
    },
    call: {
      tool: 'get_weather',
      callId: 'c1',
      conversation: 't1',
      arguments: captured({ city: 'Oslo' }),
      result: captured('rain'),
      failureFlag: false,
      reported: 'ok',
    },
  },
  {
    what: 'an error printed with its traceback',
    span: {
      name: 'get_weather',
      scope: 'langsmith',
      status: 'error',
      attributes: { 'langsmith.span.kind': 'tool', 'gen_ai.operation.name': 'execute_tool' },
      events: [
        {
          name: 'exception',
          attributes: {
            'exception.type': 'Exception',
            'exception.message': "ValueError('no such city')Traceback (most recent call last):\n  File x",
          },
        },
      ],
    },
    call: { tool: 'get_weather', reported: 'error', machineCodes: ['ValueError'], errorTexts: ['no such city'] },
  },
  {
    what: 'a chain is no call',
    span: { name: 'tools', scope: 'langsmith', attributes: { 'langsmith.span.kind': 'chain' } },
    frame: {},
  },
];
