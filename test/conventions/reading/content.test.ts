import { describe, expect, test } from 'vitest';
import { argumentsFrom, resultFrom } from '../../../src/conventions/reading/content.js';
import type { Json } from '../../../src/model/json.js';

const captured = (value: Json) => ({ state: 'captured', value });
const ABSENT = { state: 'absent', value: undefined };
const REDACTED = { state: 'redacted', value: undefined };

describe('arguments', () => {
  test.each<[string, Json | undefined, object]>([
    ['an object as it is', { q: 'x' }, captured({ q: 'x' })],
    ['JSON text is parsed', '{"q":"x"}', captured({ q: 'x' })],
    ['JSON text within JSON text is parsed twice', '"{\\"q\\":\\"x\\"}"', captured({ q: 'x' })],
    ['a sentence stays a sentence', 'INV-7', captured('INV-7')],
    ['text that only looks like JSON stays text', '[INFO] started', captured('[INFO] started')],
    ['long integers keep every digit', '{"id":12345678901234567890}', captured({ id: '12345678901234567890' })],
    ['long integers in a list keep every digit', '[1234567890123456789,1]', captured(['1234567890123456789', 1])],
    [
      'digits inside a string are left alone',
      '{"t":"a 12345678901234567890 b"}',
      captured({ t: 'a 12345678901234567890 b' }),
    ],
    ['nothing there', undefined, ABSENT],
    ['an empty text is no JSON', '', ABSENT],
    ['the literal None', 'None', ABSENT],
    ['not applicable', 'N/A', ABSENT],
    ['hidden by Claude Code', '<REDACTED>', REDACTED],
    ['hidden by OpenInference', '__REDACTED__', REDACTED],
    ['hidden by others', '[REDACTED]', REDACTED],
    [
      'LangChain callback, parsed inputs',
      { input_str: "{'q': 'x'}", tags: [], inputs: { q: 'x' }, kwargs: {} },
      captured({ q: 'x' }),
    ],
    ['LangChain callback, text only', { input_str: '{"q":"x"}', inputs: null, kwargs: {} }, captured({ q: 'x' })],
    ['a decorated function, named arguments', { args: [], kwargs: { q: 'x' } }, captured({ q: 'x' })],
    [
      'a decorated function, positional arguments',
      { args: [1, 2], kwargs: {} },
      captured({ args: [1, 2], kwargs: {} }),
    ],
    ['LangChain js, one JSON text', { args: ['{"q":"x"}'] }, captured({ q: 'x' })],
    [
      'a JSON-RPC request',
      { method: 'tools/call', params: { name: 't', arguments: { q: 'x' } } },
      captured({ q: 'x' }),
    ],
    ['a JSON-RPC request without arguments', { method: 'tools/call', params: { name: 't' } }, captured({})],
    ['a Gemini request', { callId: 'c', name: 't', args: { q: 'x' } }, captured({ q: 'x' })],
    ['a LangChain tool call', { name: 't', args: { q: 'x' }, id: 'c', type: 'tool_call' }, captured({ q: 'x' })],
    ['the only key is input, with JSON text', { input: '{"q":"x"}' }, captured({ q: 'x' })],
    ['the only key is input, with a sentence', { input: 'hello' }, captured({ input: 'hello' })],
    [
      'a tool that calls tools keeps the name it calls',
      { tool_name: 't', arguments: { q: 'x' } },
      captured({ tool_name: 't', arguments: { q: 'x' } }),
    ],
    ['the same with other words', { name: 't', arguments: { q: 'x' } }, captured({ name: 't', arguments: { q: 'x' } })],
  ])('%s', (_, raw, expected) => {
    expect(argumentsFrom(raw)).toEqual(expected);
  });

  test('ids that differ beyond the safe integers never become equal', () => {
    const [a, b] = ['{"id":1234567890123456789}', '{"id":1234567890123456788}'].map((raw) => argumentsFrom(raw));
    expect(a).not.toEqual(b);
  });
});

describe('truncation', () => {
  const cut = (length: number) => `{"a":"${'x'.repeat(length - 6)}`;

  test.each<[string, string, string]>([
    ['Gemini’s mark', '{"a...[TRUNCATED: original length 20000]', 'truncated'],
    ['Codex’s mark', 'line\n[... telemetry preview truncated ...]', 'truncated'],
    ['Claude’s mark', 'line\n[TRUNCATED - Content exceeds 60KB limit]', 'truncated'],
    ['JSON that breaks off at a power of two', cut(1024), 'truncated'],
    ['JSON that breaks off at a round limit', cut(2000), 'truncated'],
    ['JSON that breaks off one before a limit', cut(4095), 'truncated'],
    ['JSON that breaks off anywhere else is only odd text', cut(1037), 'captured'],
    ['whole JSON of a round length', `{"a":"${'x'.repeat(992)}"}`, 'captured'],
    ['a sentence of a round length', 'x'.repeat(1000), 'captured'],
    ['a tool that shortens its own answer', 'rows 1 to 10 (truncated)', 'captured'],
  ])('%s', (_, raw, state) => {
    expect(resultFrom(raw).content.state).toBe(state);
    expect(argumentsFrom(raw).state).toBe(state);
  });

  test('a mark beside the value counts', () => {
    expect(resultFrom('{"a":1}', true).content).toEqual({ state: 'truncated', value: '{"a":1}' });
  });
});
