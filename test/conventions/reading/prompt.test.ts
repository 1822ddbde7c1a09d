import { describe, expect, test } from 'vitest';
import { promptOf } from '../../../src/conventions/reading/prompt.js';
import type { JsonObject } from '../../../src/model/json.js';
import { span } from '../../support/spans.js';

const read = (attributes: JsonObject, events: { name: string; attributes: JsonObject }[] = []) =>
  promptOf(span({ name: 'chat', attributes, events }));

const openai = [
  { role: 'system', content: 's' },
  { role: 'user', content: 'hi' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'lookup', arguments: '{"id":1}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'gone' },
];
const anthropic = [
  { role: 'user', content: 'hi' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: '…' },
      { type: 'tool_use', id: 'c1', name: 'lookup', input: { id: 1 } },
    ],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'gone' }], is_error: true }],
  },
];
const otel = [
  { role: 'user', parts: [{ type: 'text', content: 'hi' }] },
  { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'lookup', arguments: { id: 1 } }] },
  { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'gone' }] },
];
const aiSdk = [
  { role: 'user', content: [{ type: 'text', text: 'hi' }] },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'lookup', args: { id: 1 } }] },
  { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'lookup', result: 'gone' }] },
];
const langchain = {
  messages: [
    [
      { lc: 1, type: 'constructor', id: ['langchain', 'HumanMessage'], kwargs: { content: 'hi' } },
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain', 'AIMessage'],
        kwargs: { content: '', tool_calls: [{ id: 'c1', name: 'lookup', args: { id: 1 } }] },
      },
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain', 'ToolMessage'],
        kwargs: { content: 'gone', tool_call_id: 'c1', name: 'lookup' },
      },
    ],
  ],
};
const gemini = {
  contents: [
    { role: 'user', parts: [{ text: 'hi' }] },
    { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'lookup', args: { id: 1 } } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'lookup', response: { result: 'gone' } } }] },
  ],
};
const responses = [
  { role: 'user', content: 'hi' },
  { type: 'function_call', call_id: 'c1', name: 'lookup', arguments: '{"id":1}' },
  { type: 'function_call_output', call_id: 'c1', output: 'gone' },
];

