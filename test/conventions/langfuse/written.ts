import { type Case, captured } from '../case.js';

/** Written from section 6 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a failure in the level, not in the status',
    span: {
      name: 'lookup',
      scope: 'langfuse-sdk',
      attributes: {
        'langfuse.observation.type': 'tool',
        'langfuse.observation.input': '{"id":7}',
        'langfuse.observation.output': '"gone"',
        'langfuse.observation.level': 'ERROR',
        'langfuse.observation.status_message': 'not there',
        'session.id': 's1',
        'user.id': 'u1',
      },
    },
    call: {
      tool: 'lookup',
      conversation: 's1',
      user: 'u1',
      arguments: captured({ id: 7 }),
      result: captured('gone'),
      failureFlag: true,
      reported: 'error',
      errorTexts: ['not there'],
    },
  },
  {
    what: 'an older LangChain handler calls a tool run a span',
    span: {
      name: 'get_weather',
      scope: 'langfuse-sdk',
      attributes: {
        'langfuse.observation.type': 'span',
        'langfuse.observation.input': "{'city': 'Oslo'}",
        'langfuse.observation.metadata.inputs': '{"city":"Oslo"}',
        'langfuse.observation.metadata.thread_id': 't1',
        'langfuse.observation.output':
          '{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"status":"success","content":"rain","tool_call_id":"c1"}}',
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
    what: 'a graph node that passes messages on is no call',
    span: {
      name: 'tools',
      scope: 'langfuse-sdk',
      attributes: {
        'langfuse.observation.type': 'span',
        'langfuse.observation.output': '{"messages":[{"type":"tool","content":"rain","tool_call_id":"c1"}]}',
      },
    },
    frame: {},
  },
];
