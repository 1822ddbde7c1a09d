import { type Case, captured } from '../case.js';

/** Written from sections 4.5 and 8.4 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a failed call in the log',
    log: {
      scope: 'gemini-cli',
      attributes: {
        'event.name': 'gemini_cli.tool_call',
        'event.timestamp': '2026-01-01T00:00:05Z',
        'session.id': 's1',
        function_name: 'read_file',
        function_args: '{\n  "path": "/x"\n}',
        duration_ms: 20,
        success: false,
        error: 'File not found',
        error_type: 'file_not_found',
        tool_type: 'native',
      },
    },
    call: {
      tool: 'read_file',
      conversation: 's1',
      agent: 'gemini-cli',
      arguments: captured({ path: '/x' }),
      failureFlag: true,
      reported: 'error',
      machineCodes: ['file_not_found'],
      errorTexts: ['File not found'],
      startedMs: Date.UTC(2026, 0, 1) + 4980,
    },
  },
  {
    what: 'a call that the user rejected',
    log: {
      attributes: {
        'event.name': 'gemini_cli.tool_call',
        function_name: 'shell',
        success: false,
        decision: 'reject',
        mcp_server_name: 'crm',
      },
    },
    call: { tool: 'shell', server: 'crm', agent: 'gemini-cli', failureFlag: true, reported: 'error', cancelled: true },
  },
  {
    what: 'a failed call in a span whose status is OK',
    span: {
      name: 'tool_call',
      scope: 'gemini-cli',
      status: 'ok',
      attributes: {
        'gen_ai.operation.name': 'tool_call',
        'gen_ai.tool.name': 'read_file',
        'gen_ai.tool.call_id': 'c1',
        'gen_ai.conversation.id': 's1',
        'gen_ai.agent.name': 'gemini-cli',
        'gen_ai.input.messages': '{"callId":"c1","name":"read_file","args":{"path":"/x"}}',
        'gen_ai.output.messages':
          '{"status":"error","response":{"error":"File not found","errorType":"file_not_found"}}',
      },
    },
    call: {
      tool: 'read_file',
      callId: 'c1',
      conversation: 's1',
      agent: 'gemini-cli',
      arguments: captured({ path: '/x' }),
      result: captured({ error: 'File not found', errorType: 'file_not_found' }),
      failureFlag: true,
      reported: 'ok',
      machineCodes: ['file_not_found'],
      errorTexts: ['File not found'],
    },
  },
  {
    what: 'content cut by the CLI',
    span: {
      name: 'tool_call',
      scope: 'gemini-cli',
      attributes: {
        'gen_ai.operation.name': 'tool_call',
        'gen_ai.tool.name': 'read_file',
        'gen_ai.output.messages': '{"status":"succ...[TRUNCATED: original length 20000]',
      },
    },
    call: {
      tool: 'read_file',
      result: { state: 'truncated', value: '{"status":"succ...[TRUNCATED: original length 20000]' },
    },
  },
  {
    what: 'the scheduler is plumbing',
    span: { name: 'schedule_tool_calls', scope: 'gemini-cli' },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'a prompt by a person',
    log: { attributes: { 'event.name': 'gemini_cli.user_prompt', 'session.id': 's1' } },
    frame: { kind: 'user', name: 'gemini-cli.user_prompt', conversation: 's1' },
  },
  {
    what: 'a model turn',
    log: {
      attributes: {
        'event.name': 'gemini_cli.api_response',
        'session.id': 's1',
        model: 'gemini',
        input_token_count: 10,
        output_token_count: 5,
      },
    },
    frame: {
      kind: 'model',
      name: 'gemini-cli.api_response',
      conversation: 's1',
      model: 'gemini',
      tokens: { input: 10, output: 5 },
    },
  },
];
