import { describe, expect, test } from 'vitest';
import { recognise, recogniseLog } from '../../../src/conventions/index.js';
import { type LogWords, log, type SpanWords, span } from '../../support/spans.js';

describe('records that nobody claims', () => {
  test.each<[string, SpanWords, string | undefined]>([
    ['a name that speaks of a tool call', { name: 'my.tool_call', scope: 'new.lib' }, 'new.lib'],
    ['a name that speaks of running a tool', { name: 'Execute Tool: lookup', scope: 'new.lib' }, 'new.lib'],
    ['a key that names a tool', { name: 'x', scope: 'new.lib', attributes: { 'acme.tool.name': 'lookup' } }, 'new.lib'],
    ['a key in camel case', { name: 'x', scope: 'new.lib', attributes: { 'acme.toolCallId': 'c' } }, 'new.lib'],
    ['no scope name', { name: 'call_tool', scope: '' }, '(no scope)'],
    [
      'an HTTP request',
      { name: 'POST /tools', attributes: { 'http.request.method': 'POST', 'code.function.name': 'f' } },
      undefined,
    ],
    ['a tool box is no call', { name: 'load toolbox', attributes: { 'acme.tooling': true } }, undefined],
    [
      'a model turn is claimed as a frame',
      { name: 'tool call planning', attributes: { 'gen_ai.operation.name': 'chat' } },
      undefined,
    ],
  ])('%s', (_, words, scope) => {
    expect(recognise(span(words)).unclaimedScope).toBe(scope);
  });

  test.each<[string, LogWords, string | undefined]>([
    ['an event that speaks of a tool call', { event: 'acme.tool_call', scope: 'new.cli' }, 'new.cli'],
    ['a plain log line', { body: 'started', scope: 'new.cli' }, undefined],
    ['a sentence about a tool call', { body: 'running tool call 7', scope: 'new.cli' }, undefined],
    [
      'an event of a known agent that is no call',
      { event: 'claude_code.tool_decision', scope: 'com.anthropic.claude_code.events' },
      undefined,
    ],
  ])('%s', (_, words, scope) => {
    expect(recogniseLog(log(words))).toEqual({ call: undefined, frame: undefined, unclaimedScope: scope });
  });
});
