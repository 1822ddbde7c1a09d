import { type Case, captured } from '../case.js';

/** Written from section 6 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a rate limit, with category and model on the span',
    span: {
      name: 'execute_tool lookup',
      scope: 'github.com/grafana/sigil-sdk/go/sigil',
      status: 'error',
      message: 'rate_limit',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'lookup',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.conversation.id': 's1',
        'gen_ai.agent.name': 'helper',
        'gen_ai.request.model': 'gpt',
        'error.type': 'tool_execution_error',
        'error.category': 'rate_limit',
        'gen_ai.tool.call.result': '"slow down"',
      },
    },
    call: {
      tool: 'lookup',
      callId: 'c1',
      conversation: 's1',
      agent: 'helper',
      model: 'gpt',
      result: captured('slow down'),
      reported: 'error',
      machineCodes: ['tool_execution_error'],
      errorTexts: ['rate_limit'],
      declared: {
        category: 'transient',
        code: 'rate_limit',
        retryable: undefined,
        retryAfterMs: undefined,
        resultCount: undefined,
        description: undefined,
      },
    },
  },
];
