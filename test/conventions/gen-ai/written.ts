import { type Case, captured } from '../case.js';

const execute = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search_orders' };

/** Written from sections 1.1 and 7.1 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a call with content as an object and as JSON text',
    span: {
      name: 'execute_tool search_orders',
      attributes: {
        ...execute,
        'gen_ai.tool.call.id': 'call_7f',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.arguments': { email: 'a@example.org', limit: 5 },
        'gen_ai.tool.call.result': '{"orders":[]}',
      },
    },
    call: {
      tool: 'search_orders',
      callId: 'call_7f',
      arguments: captured({ email: 'a@example.org', limit: 5 }),
      result: captured({ orders: [] }),
    },
  },
  {
    what: 'content in span events of the older kind',
    span: {
      name: 'execute_tool search_orders',
      attributes: execute,
      events: [
        { name: 'gen_ai.tool.message', attributes: { role: 'tool', content: '{"sku":"X"}', id: 'c1' } },
        { name: 'gen_ai.choice', attributes: { message: '[{"text":"none"}]', id: 'c1' } },
      ],
    },
    call: { tool: 'search_orders', arguments: captured({ sku: 'X' }), result: captured('none') },
  },
  {
    what: 'content in the span event of the newer kind',
    span: {
      name: 'execute_tool search_orders',
      attributes: execute,
      events: [
        {
          name: 'gen_ai.client.inference.operation.details',
          attributes: {
            'gen_ai.input.messages':
              '[{"role":"tool","parts":[{"type":"tool_call","id":"c1","name":"s","arguments":{"sku":"X"}}]}]',
            'gen_ai.output.messages':
              '[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":[{"text":"none"}]}]}]',
          },
        },
      ],
    },
    call: { tool: 'search_orders', arguments: captured({ sku: 'X' }), result: captured('none') },
  },
  {
    what: 'a raised error: status, error.type and exception event',
    span: {
      name: 'execute_tool search_orders',
      status: 'error',
      message: 'timed out',
      attributes: { ...execute, 'error.type': 'httpx.ConnectTimeout' },
      events: [
        {
          name: 'exception',
          attributes: { 'exception.type': 'httpx.ConnectTimeout', 'exception.message': 'no answer' },
        },
      ],
    },
    call: {
      tool: 'search_orders',
      reported: 'error',
      machineCodes: ['httpx.ConnectTimeout'],
      errorTexts: ['no answer', 'timed out'],
    },
  },
  {
    what: 'an empty result is captured, empty arguments are not',
    span: {
      name: 'execute_tool search_orders',
      attributes: { ...execute, 'gen_ai.tool.call.arguments': '', 'gen_ai.tool.call.result': '' },
    },
    call: { tool: 'search_orders', result: captured('') },
  },
  {
    what: 'a model span with tool attributes is a model turn',
    span: {
      name: 'chat gpt',
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.tool.name': 'x', 'gen_ai.request.model': 'gpt' },
    },
    frame: { kind: 'model', model: 'gpt' },
  },
  {
    what: 'a summary of parallel calls is no call',
    span: {
      name: 'execute_tool (merged tools)',
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': '(merged tools)' },
    },
    frame: { kind: 'plumbing' },
  },
];
