import { type Case, captured } from '../case.js';

/** Written from section 3.1 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'versions 4 to 6: a thrown error',
    span: {
      name: 'ai.toolCall',
      scope: 'ai',
      status: 'error',
      message: 'fetch failed',
      attributes: {
        'operation.name': 'ai.toolCall support-bot',
        'ai.operationId': 'ai.toolCall',
        'resource.name': 'support-bot',
        'ai.toolCall.name': 'getTicket',
        'ai.toolCall.id': 'call_9',
        'ai.toolCall.args': '{"id":42}',
        'ai.telemetry.functionId': 'support-bot',
      },
      events: [
        { name: 'exception', attributes: { 'exception.type': 'TypeError', 'exception.message': 'fetch failed' } },
      ],
    },
    call: {
      tool: 'getTicket',
      callId: 'call_9',
      agent: 'support-bot',
      arguments: captured({ id: 42 }),
      reported: 'error',
      machineCodes: ['TypeError'],
      errorTexts: ['fetch failed'],
    },
  },
  {
    what: 'an MCP tool that failed leaves the span unset',
    span: {
      name: 'ai.toolCall',
      scope: 'ai',
      attributes: {
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': 'getTicket',
        'ai.toolCall.id': 'call_9',
        'ai.toolCall.args': '{}',
        'ai.toolCall.result': '{"content":[{"type":"text","text":"no access"}],"isError":true}',
      },
    },
    call: {
      tool: 'getTicket',
      callId: 'call_9',
      arguments: captured({}),
      result: captured('no access'),
      failureFlag: true,
      reported: 'error',
    },
  },
  {
    what: 'version 7',
    span: {
      name: 'execute_tool getTicket',
      scope: 'gen_ai',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'getTicket',
        'gen_ai.tool.call.id': 'call_9',
        'gen_ai.tool.call.result': '"open"',
      },
    },
    call: { tool: 'getTicket', callId: 'call_9', result: captured('open') },
  },
  {
    what: 'a model turn whose prompt tells of a call that never ran',
    span: {
      name: 'ai.generateText.doGenerate',
      scope: 'ai',
      attributes: {
        'ai.operationId': 'ai.generateText.doGenerate',
        'ai.model.id': 'gpt',
        'ai.usage.promptTokens': 50,
        'ai.usage.completionTokens': 9,
        'ai.telemetry.metadata.sessionId': 's1',
        'ai.prompt.messages':
          '[{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"nope","input":{"q":1}}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"nope","output":{"type":"error-text","value":"unavailable tool"}}]}]',
        'ai.response.toolCalls': '[{"toolCallId":"c2","toolName":"getTicket","input":"{}"}]',
      },
    },
    frame: {
      kind: 'model',
      model: 'gpt',
      conversation: 's1',
      tokens: { input: 50, output: 9 },
      userMessages: 1,
      allMessages: 3,
      asksFor: ['c2'],
      toolMessages: [
        {
          callId: 'c1',
          tool: 'nope',
          arguments: captured({ q: 1 }),
          result: captured('unavailable tool'),
          failureFlag: true,
        },
      ],
    },
  },
  {
    what: 'the run around its model turns is the agent',
    span: {
      name: 'ai.generateText',
      scope: 'ai',
      attributes: {
        'ai.operationId': 'ai.generateText',
        'ai.telemetry.functionId': 'support-bot',
        'ai.response.text': 'done',
      },
    },
    frame: { kind: 'agent', agent: 'support-bot', answer: captured('done') },
  },
];
