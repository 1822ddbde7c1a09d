import { describe, expect, test } from 'vitest';
import { resultFrom } from '../../../src/conventions/reading/content.js';
import type { Answer } from '../../../src/conventions/reading/result.js';
import type { Json } from '../../../src/model/json.js';

const text = (words: string) => [{ type: 'text', text: words }];

describe('what the tool said', () => {
  test.each<[string, Json, Json]>([
    ['an empty text is an answer', '', ''],
    ['null is an answer', 'null', null],
    ['an empty list is an answer', '[]', []],
    ['a sentence', 'done', 'done'],
    ['a LangChain ToolMessage', { type: 'tool', data: { content: 'x', tool_call_id: 'c' } }, 'x'],
    ['a flat ToolMessage', { type: 'tool', content: '{"a":1}', tool_call_id: 'c', artifact: null }, { a: 1 }],
    [
      'a constructed ToolMessage',
      { lc: 1, type: 'constructor', id: ['a', 'ToolMessage'], kwargs: { content: 'x' } },
      'x',
    ],
    ['a printed ToolMessage', "content='it\\'s 4\\nlines' name='t' tool_call_id='c'", "it's 4\nlines"],
    [
      'a LlamaIndex ToolOutput',
      { blocks: [{ text: '[]' }], tool_name: 't', raw_input: { kwargs: {} }, raw_output: '[]', is_error: false },
      [],
    ],
    [
      'a LlamaIndex ToolOutput without its raw form',
      { blocks: [{ text: 'x' }], tool_name: 't', raw_input: {}, raw_output: null, is_error: true },
      'x',
    ],
    [
      'an MCP result printed by Python',
      "meta=None content=[TextContent(type='text', text='it\\'s 4', annotations=None, meta=None)] structured_content=None is_error=True",
      "it's 4",
    ],
    [
      'a CrewAI ToolFailure',
      { message: 'gone', reason: 'mcp_error', code: null, retryable: false, details: { tool: 't' } },
      'gone',
    ],
    [
      'a result of a tool that has a reason of its own',
      { message: 'gone', reason: 'exception' },
      { message: 'gone', reason: 'exception' },
    ],
    ['text that begins like a printed MCP result', 'meta=1', 'meta=1'],
    ['run outputs', { output: 'x', kwargs: {} }, 'x'],
    ['MCP text', { content: text('x') }, 'x'],
    ['MCP text that is JSON', { content: text('{"a":1}'), isError: false }, { a: 1 }],
    ['several MCP texts', { content: [...text('x'), ...text('y')] }, 'x\ny'],
    ['MCP structure beside text', { content: text('x'), structuredContent: { a: 1 } }, { a: 1 }],
    ['MCP structure in snake case', { content: [], structured_content: { result: [1] }, is_error: false }, [1]],
    ['MCP without any block', { content: [], isError: false }, ''],
    ['an MCP image', { content: [{ type: 'image', data: 'b64' }] }, [{ type: 'image', data: 'b64' }]],
    [
      'a list called content that is the tool’s own',
      { content: [{ type: 'file', name: 'a' }] },
      { content: [{ type: 'file', name: 'a' }] },
    ],
    ['ADK and FastMCP around a value', { result: 5 }, 5],
    ['OpenLLMetry MCP', { result: 'x', is_error: false }, 'x'],
    ['text blocks without an envelope', [{ type: 'text', content: 'x' }], 'x'],
    ['Bedrock text', [{ text: 'x' }, { text: 'y' }], 'x\ny'],
    ['Bedrock JSON', [{ json: { a: 1 } }], { a: 1 }],
    ['a Bedrock tool result', { toolResult: { toolUseId: 'c', status: 'success', content: [{ text: 'x' }] } }, 'x'],
    ['one text block', { type: 'text', text: 'x', annotations: null }, 'x'],
    [
      'a text with a field of the tool’s own',
      { type: 'text', text: 'x', score: 2 },
      { type: 'text', text: 'x', score: 2 },
    ],
    ['a JSON-RPC response', { jsonrpc: '2.0', id: 1, result: { content: text('x') } }, 'x'],
    ['a Gemini function response', { id: 'c', name: 't', response: { result: 'x' } }, 'x'],
    ['AI SDK output', { type: 'json', value: { a: 1 } }, { a: 1 }],
    ['an error field is the answer', { error: 'gone' }, { error: 'gone' }],
    ['the flat envelope is the answer', { success: false, error_code: 'X' }, { success: false, error_code: 'X' }],
    ['a status is the tool’s own', { status: 'success', response: 'x' }, { status: 'success', response: 'x' }],
    [
      'envelopes nest',
      { output: { type: 'tool', tool_call_id: 'c', content: '[{"type":"text","text":"{\\"a\\":1}"}]' } },
      { a: 1 },
    ],
  ])('%s', (_, raw, value) => {
    expect(resultFrom(raw).content).toEqual({ state: 'captured', value });
  });
});

describe('what the envelope stated', () => {
  test.each<[string, Json, Partial<Answer>]>([
    ['MCP isError', { content: text('x'), isError: true }, { failed: true }],
    ['MCP says nothing, so it worked', { content: text('x') }, { failed: false }],
    ['isError as text', { content: text('x'), is_error: 'true' }, { failed: true }],
    [
      'the text beside the structure of a failure',
      { content: text('x'), isError: true, structuredContent: { a: 1 } },
      { failed: true, text: 'x' },
    ],
    [
      'ToolMessage status and id',
      { type: 'tool', data: { content: 'x', status: 'error', tool_call_id: 'c' } },
      { failed: true, callId: 'c' },
    ],
    ['ToolMessage without status', { type: 'tool', content: 'x', tool_call_id: 'c' }, { callId: 'c' }],
    ['a printed status', "content='x' tool_call_id='c' status='error'", { failed: true, callId: 'c' }],
    [
      'a JSON-RPC error',
      { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'bad' } },
      { failed: true, code: '-32602' },
    ],
    ['AI SDK error text', { type: 'error-text', value: 'x' }, { failed: true }],
    ['AI SDK denial', { type: 'execution-denied' }, { failed: true, cancelled: true }],
    [
      'a failure inside a success stands',
      { type: 'tool', tool_call_id: 'c', status: 'success', content: { content: text('x'), isError: true } },
      { failed: true, callId: 'c' },
    ],
    ['the tool’s own success flag is no protocol', { success: false, data: null }, {}],
  ])('%s', (_, raw, stated) => {
    const { content: _content, ...facts } = resultFrom(raw);
    expect(facts).toEqual(stated);
  });
});
