import { type Case, captured } from '../case.js';

const tool = { 'openinference.span.kind': 'TOOL', 'tool.name': 'get_invoice' };
const langchain = 'openinference.instrumentation.langchain';

/** Written from sections 1.3, 2.1 and 7.1 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'LangChain: a handled tool failure, status OK',
    span: {
      name: 'get_invoice',
      scope: langchain,
      status: 'ok',
      attributes: {
        ...tool,
        'tool.description': 'Fetch an invoice',
        'input.value': 'INV-7',
        'session.id': 'thread-12',
        'output.value':
          '{"type":"tool","data":{"content":"Error: not found","status":"error","tool_call_id":"call_3","name":"get_invoice"}}',
      },
    },
    call: {
      tool: 'get_invoice',
      callId: 'call_3',
      conversation: 'thread-12',
      arguments: captured('INV-7'),
      result: captured('Error: not found'),
      reported: 'ok',
      failureFlag: true,
    },
  },
  {
    what: 'tool.parameters as arguments',
    span: {
      name: 'get_invoice',
      attributes: { ...tool, 'tool.parameters': '{"id":7}', 'output.value': '[]', 'tool.id': 'toolu_1' },
    },
    call: { tool: 'get_invoice', callId: 'toolu_1', arguments: captured({ id: 7 }), result: captured([]) },
  },
  {
    what: 'tool.parameters as a schema is not the arguments',
    span: {
      name: 'get_invoice.run',
      attributes: { ...tool, 'tool.parameters': '{"type":"object","properties":{"id":{"type":"integer"}}}' },
    },
    call: { tool: 'get_invoice' },
  },
  {
    what: 'hidden content is redacted, not absent',
    span: {
      name: 'get_invoice',
      attributes: { ...tool, 'input.value': '__REDACTED__', 'output.value': '__REDACTED__' },
    },
    call: {
      tool: 'get_invoice',
      arguments: { state: 'redacted', value: undefined },
      result: { state: 'redacted', value: undefined },
    },
  },
  {
    what: 'the conversation inside the metadata text',
    span: { name: 'get_invoice', attributes: { ...tool, metadata: '{"thread_id":"t-9","langgraph_step":2}' } },
    call: { tool: 'get_invoice', conversation: 't-9' },
  },
  {
    what: 'an interrupt is no failure',
    span: {
      name: 'get_invoice',
      scope: langchain,
      status: 'error',
      message: 'GraphInterrupt()',
      attributes: tool,
      events: [
        {
          name: 'exception',
          attributes: { 'exception.type': 'langgraph.errors.GraphInterrupt', 'exception.message': 'ask the user' },
        },
      ],
    },
    call: { tool: 'get_invoice' },
  },
  {
    what: 'a name only in the span name (DSPy)',
    span: { name: 'Lookup.__call__', attributes: { 'openinference.span.kind': 'TOOL', 'input.value': '{"q":"x"}' } },
    call: { tool: 'Lookup', arguments: captured({ q: 'x' }) },
  },
  {
    what: 'a LangChain tool with "agent" in its name gets kind AGENT and is a call all the same',
    span: {
      name: 'find_agent',
      scope: langchain,
      status: 'ok',
      attributes: {
        'openinference.span.kind': 'AGENT',
        'input.value': '{"city":"Oslo","name":"Ann"}',
        'output.value': '{"type":"tool","data":{"content":"[]","tool_call_id":"call_4"}}',
      },
    },
    call: {
      tool: 'find_agent',
      callId: 'call_4',
      arguments: captured({ city: 'Oslo', name: 'Ann' }),
      result: captured([]),
      reported: 'ok',
    },
  },
  {
    what: 'BeeAI: the success span is the call',
    span: {
      name: 'tool.search.wikipedia.success-12',
      attributes: {
        'openinference.span.kind': 'TOOL',
        target: 'tool.search.wikipedia.success',
        'tool.parameters': '{"query":"Oslo"}',
        'output.value': '[]',
      },
    },
    call: {
      tool: 'search.wikipedia',
      arguments: captured({ query: 'Oslo' }),
      result: captured([]),
      failureFlag: false,
      reported: 'ok',
    },
  },
  {
    what: 'BeeAI: the other phases are not',
    span: {
      name: 'tool.search.wikipedia.start-12',
      attributes: { 'openinference.span.kind': 'TOOL', target: 'tool.search.wikipedia.start' },
    },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'an agent handoff',
    span: {
      name: 'handoff to Billing',
      attributes: { 'openinference.span.kind': 'TOOL', 'tool.name': 'handoff_to_Billing' },
    },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'the discovery of MCP tools',
    span: { name: 'mcp_tools', attributes: { 'openinference.span.kind': 'TOOL', 'output.value': '["a","b"]' } },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'Instructor around a model',
    span: { name: 'instructor.patch', attributes: { 'openinference.span.kind': 'TOOL', 'llm.model_name': 'gpt' } },
    frame: { kind: 'model', model: 'gpt' },
  },
  {
    what: 'a Traceloop task that a bridge made a tool',
    span: { name: 'prepare.task', attributes: { 'openinference.span.kind': 'TOOL', 'traceloop.span.kind': 'task' } },
    frame: {},
  },
  {
    what: 'a model turn with what it was shown and asked for',
    span: {
      name: 'ChatOpenAI',
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'gpt',
        'llm.token_count.prompt': 100,
        'llm.token_count.completion': 20,
        'llm.input_messages.0.message.role': 'user',
        'llm.input_messages.0.message.content': 'hello',
        'llm.input_messages.1.message.role': 'assistant',
        'llm.input_messages.1.message.tool_calls.0.tool_call.id': 'c1',
        'llm.input_messages.1.message.tool_calls.0.tool_call.function.name': 'lookup',
        'llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments': '{"id":1}',
        'llm.input_messages.2.message.role': 'tool',
        'llm.input_messages.2.message.tool_call_id': 'c1',
        'llm.input_messages.2.message.content': 'Error: lookup is not a valid tool',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c2',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'search',
      },
    },
    frame: {
      kind: 'model',
      model: 'gpt',
      tokens: { input: 100, output: 20 },
      userMessages: 1,
      allMessages: 3,
      asksFor: ['c2'],
      toolMessages: [
        {
          callId: 'c1',
          tool: 'lookup',
          arguments: captured({ id: 1 }),
          result: captured('Error: lookup is not a valid tool'),
          failureFlag: undefined,
        },
      ],
    },
  },
];