describe('tool messages of a prompt', () => {
  test.each<[string, unknown, boolean | undefined, number]>([
    ['OpenAI chat', openai, undefined, 4],
    ['Anthropic', anthropic, true, 3],
    ['OpenTelemetry parts', otel, undefined, 3],
    ['Vercel AI SDK', aiSdk, undefined, 3],
    ['LangChain', langchain, undefined, 3],
    ['Gemini', gemini, undefined, 3],
    ['OpenAI responses', responses, undefined, 3],
  ])('%s', (_, messages, failureFlag, allMessages) => {
    expect(read({ 'gen_ai.input.messages': JSON.stringify(messages) })).toEqual({
      userMessages: 1,
      allMessages,
      asksFor: [],
      toolMessages: [
        {
          callId: 'c1',
          tool: 'lookup',
          arguments: { state: 'captured', value: { id: 1 } },
          result: { state: 'captured', value: 'gone' },
          failureFlag,
        },
      ],
    });
  });

  test('only what this prompt tells for the first time', () => {
    const longer = [
      ...openai,
      { role: 'assistant', tool_calls: [{ id: 'c2', function: { name: 'search', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c2', content: 'found' },
    ];
    const { toolMessages, allMessages } = read({ 'gen_ai.input.messages': JSON.stringify(longer) });
    expect(toolMessages.map(({ callId }) => callId)).toEqual(['c2']);
    expect(allMessages).toBe(6);
  });

  test('parallel calls in messages of their own all have their arguments', () => {
    const parallel = [
      { type: 'function_call', call_id: 'c1', name: 'a', arguments: '{"n":1}' },
      { type: 'function_call', call_id: 'c2', name: 'b', arguments: '{"n":2}' },
      { type: 'function_call_output', call_id: 'c1', output: 'x' },
      { type: 'function_call_output', call_id: 'c2', output: 'y' },
    ];
    const { toolMessages } = read({ 'gen_ai.input.messages': JSON.stringify(parallel) });
    expect(toolMessages.map((one) => [one.tool, one.arguments.value])).toEqual([
      ['a', { n: 1 }],
      ['b', { n: 2 }],
    ]);
  });

  test('one event a message', () => {
    const { userMessages, toolMessages, asksFor } = read({}, [
      { name: 'gen_ai.user.message', attributes: { content: 'hi' } },
      { name: 'gen_ai.assistant.message', attributes: { tool_calls: '[]', content: '[{"toolUse":1}]' } },
      { name: 'gen_ai.tool.message', attributes: { content: 'gone', id: 'c1' } },
      {
        name: 'gen_ai.choice',
        attributes: { message: '{"role":"assistant","tool_calls":[{"id":"c2","function":{"name":"t"}}]}' },
      },
    ]);
    expect(userMessages).toBe(1);
    expect(toolMessages.map(({ callId }) => callId)).toEqual(['c1']);
    expect(asksFor).toEqual(['c2']);
  });
});

describe('what a turn asks for', () => {
  test.each<[string, JsonObject]>([
    [
      'OpenTelemetry',
      { 'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"t"}]}]' },
    ],
    ['AI SDK', { 'ai.response.toolCalls': '[{"toolCallId":"c1","toolName":"t","args":"{}"}]' }],
    [
      'OpenInference',
      {
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 't',
      },
    ],
    [
      'OpenLLMetry',
      {
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.tool_calls.0.id': 'c1',
        'gen_ai.completion.0.tool_calls.0.name': 't',
      },
    ],
    [
      'a chat completion',
      {
        'output.value':
          '{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"t"}}]}}]}',
      },
    ],
    [
      'a LangChain generation',
      {
        'gen_ai.completion':
          '{"generations":[[{"text":"","message":{"lc":1,"kwargs":{"tool_calls":[{"id":"c1","name":"t","args":{}}]}}}]]}',
      },
    ],
    ['an OpenAI response', { 'mlflow.spanOutputs': '{"output":[{"type":"function_call","call_id":"c1","name":"t"}]}' }],
  ])('%s', (_, attributes) => {
    expect(read(attributes).asksFor).toEqual(['c1']);
  });

  test('nothing captured says nothing about messages', () => {
    expect(read({ 'gen_ai.request.model': 'm' })).toEqual({
      userMessages: undefined,
      allMessages: undefined,
      asksFor: [],
      toolMessages: [],
    });
  });

  test('OpenInference for OpenAI Agents counts calls on over the messages', () => {
    const at = (n: number) => `llm.input_messages.${n}.message.`;
    const prompt = read({
      [`${at(0)}role`]: 'user',
      [`${at(0)}content`]: 'go',
      [`${at(1)}role`]: 'assistant',
      [`${at(1)}tool_calls.0.tool_call.id`]: 'c1',
      [`${at(1)}tool_calls.0.tool_call.function.name`]: 'first',
      [`${at(2)}role`]: 'tool',
      [`${at(2)}tool_call_id`]: 'c1',
      [`${at(2)}content`]: '1',
      [`${at(3)}role`]: 'assistant',
      [`${at(3)}tool_calls.1.tool_call.id`]: 'c2',
      [`${at(3)}tool_calls.1.tool_call.function.name`]: 'second',
      [`${at(4)}role`]: 'tool',
      [`${at(4)}tool_call_id`]: 'c2',
      [`${at(4)}content`]: '2',
    });
    expect(prompt.toolMessages).toMatchObject([{ callId: 'c2', tool: 'second', result: { value: 2 } }]);
  });

  test('OpenInference for LangChain.js has calls and ids only in the serialised prompt', () => {
    const whole = { messages: [openai] };
    const numbered = {
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'hi',
      'llm.input_messages.1.message.role': 'tool',
      'llm.input_messages.1.message.content': 'gone',
    };
    expect(read({ ...numbered, 'input.value': JSON.stringify(whole) }).toolMessages).toMatchObject([
      { callId: 'c1', tool: 'lookup' },
    ]);
    expect(read({ ...numbered, 'input.value': 'hi' }).toolMessages).toEqual([]);
  });
});
