import { type Case, captured } from '../case.js';

/** Written from section 3.5 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'instrumentation version 2: a retry prompt',
    span: {
      name: 'running tool',
      scope: 'pydantic-ai',
      status: 'error',
      attributes: {
        'gen_ai.tool.name': 'refund',
        'gen_ai.tool.call.id': 'pyd_ai_1',
        tool_arguments: '{"order":"A1"}',
        'logfire.msg': 'running tool: refund',
        tool_response: '1 validation error: order\n\nFix the errors and try again.',
      },
    },
    call: {
      tool: 'refund',
      callId: 'pyd_ai_1',
      arguments: captured({ order: 'A1' }),
      reported: 'error',
      result: captured('1 validation error: order\n\nFix the errors and try again.'),
    },
  },
  {
    what: 'version 3: a string result is raw',
    span: {
      name: 'execute_tool refund',
      scope: 'pydantic-ai',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'refund',
        'gen_ai.tool.call.arguments': '{"order":"A1"}',
        'gen_ai.tool.call.result': 'done',
        'gen_ai.agent.name': 'support',
        'gen_ai.conversation.id': 's1',
      },
    },
    call: {
      tool: 'refund',
      agent: 'support',
      conversation: 's1',
      arguments: captured({ order: 'A1' }),
      result: captured('done'),
    },
  },
  {
    what: 'rejected arguments have a span of their own',
    span: {
      name: 'execute_tool refund',
      scope: 'pydantic-ai',
      status: 'error',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'refund',
        'pydantic_ai.tool.failure_stage': 'validation',
        'logfire.msg': 'invalid tool call: refund',
      },
    },
    call: { tool: 'refund', reported: 'error', declared: { category: 'validation' } },
  },
  {
    what: 'a deferred call has not failed',
    span: {
      name: 'running tool',
      scope: 'pydantic-ai',
      status: 'error',
      attributes: {
        'gen_ai.tool.name': 'refund',
        tool_arguments: '{}',
        'pydantic_ai.tool.deferral.name': 'ApprovalRequired',
      },
    },
    call: { tool: 'refund', arguments: captured({}) },
  },
  {
    what: 'an output function is no call',
    span: {
      name: 'running output function: answer',
      scope: 'pydantic-ai',
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'answer' },
    },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'the span around parallel calls is no call',
    span: { name: 'running 3 tools', scope: 'pydantic-ai' },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'an agent run of version 2',
    span: { name: 'agent run', scope: 'pydantic-ai', attributes: { agent_name: 'support', final_result: 'done' } },
    frame: { kind: 'agent', agent: 'support', answer: captured('done') },
  },
];
