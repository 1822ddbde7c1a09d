import { type Case, captured } from '../case.js';

/** Written from section 3.11 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'the newer exporter: an MCP call that failed',
    span: {
      name: 'execute_tool lookup',
      scope: '@mastra/otel-exporter',
      status: 'error',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'mastra.span.type': 'mcp_tool_call',
        'gen_ai.tool.name': 'lookup',
        'server.address': 'crm',
        'gen_ai.conversation.id': 't1',
        'gen_ai.tool.call.arguments': '{"id":7}',
        'error.type': 'TOOL_FAILED',
        'error.message': 'gone',
        'error.domain': 'MCP',
        'error.category': 'THIRD_PARTY',
      },
    },
    call: {
      tool: 'lookup',
      server: 'crm',
      conversation: 't1',
      arguments: captured({ id: 7 }),
      reported: 'error',
      machineCodes: ['TOOL_FAILED'],
      errorTexts: ['gone'],
    },
  },
  {
    what: 'the older exporter: its own success flag',
    span: {
      name: 'tool.execute lookup',
      scope: '@mastra/otel',
      attributes: {
        'gen_ai.operation.name': 'tool.execute',
        'gen_ai.tool.input': '{"id":7}',
        'gen_ai.tool.output': '"gone"',
        'gen_ai.tool.success': false,
      },
    },
    call: {
      tool: 'lookup',
      arguments: captured({ id: 7 }),
      result: captured('gone'),
      failureFlag: true,
      reported: 'error',
    },
  },
  {
    what: 'an agent run',
    span: {
      name: 'invoke_agent helper',
      scope: '@mastra/otel-exporter',
      attributes: { 'mastra.span.type': 'agent_run' },
    },
    frame: { kind: 'agent', agent: 'helper' },
  },
  {
    what: 'a step inside a model turn',
    span: { name: 'step 0', scope: '@mastra/otel-exporter', attributes: { 'mastra.span.type': 'model_step' } },
    frame: {},
  },
];
