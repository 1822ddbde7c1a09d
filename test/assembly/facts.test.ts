import { describe, expect, test } from 'vitest';
import type { Claim, Lent, ToolCall } from '../../src/model/tool-call.js';
import { hashOf, sealed } from '../support/calls.js';
import { Book, book, framed, log, message, span, type Told } from './story.js';

const MCP = { scope: 'mcp-python-sdk', convention: 'mcp' } as const;
const FLAG: Claim = { source: 'envelope', rule: 'mcp.isError', failed: true };
const FORBIDDEN: Claim = {
  source: 'declared',
  rule: 'declared',
  failed: true,
  category: 'permission',
  retryable: false,
};
const FINE: Claim = { source: 'envelope', rule: 'mcp.isError', failed: false };
const failure = { outcome: 'error', claims: [FLAG] } as const;
const HIDDEN = { ...sealed(undefined), state: 'redacted' } as const;
const truncated = (text: string) => ({ ...sealed(text), state: 'truncated', partial: true }) as const;

type Row = readonly [Told, Partial<ToolCall>];

/** Records of one call `a`, and what it says with their help. */
const ROWS: Readonly<Record<string, Row>> = {
  'arguments, result, server and request from inside': [
    [
      span('a', { tool: 'srv_search' }),
      span('b', {
        ...MCP,
        parentSpanId: 'a',
        at: 0.1,
        takes: 0.5,
        server: 'srv',
        requestId: 'm#1',
        args: 1,
        answer: 'x',
      }),
    ],
    {
      arguments: sealed(1),
      result: sealed('x'),
      answerHash: hashOf('"x"'),
      server: 'srv',
      requestId: 'm#1',
      tool: 'srv_search',
    },
  ],
  'what the call itself says stays': [
    [
      span('a', { args: 1, answer: 'own' }),
      span('b', { ...MCP, parentSpanId: 'a', at: 0.1, takes: 0.5, args: 2, answer: 'other' }),
    ],
    { arguments: sealed(1), result: sealed('own') },
  ],
  'what was hidden on purpose stays hidden': [
    [{ ...span('a'), arguments: HIDDEN }, span('b', { ...MCP, parentSpanId: 'a', at: 0.1, takes: 0.5, args: 2 })],
    { arguments: HIDDEN },
  ],
  'what was cut off is replaced by the whole': [
    [
      { ...span('a', { callId: 'k' }), result: truncated('a long st') },
      log('l', { callId: 'k', answer: 'a long story' }),
    ],
    { result: sealed('a long story') },
  ],
  'the worst that any of them says, with its reason': [
    [
      span('a', { answer: 'fine', reported: 'ok', claims: [FINE] }),
      span('b', {
        ...MCP,
        parentSpanId: 'a',
        at: 0.1,
        takes: 0.5,
        claims: [FORBIDDEN],
        message: 'no',
        outcome: 'error',
      }),
    ],
    {
      outcome: 'error',
      outcomeSource: 'declared',
      category: 'permission',
      retryable: false,
      message: 'no',
      reported: 'ok',
      result: sealed('fine'),
    },
  ],
  'what the server reported is what the caller was told, where the caller’s span is silent': [
    [
      span('a'),
      span('b', { ...MCP, parentSpanId: 'a', side: 'server', service: 'x', reported: 'error', claims: [FLAG] }),
    ],
    { reported: 'error', outcome: 'error' },
  ],
  'a result that came after the caller had given up is not the call’s': [
    [
      span('a', { ...failure, reported: 'error' }),
      span('b', { ...MCP, parentSpanId: 'a', at: 0.1, takes: 30, answer: 'too late' }),
    ],
    { outcome: 'error', result: sealed(undefined) },
  ],
  'a phase tells how the call came out': [
    [
      span('a', { takes: 9 }),
      framed('run', 'plumbing', { parentSpanId: 'a', lends: { claims: [FLAG], reported: 'error' } }),
    ],
    { outcome: 'error', reported: 'error' },
  ],
  'of phases with one name the last one tells': [
    [
      span('a', { takes: 9 }),
      framed('run1', 'plumbing', { parentSpanId: 'a', at: 1, lends: { claims: [FLAG], reported: 'error' } }),
      framed('run2', 'plumbing', { parentSpanId: 'a', at: 3, lends: { claims: [FINE], reported: 'ok' } }),
    ],
    { outcome: 'ok', reported: 'ok' },
  ],
  'content that was sent apart comes back, side by side': [
    [
      span('a', { takes: 9 }),
      framed('in', 'plumbing', { parentSpanId: 'a', at: 1, takes: 0, lends: { arguments: sealed(1) } }),
      framed('out', 'plumbing', { parentSpanId: 'a', at: 3, takes: 0, lends: { result: sealed('x'), callId: 'k' } }),
    ],
    { arguments: sealed(1), result: sealed('x'), callId: 'k' },
  ],
  'a tool message tells what the model was shown': [
    [span('a', { callId: 'k' }), message('m', { callId: 'k', at: 3, args: 1, answer: 'x' })],
    { arguments: sealed(1), result: sealed('x') },
  ],
  'attempts: the caller saw the last one': [
    [
      span('a', { callId: 'k', args: 1, at: 0, ...failure, reported: 'error', answer: 'busy' }),
      span('b', { callId: 'k', args: 1, at: 2, answer: 'done', reported: 'ok', claims: [FINE] }),
    ],
    {
      attemptsInside: 1,
      outcome: 'ok',
      reported: 'ok',
      result: sealed('done'),
      endedMs: span('x', { at: 3 }).startedMs,
    },
  ],
  'attempts inside: two server spans one after the other, the last one tells': [
    [
      span('a', { takes: 9, answer: 'done' }),
      span('b', { ...MCP, parentSpanId: 'a', at: 1, args: 1, ...failure }),
      span('c', { ...MCP, parentSpanId: 'a', at: 3, args: 1, claims: [FINE] }),
    ],
    { attemptsInside: 1, outcome: 'ok', endedMs: span('x', { at: 9 }).startedMs },
  ],
  'attempts that a client counted are not counted again': [
    [
      span('a', { takes: 9 }),
      span('b', { ...MCP, parentSpanId: 'a', at: 1, attemptsInside: 1 }),
      span('c', { ...MCP, parentSpanId: 'a', at: 3 }),
    ],
    { attemptsInside: 1 },
  ],
  'work done side by side is no attempt and says nothing of the whole': [
    [
      span('a', { takes: 9, answer: 'most of it' }),
      span('b', { ...MCP, parentSpanId: 'a', at: 1, takes: 3, args: 1, ...failure }),
      span('c', { ...MCP, parentSpanId: 'a', at: 2, takes: 3, args: 2 }),
    ],
    { attemptsInside: 0, outcome: 'ok', arguments: sealed(undefined) },
  ],
  'other work afterwards is no attempt': [
    [
      span('a', { takes: 9 }),
      span('b', { ...MCP, parentSpanId: 'a', at: 1, args: 1 }),
      span('c', { ...MCP, parentSpanId: 'a', at: 3, args: 2 }),
    ],
    { attemptsInside: 0 },
  ],
  'what the guard did inside was done to the call': [
    [span('a'), span('b', { parentSpanId: 'a', scope: 'hook', guardRefused: true, guardWaitedMs: 250 })],
    { guardRefused: true, guardWaitedMs: 250 },
  ],
  'a call without a name takes it from the record that knows': [
    [
      log('l', { tool: 'mcp_tool', callId: 'k', effect: 'unknown' }),
      span('a', { tool: 'mcp_tool', callId: 'k', effect: 'unknown' }),
      span('b', { ...MCP, tool: 'delete_file', parentSpanId: 'a', callId: 'k', at: 0.1, takes: 0.5, effect: 'action' }),
    ],
    { tool: 'delete_file', effect: 'action' },
  ],
  'annotations of the server say what the name does not': [
    [
      span('a', { tool: 'frobnicate', effect: 'unknown' }),
      span('b', { ...MCP, tool: 'frobnicate', parentSpanId: 'a', at: 0.1, takes: 0.5, effect: 'question' }),
    ],
    { effect: 'question' },
  ],
};

