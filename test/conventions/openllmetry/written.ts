import { type Case, captured } from '../case.js';

/** Written from sections 1.4, 2.2 and 7.1 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'LangChain (py): the callback wrapper around arguments and result',
    span: {
      name: 'execute_tool search',
      scope: 'opentelemetry.instrumentation.langchain',
      attributes: {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'search',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.arguments':
          '{"input_str":"{\'q\': \'x\'}","tags":[],"metadata":{"thread_id":"t1"},"inputs":{"q":"x"},"kwargs":{"name":"search","tool_call_id":"c9"}}',
        'gen_ai.tool.call.result': '{"output":"content=\'none\' name=\'search\' tool_call_id=\'c9\'","kwargs":{}}',
        'traceloop.association.properties.thread_id': 't1',
        'gen_ai.task.status': 'success',
      },
    },
    call: {
      tool: 'search',
      callId: 'c9',
      conversation: 't1',
      arguments: captured({ q: 'x' }),
      result: captured('none'),
      failureFlag: false,
      reported: 'ok',
    },
  },
  {
    what: 'a decorated tool that raised',
    span: {
      name: 'lookup.tool',
      status: 'error',
      message: 'no such order',
      attributes: {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'lookup',
        'traceloop.entity.input': '{"args":[],"kwargs":{"id":7}}',
        'error.type': 'KeyError',
      },
    },
    call: {
      tool: 'lookup',
      arguments: captured({ id: 7 }),
      reported: 'error',
      machineCodes: ['KeyError'],
      errorTexts: ['no such order'],
    },
  },
  {
    what: 'MCP client (py): isError',
    span: {
      name: 'lookup.tool',
      scope: 'opentelemetry.instrumentation.mcp.instrumentation',
      status: 'error',
      message: 'gone',
      attributes: {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'lookup',
        'error.type': 'tool_error',
        'traceloop.entity.input': '{"tool_name":"lookup","arguments":{"id":7}}',
        'traceloop.entity.output': '{"result":"gone","is_error":true}',
      },
    },
    call: {
      tool: 'lookup',
      arguments: captured({ id: 7 }),
      result: captured('gone'),
      reported: 'error',
      failureFlag: true,
      machineCodes: ['tool_error'],
      errorTexts: ['gone'],
    },
  },
  {
    what: 'FastMCP server: a list of text blocks',
    span: {
      name: 'lookup.tool',
      scope: 'opentelemetry.instrumentation.mcp.instrumentation',
      attributes: {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'lookup',
        'traceloop.entity.output': '[{"type":"text","content":"{\\"n\\":1}"}]',
      },
    },
    call: { tool: 'lookup', result: captured({ n: 1 }) },
  },
  {
    what: 'LangChain (js): kind task, but executes a tool; the class is all it names',
    span: {
      name: 'execute_tool DynamicStructuredTool',
      scope: '@traceloop/instrumentation-langchain',
      attributes: {
        'traceloop.span.kind': 'task',
        'gen_ai.operation.name': 'execute_tool',
        'traceloop.entity.input': '{"args":["{\\"q\\":\\"x\\"}"]}',
      },
    },
    call: { tool: 'DynamicStructuredTool', arguments: captured({ q: 'x' }) },
  },
  {
    what: 'a task is no call',
    span: { name: 'prepare.task', attributes: { 'traceloop.span.kind': 'task' } },
    frame: {},
  },
  {
    what: 'an agent',
    span: { name: 'helper.agent', attributes: { 'traceloop.span.kind': 'agent' } },
    frame: { kind: 'agent' },
  },
  {
    what: 'the MCP session span is plumbing',
    span: { name: 'mcp.client.session', scope: '@traceloop/instrumentation-mcp' },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'a model turn with numbered keys',
    span: {
      name: 'openai.chat',
      attributes: {
        'llm.request.type': 'chat',
        'gen_ai.response.model': 'gpt',
        'gen_ai.usage.prompt_tokens': 5,
        'gen_ai.usage.completion_tokens': 2,
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': 'hi',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.tool_calls.0.id': 'c1',
        'gen_ai.completion.0.tool_calls.0.name': 'search',
      },
    },
    frame: {
      kind: 'model',
      model: 'gpt',
      tokens: { input: 5, output: 2 },
      userMessages: 1,
      allMessages: 1,
      asksFor: ['c1'],
    },
  },
];
