import { describe, expect, test } from 'vitest';
import { shuffled } from '../support/test-detector.js';
import { Book, book, framed, log, message, span, type Told } from './story.js';

/** Records, and which of them are calls: head to its parts. */
type Row = readonly [Told, Record<string, readonly string[]>];

const MCP = { scope: 'mcp-python-sdk', convention: 'mcp' } as const;
const FASTMCP = { scope: 'fastmcp', convention: 'fastmcp' } as const;
const OI = { scope: 'openinference.instrumentation.langchain', convention: 'openinference' } as const;
const OL = { scope: 'opentelemetry.instrumentation.langchain', convention: 'openllmetry' } as const;
const REMOTE = { side: 'server', service: 'tools' } as const;
const CLAUDE = {
  scope: 'com.anthropic.claude_code.events',
  convention: 'claude-code-logs',
  conversation: 's',
} as const;
const CODEX = { convention: 'codex', conversation: 's' } as const;

/** One row of reference 7.3 after the other, each with what looks like it and is not. */
const ROWS: Readonly<Record<string, Row>> = {
  'row 1: an MCP client span and the server span below it are one call': [
    [span('client', MCP), span('server', { ...MCP, ...REMOTE, parentSpanId: 'client', at: 0.1, takes: 0.5 })],
    { client: ['server'] },
  ],
  'row 1: the server clock may be hours off': [
    [span('client', MCP), span('server', { ...MCP, ...REMOTE, parentSpanId: 'client', at: -7200 })],
    { client: ['server'] },
  ],
  'row 1: two client spans one after the other are two calls, each with its server': [
    [
      span('client1', { ...MCP, at: 0 }),
      span('server1', { ...MCP, ...REMOTE, parentSpanId: 'client1', at: 0.1, takes: 0.5 }),
      span('client2', { ...MCP, at: 2 }),
      span('server2', { ...MCP, ...REMOTE, parentSpanId: 'client2', at: 2.1, takes: 0.5 }),
    ],
    { client1: ['server1'], client2: ['server2'] },
  ],
  'row 2: a framework span and the MCP client span inside it are one call, whatever the prefix': [
    [
      span('f1', { tool: 'mcp__jira__search', at: 0, callId: 'k1' }),
      span('m1', { ...MCP, tool: 'search', parentSpanId: 'f1', at: 0.1, takes: 0.5 }),
      span('f2', { tool: 'jira_search', at: 2, callId: 'k2' }),
      span('m2', { ...MCP, tool: 'search', parentSpanId: 'f2', at: 2.1, takes: 0.5 }),
      span('f3', { tool: 'jira.search', at: 4, callId: 'k3' }),
      span('m3', { ...MCP, tool: 'search', server: 'Jira', parentSpanId: 'f3', at: 4.1, takes: 0.5 }),
    ],
    { f1: ['m1'], f2: ['m2'], f3: ['m3'] },
  ],
  'row 2: plumbing and other spans in between do not matter': [
    [
      span('f', { callId: 'k1' }),
      framed('p', 'plumbing', { parentSpanId: 'f' }),
      framed('o', 'other', { parentSpanId: 'p' }),
      span('m', { ...MCP, parentSpanId: 'o', at: 0.1, takes: 0.5 }),
    ],
    { f: ['m'] },
  ],
  'row 2: a tool that uses another tool made two calls': [
    [span('f', { tool: 'report' }), span('m', { ...MCP, tool: 'search', parentSpanId: 'f', at: 0.1, takes: 0.5 })],
    { f: [], m: [] },
  ],
  'row 2: a tool whose name ends alike is not the tool, where no server says so': [
    [span('f', { tool: 'web_search' }), span('m', { tool: 'search', parentSpanId: 'f', at: 0.1, takes: 0.5 })],
    { f: [], m: [] },
  ],
  'row 2: a call that began after the one around it had ended is another call': [
    [span('f', { takes: 1 }), span('m', { parentSpanId: 'f', at: 5, scope: 'other' })],
    { f: [], m: [] },
  ],
  'row 2: the MCP call may outlast a framework that gave up': [
    [span('f', { takes: 1 }), span('m', { ...MCP, parentSpanId: 'f', at: 0.1, takes: 30 })],
    { f: ['m'] },
  ],
  'row 3: framework, client, server and the server’s own tool span are one call': [
    [
      span('f', { callId: 'k1', takes: 5 }),
      span('c', { ...MCP, parentSpanId: 'f', at: 0.1, takes: 4 }),
      span('s', { ...FASTMCP, ...REMOTE, parentSpanId: 'c', at: 0.2, takes: 3 }),
      span('t', { ...OL, service: 'tools', parentSpanId: 's', at: 0.3, takes: 2 }),
    ],
    { f: ['c', 's', 't'] },
  ],
  'row 3: a model turn in between means that a model asked again': [
    [
      span('f', { takes: 9 }),
      framed('turn', 'model', { parentSpanId: 'f', at: 1 }),
      span('inner', { parentSpanId: 'turn', at: 2, scope: 'other' }),
    ],
    { f: [], inner: [] },
  ],
  'row 4: the FastMCP span and the SDK’s span of one request are one call, FastMCP’s speaks': [
    [
      span('sdk', { ...MCP, ...REMOTE, requestId: 'm#1' }),
      span('fast', { ...FASTMCP, ...REMOTE, requestId: 'm#1', at: 0.01 }),
    ],
    { fast: ['sdk'] },
  ],
  'row 4: a proxy’s backend is the same call, hop by hop': [
    [
      span('c', { ...FASTMCP, takes: 4 }),
      span('proxy', { ...FASTMCP, ...REMOTE, parentSpanId: 'c', at: 0.1, takes: 3, requestId: 'm#1' }),
      framed('relay', 'plumbing', { parentSpanId: 'proxy', service: 'tools' }),
      span('backend', { ...FASTMCP, ...REMOTE, parentSpanId: 'relay', at: 0.2, takes: 2, requestId: 'n#9' }),
    ],
    { c: ['backend', 'proxy'] },
  ],
  'row 4: two requests of one connection are two calls': [
    [
      span('s1', { ...FASTMCP, ...REMOTE, requestId: 'm#1' }),
      span('s2', { ...FASTMCP, ...REMOTE, requestId: 'm#2', at: 0.01 }),
    ],
    { s1: [], s2: [] },
  ],
  'row 5: a server span in another trace is found by its MCP session and request': [
    [
      span('client', { ...MCP, requestId: 'm#4', conversation: 'chat' }),
      span('server', { ...FASTMCP, ...REMOTE, traceId: 't2', requestId: 'm#4', at: 0.1 }),
    ],
    { client: ['server'] },
  ],
  'row 5: the same request number of another MCP session is another call': [
    [
      span('client', { ...MCP, requestId: 'm#4' }),
      span('server', { ...FASTMCP, ...REMOTE, traceId: 't2', requestId: 'n#4', at: 0.1 }),
    ],
    { client: [], server: [] },
  ],
  'row 5: without a request id nobody guesses across traces': [
    [span('client', MCP), span('server', { ...MCP, ...REMOTE, traceId: 't2', at: 0.1 })],
    { client: [], server: [] },
  ],
  'row 6: two instrumentations side by side in one process tell one call': [
    [span('oi', { ...OI, args: 1 }), span('ol', { ...OL, args: 1, at: 0.02 })],
    { oi: ['ol'] },
  ],
  'row 6: three of them, the framework’s own speaks': [
    [
      span('oi', { ...OI, args: 1, at: 0.01 }),
      span('own', { scope: 'langgraph', args: 1, callId: 'k1' }),
      span('smith', { scope: 'langsmith', convention: 'langsmith', at: 0.02 }),
    ],
    { own: ['oi', 'smith'] },
  ],
  'row 6: nested in each other': [
    [span('oi', OI), span('ol', { ...OL, parentSpanId: 'oi', at: 0.01, takes: 0.9 })],
    { oi: ['ol'] },
  ],
  'row 6: parallel calls, each told twice, stay two': [
    [
      span('oi1', { ...OI, args: 1 }),
      span('oi2', { ...OI, args: 1, at: 0.01 }),
      span('ol1', { ...OL, args: 1, at: 0.002 }),
      span('ol2', { ...OL, args: 1, at: 0.012 }),
    ],
    { oi1: ['ol1'], oi2: ['ol2'] },
  ],
  'row 6: other arguments, other call': [
    [span('oi', { ...OI, args: 1 }), span('ol', { ...OL, args: 2, at: 0.02 })],
    { oi: [], ol: [] },
  ],
  'row 6: a second later is another call': [
    [span('oi', { ...OI, args: 1 }), span('ol', { ...OL, args: 1, at: 1 })],
    { oi: [], ol: [] },
  ],
  'row 6: another process is another call': [
    [span('oi', { ...OI, args: 1 }), span('ol', { ...OL, args: 1, at: 0.02, service: 'other' })],
    { oi: [], ol: [] },
  ],
  'row 6: one scope does not tell a call twice': [
    [span('a', { ...OI, args: 1 }), span('b', { ...OI, args: 1, at: 0.001 })],
    { a: [], b: [] },
  ],
  'row 8: the same record twice is one record': [[span('a', { callId: 'k' }), span('a', { callId: 'k' })], { a: [] }],
  'row 9: Claude Code’s span and log are joined by the call id': [
    [
      span('span', { callId: 'k', takes: 60, conversation: 's' }),
      log('log', { ...CLAUDE, callId: 'k', traceId: 'logs', at: 58, takes: 2.1, tool: 'mcp_tool' }),
    ],
    { span: ['log'] },
  ],
  'row 9: without an id by session, tool and end': [
    [span('span', { takes: 60, conversation: 's' }), log('log', { ...CLAUDE, traceId: 'logs', at: 58, takes: 2.4 })],
    { span: ['log'] },
  ],
  'row 9: the wrapper of the SDK tells the same call': [
    [
      span('wrapper', { ...OI, callId: 'k', takes: 3, conversation: 's' }),
      span('cli', { callId: 'k', traceId: 't2', at: 0.2, takes: 2.5, service: 'claude-code', conversation: 's' }),
      log('log', { ...CLAUDE, callId: 'k', traceId: 'logs', at: 0.3, takes: 2.4 }),
    ],
    { cli: ['log', 'wrapper'] },
  ],
  'row 9: a log of a call that has no span is a call': [
    [
      span('span', { conversation: 's', callId: 'k1' }),
      log('log', { ...CLAUDE, traceId: 'logs', callId: 'k2', tool: 'search' }),
    ],
    { span: [], log: [] },
  ],
  'row 9: two parallel calls without ids keep their own logs': [
    [
      span('a', { conversation: 's', takes: 1 }),
      span('b', { conversation: 's', takes: 1.2 }),
      log('la', { ...CLAUDE, traceId: 'logs', takes: 1.01 }),
      log('lb', { ...CLAUDE, traceId: 'logs', takes: 1.21 }),
    ],
    { a: ['la'], b: ['lb'] },
  ],
  'row 9: one log too many is a call of its own': [
    [
      span('a', { conversation: 's', takes: 1 }),
      log('la', { ...CLAUDE, traceId: 'logs', takes: 1.01 }),
      log('lb', { ...CLAUDE, traceId: 'logs', takes: 1.21 }),
    ],
    { a: ['la'], lb: [] },
  ],
  'row 9: the same call id in another session is another call': [
    [
      span('a', { conversation: 's', callId: 'call_0' }),
      log('b', { ...CLAUDE, conversation: 'other', traceId: 'logs', callId: 'call_0' }),
    ],
    { a: [], b: [] },
  ],
  'row 10: Codex’s log and MCP span': [
    [
      log('log', { ...CODEX, callId: 'k', args: { q: 1 }, takes: 2, traceId: 'logs' }),
      span('mcp', { ...CODEX, callId: 'k', at: 0.1, takes: 1.5 }),
    ],
    { mcp: ['log'] },
  ],
  'row 11: Gemini CLI’s log has no id, the span has': [
    [
      span('span', { convention: 'gemini-cli', callId: 'k', conversation: 's', args: 1, takes: 2 }),
      log('log', { convention: 'gemini-cli', conversation: 's', args: 1, takes: 1.9, traceId: 'logs' }),
    ],
    { span: ['log'] },
  ],
  'row 11: other arguments are not that log': [
    [
      span('span', { convention: 'gemini-cli', callId: 'k', conversation: 's', args: 1, takes: 2 }),
      log('log', { convention: 'gemini-cli', conversation: 's', args: 2, takes: 1.9, traceId: 'logs' }),
    ],
    { span: [], log: [] },
  ],
  'row 12: Cline’s relay and its MCP record': [
    [
      log('relay', { convention: 'cline', scope: 'a', tool: 'use_mcp_tool', conversation: 's', takes: 0 }),
      log('mcp', { convention: 'cline', scope: 'b', tool: 'search', conversation: 's', at: 0.4, takes: 0 }),
    ],
    { relay: ['mcp'] },
  ],
  'row 14: Mastra around the AI SDK': [
    [
      span('mastra', { convention: 'mastra', scope: 'mastra', takes: 2, callId: 'k' }),
      span('sdk', { convention: 'ai-sdk', scope: 'ai', parentSpanId: 'mastra', at: 0.01, takes: 1.9, callId: 'k' }),
    ],
    { mastra: ['sdk'] },
  ],
  'row 16: one call id, one after the other: attempts inside one call': [
    [
      span('try1', { callId: 'k', args: 1, at: 0 }),
      span('try2', { callId: 'k', args: 1, at: 2 }),
      span('try3', { callId: 'k', args: 1, at: 4 }),
    ],
    { try1: ['try2', 'try3'] },
  ],
  'row 16: a new call id is a resend, however alike': [
    [span('a', { callId: 'k1', args: 1, at: 0 }), span('b', { callId: 'k2', args: 1, at: 2 })],
    { a: [], b: [] },
  ],
  'row 16: ids that count from zero in every turn are told apart by the turn': [
    [
      framed('t1', 'model', { spanId: 't1', at: 0, asksFor: ['call_0'] }),
      span('a', { callId: 'call_0', args: 1, at: 2 }),
      framed('t2', 'model', { spanId: 't2', at: 4, asksFor: ['call_0'] }),
      span('b', { callId: 'call_0', args: 1, at: 6 }),
    ],
    { a: [], b: [] },
  ],
  'row 16: or by the arguments': [
    [span('a', { callId: '0', args: 1, at: 0 }), span('b', { callId: '0', args: 2, at: 2 })],
    { a: [], b: [] },
  ],
  'row 16: or by the agent': [
    [
      framed('x', 'agent', { at: 0, takes: 9 }),
      framed('y', 'agent', { at: 0, takes: 9 }),
      span('a', { callId: '0', args: 1, at: 1, parentSpanId: 'x' }),
      span('b', { callId: '0', args: 1, at: 3, parentSpanId: 'y' }),
    ],
    { a: [], b: [] },
  ],
  'row 16: or by the trace, where only spans tell': [
    [
      span('a', { callId: '0', args: 1, at: 0, conversation: 's' }),
      span('b', { callId: '0', args: 1, at: 3, conversation: 's', traceId: 't2' }),
    ],
    { a: [], b: [] },
  ],
  'row 16: repeats without ids are repeats': [
    [span('a', { args: 1, at: 0 }), span('b', { args: 1, at: 2 }), span('c', { args: 1, at: 4 })],
    { a: [], b: [], c: [] },
  ],
  'row 17: parallel calls with the same arguments are two': [
    [span('a', { callId: 'k1', args: 1 }), span('b', { callId: 'k2', args: 1, at: 0.001 })],
    { a: [], b: [] },
  ],
  'row 17: even where two instrumentations give them different ids': [
    [span('a', { ...OI, callId: 'k1', args: 1 }), span('b', { ...OL, callId: 'k2', args: 1 })],
    { a: [], b: [] },
  ],
  'row 17: two ids never meet in one record without id': [
    [
      span('around', { takes: 5 }),
      span('a', { ...OI, parentSpanId: 'around', callId: 'k1', at: 0.1 }),
      span('b', { ...OI, parentSpanId: 'around', callId: 'k2', at: 2 }),
    ],
    { around: ['a'], b: [] },
  ],
  'row 18: a tool message beside the span of its id is no call': [
    [span('a', { callId: 'k' }), message('m', { callId: 'k', at: 3, answer: 'x' })],
    { a: ['m'] },
  ],
  'row 18: a tool message of a call that left no span is a call, once': [
    [
      message('m1', { callId: 'k', at: 3 }),
      message('m2', { callId: 'k', at: 6 }),
      message('m3', { callId: 'k', at: 9, traceId: 't2', conversation: 't1' }),
    ],
    { m1: ['m2', 'm3'] },
  ],
  'row 18: a span without id takes the message that follows it, one each': [
    [
      span('a', { args: 1, at: 0 }),
      message('ma', { callId: 'k1', args: 1, at: 3 }),
      span('b', { args: 1, at: 5 }),
      message('mb', { callId: 'k2', args: 1, at: 8 }),
      message('unrun', { callId: 'k3', args: 2, at: 8 }),
    ],
    { a: ['ma'], b: ['mb'], unrun: [] },
  ],
  'row 18: arguments that lost their only key are still those of the message': [
    [
      span('a', { callId: 'k1', args: 'ada', at: 0 }),
      message('ma', { callId: 'k1', args: { customer: 'ada' }, at: 3 }),
      span('b', { args: 'bob', at: 5 }),
      message('mb', { callId: 'k2', args: { customer: 'bob' }, at: 8 }),
      message('mc', { callId: 'k3', args: { customer: 'bo' }, at: 8 }),
      message('md', { callId: 'k4', args: { customer: 'eve', friend: 'bob' }, at: 8 }),
    ],
    { a: ['ma'], b: ['mb'], mc: [], md: [] },
  ],
  'row 18: a message in another session is not about this call': [
    [span('a', { callId: 'k' }), message('m', { callId: 'k', at: 3, traceId: 't2' })],
    { a: [], m: [] },
  ],
  'a sub-agent may use the tool that started it': [
    [
      span('task', { tool: 'Task', traits: ['agent'], takes: 60 }),
      span('inner', { tool: 'Task', parentSpanId: 'task', at: 5, takes: 10 }),
    ],
    { task: [], inner: [] },
  ],
  'a sub-agent’s start told twice is one call': [
    [
      span('task', { tool: 'Task', traits: ['agent'], takes: 60, args: 1 }),
      span('again', { ...OI, tool: 'Task', parentSpanId: 'task', at: 0.01, takes: 59, args: 1 }),
    ],
    { task: ['again'] },
  ],
  'calls below an agent frame are the agent’s own': [
    [
      span('ask', { tool: 'search', takes: 60 }),
      framed('agent', 'agent', { parentSpanId: 'ask', takes: 60 }),
      span('inner', { tool: 'search', parentSpanId: 'agent', at: 5, takes: 10 }),
    ],
    { ask: [], inner: [] },
  ],
  'spans that name each other as parents are cut apart': [
    [span('a', { parentSpanId: 'b', at: 0 }), span('b', { parentSpanId: 'a', at: 0.01, takes: 0.5 })],
    { a: ['b'] },
  ],
};

describe('one call, many records', () => {
  test.each(Object.entries(ROWS))('%s', (_, [records, calls]) => {
    expect(book(records).calls()).toEqual(calls);
  });

  test.each(Object.entries(ROWS))('in any order, one at a time, twice: %s', (_, [records, calls]) => {
    for (const seed of [1, 2, 3]) {
      const late = new Book();
      for (const record of shuffled([...records, ...records], seed)) late.add([record]);
      expect(late.calls()).toEqual(calls);
      expect(late.sorted()).toEqual(book(records).sorted());
    }
  });
});