describe('what the records of a call lend it', () => {
  test.each(Object.entries(ROWS))('%s', (_, [records, expected]) => {
    expect(book(records).row('a')).toMatchObject(expected);
  });

  test.each(Object.entries(ROWS))('the row remembers its own words: %s', (_, [records]) => {
    const first = book(records);
    const frames = records.filter((one) => 'kind' in one);
    const stored = JSON.parse(JSON.stringify(first.sorted())) as ToolCall[];
    expect(book([...stored, ...frames]).sorted()).toEqual(first.sorted());
    for (const last of stored) {
      const late = new Book().add([...stored.filter((one) => one !== last), ...frames]).add([last]);
      expect(late.sorted()).toEqual(first.sorted());
    }
  });

  test('a better lender that comes after a restart still wins', () => {
    const outer = span('a', { takes: 9 });
    const log1 = log('l', { at: 8, takes: 1, answer: 'from the log', conversation: 't1' });
    const inner = span('b', { ...MCP, parentSpanId: 'a', at: 1, takes: 7, answer: 'from the span' });
    const before = book([outer, log1]);
    expect(before.row('a').result).toEqual(sealed('from the log'));
    const after = book(before.sorted()).add([inner]);
    expect(after.sorted()).toEqual(book([outer, log1, inner]).sorted());
    expect(after.row('a').result).toEqual(sealed('from the span'));
  });

  test('a crowd of parts belongs to the call and no longer speaks for it', () => {
    const part = (i: number) => span(`p${i}`, { ...MCP, parentSpanId: 'a', at: i, takes: 0.5, ...failure });
    const parts = Array.from({ length: 300 }, (_, i) => part(i));
    const told = book([span('a', { takes: 400, answer: 'x' }), ...parts]);
    expect(told.calls()).toEqual({ a: parts.map(({ spanId }) => spanId).sort() });
    expect(told.row('a')).toMatchObject({ attemptsInside: 0, outcome: 'ok' });
    expect(
      new Book()
        .add(parts)
        .add([span('a', { takes: 400, answer: 'x' })])
        .sorted(),
    ).toEqual(told.sorted());
  });

  test('lent facts do not outlive their lender’s place', () => {
    const lends: Lent = { result: sealed('x') };
    const frame = framed('p', 'plumbing', { parentSpanId: 'a', lends });
    const told = book([span('a'), frame]);
    expect(told.row('a').result).toEqual(sealed('x'));
    told.add([framed('p', 'plumbing', { parentSpanId: 'a', lends: { result: sealed('longer') }, takes: 2 })]);
    expect(told.row('a').result).toEqual(sealed('longer'));
  });
});
