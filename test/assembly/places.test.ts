import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../../src/model/tool-call.js';
import { shuffled } from '../support/test-detector.js';
import { Book, book, framed, log, message, span, type Told } from './story.js';

/** Records, the record that is looked at, and what it inherits. */
type Row = readonly [Told, string, Partial<ToolCall>];

const ROWS: Readonly<Record<string, Row>> = {
  'the call’s own conversation wins': [
    [framed('root', 'agent', { conversation: 'above' }), span('a', { parentSpanId: 'root', conversation: 'own' })],
    'a',
    { session: 'own', sessionFrom: 'call' },
  ],
  'else the nearest ancestor’s': [
    [
      framed('root', 'agent', { conversation: 'far' }),
      framed('mid', 'other', { parentSpanId: 'root', conversation: 'near' }),
      span('a', { parentSpanId: 'mid' }),
    ],
    'a',
    { session: 'near', sessionFrom: 'ancestor' },
  ],
  'also a call’s, where it is an ancestor': [
    [span('outer', { tool: 'Task', conversation: 'c' }), span('a', { parentSpanId: 'outer' })],
    'a',
    { session: 'c', sessionFrom: 'ancestor' },
  ],
  'else any other’s of the trace, the earliest': [
    [
      framed('late', 'model', { conversation: 'second', at: 5 }),
      framed('early', 'model', { conversation: 'first', at: 1 }),
      span('a', { at: 2 }),
    ],
    'a',
    { session: 'first', sessionFrom: 'trace' },
  ],
  'else the trace': [[span('a')], 'a', { session: 't1', sessionFrom: 'none' }],
  'a conversation of another trace is nobody’s business': [
    [framed('x', 'agent', { traceId: 't2', conversation: 'c' }), span('a')],
    'a',
    { session: 't1', sessionFrom: 'none' },
  ],
  'a server span in another trace stands in the session of its call': [
    [
      framed('root', 'agent', { conversation: 'c' }),
      span('client', { parentSpanId: 'root', requestId: 'm#1' }),
      span('server', { traceId: 't2', side: 'server', service: 'tools', requestId: 'm#1' }),
    ],
    'server',
    { session: 'c', sessionFrom: 'ancestor', partOf: 'client', agentInstance: 'root' },
  ],
  'a span without conversation takes that of its log': [
    [span('a', { callId: 'k' }), log('l', { callId: 'k', conversation: 'c' })],
    'a',
    { session: 'c' },
  ],
  'user from above': [
    [framed('root', 'agent', { user: 'u' }), span('a', { parentSpanId: 'root' })],
    'a',
    { user: 'u' },
  ],
  'agent: the nearest agent frame, its name from farther above where it has none': [
    [
      framed('root', 'agent', { agent: 'bob' }),
      framed('sub', 'agent', { parentSpanId: 'root' }),
      span('a', { parentSpanId: 'sub' }),
    ],
    'a',
    { agent: 'bob', agentInstance: 'sub' },
  ],
  'agent: the name stated on the call wins, the instance is the frame': [
    [
      framed('root', 'agent', { agent: 'bob' }),
      span('a', { parentSpanId: 'root', agent: 'ann', agentInstance: 'ann' }),
    ],
    'a',
    { agent: 'ann', agentInstance: 'root' },
  ],
  'agent: without a frame the stated id or name': [
    [span('a', { agent: 'ann', agentInstance: 'agent-7' })],
    'a',
    { agent: 'ann', agentInstance: 'agent-7' },
  ],
  'agent: what runs in a call that starts an agent is that agent’s, by the call': [
    [
      framed('root', 'agent', { agent: 'bob' }),
      span('task', { tool: 'Task', callId: 'k1', traits: ['agent'], parentSpanId: 'root', takes: 9 }),
      span('a', { callId: 'k2', parentSpanId: 'task', at: 2 }),
    ],
    'a',
    { agent: undefined, agentInstance: 'task' },
  ],
  'agent: what a tool calls by itself is not the agent’s series': [
    [
      framed('root', 'agent', { agent: 'bob' }),
      span('report', { tool: 'report', parentSpanId: 'root', takes: 9 }),
      span('a', { parentSpanId: 'report', at: 2 }),
    ],
    'a',
    { agent: 'bob', agentInstance: 'report' },
  ],
  'agent: a sub-agent started by a call has its frame as instance': [
    [
      framed('root', 'agent'),
      span('task', { tool: 'Task', parentSpanId: 'root', takes: 9 }),
      framed('sub', 'agent', { parentSpanId: 'task', agent: 'helper' }),
      span('a', { parentSpanId: 'sub', at: 2 }),
    ],
    'a',
    { agent: 'helper', agentInstance: 'sub' },
  ],
  'agent: however many records tell the call that started it': [
    [
      framed('root', 'agent'),
      span('task', { tool: 'Task', parentSpanId: 'root', takes: 9, callId: 'k' }),
      span('again', { tool: 'Task', parentSpanId: 'task', takes: 9, callId: 'k', scope: 'other' }),
      span('a', { parentSpanId: 'again', at: 2 }),
    ],
    'a',
    { agentInstance: 'task' },
  ],
  'turn: the one that asked by id, not the latest': [
    [
      framed('m1', 'model', { at: 0, asksFor: ['k'], model: 'big', inputTokens: 100, outputTokens: 9 }),
      framed('m2', 'model', { at: 2, asksFor: ['other'] }),
      span('a', { callId: 'k', at: 4 }),
    ],
    'a',
    { turn: 'm1', model: 'big', inputTokens: 100, outputTokens: 9 },
  ],
  'turn: by id even while the answer still streams': [
    [framed('m1', 'model', { at: 0, takes: 10, asksFor: ['k'] }), span('a', { callId: 'k', at: 4 })],
    'a',
    { turn: 'm1' },
  ],
  'turn: by id across traces of one session': [
    [
      framed('m1', 'model', { traceId: 't2', conversation: 'c', asksFor: ['k'] }),
      span('a', { callId: 'k', conversation: 'c', at: 4 }),
    ],
    'a',
    { turn: 'm1' },
  ],
  'turn: else the latest that had ended': [
    [
      framed('m1', 'model', { at: 0 }),
      framed('m2', 'model', { at: 2 }),
      framed('m3', 'model', { at: 3.5, takes: 2 }),
      span('a', { at: 4 }),
    ],
    'a',
    { turn: 'm2' },
  ],
  'turn: not one of another agent': [
    [
      framed('x', 'agent', { takes: 20 }),
      framed('y', 'agent', { takes: 20 }),
      framed('mx', 'model', { parentSpanId: 'x', at: 0 }),
      framed('my', 'model', { parentSpanId: 'y', at: 2 }),
      span('a', { parentSpanId: 'x', at: 4 }),
    ],
    'a',
    { turn: 'mx' },
  ],
  'turn: not one that a tool asked in between': [
    [
      framed('x', 'agent', { takes: 20 }),
      framed('m', 'model', { parentSpanId: 'x', at: 0 }),
      span('summarise', { parentSpanId: 'x', tool: 'summarise', at: 2, takes: 3 }),
      framed('inner', 'model', { parentSpanId: 'summarise', at: 3 }),
      span('a', { parentSpanId: 'x', at: 6 }),
    ],
    'a',
    { turn: 'm' },
  ],
  'turn: a tool’s own model asks for what the tool calls': [
    [
      framed('m', 'model', { at: 0 }),
      span('helper', { tool: 'helper', at: 2, takes: 9 }),
      framed('inner', 'model', { parentSpanId: 'helper', at: 3 }),
      span('a', { parentSpanId: 'helper', at: 6 }),
    ],
    'a',
    { turn: 'inner' },
  ],
  'turn: not by another process’s clock': [
    [framed('m', 'model', { service: 'gateway', at: 0 }), span('a', { at: 4 })],
    'a',
    { turn: undefined },
  ],
  'turn: one whose end is not known never ended before': [
    [framed('m', 'model', { at: 0, endedMs: undefined }), span('a', { at: 4 })],
    'a',
    { turn: undefined },
  ],
  'turn: agents that only their names tell apart': [
    [
      framed('ma', 'model', { agent: 'ann', at: 0 }),
      framed('mb', 'model', { agent: 'bob', at: 2 }),
      span('a', { agent: 'ann', agentInstance: 'ann', at: 4 }),
    ],
    'a',
    { turn: 'ma' },
  ],
  'turn: a call without an agent’s name may be anybody’s': [
    [
      framed('ma', 'model', { agent: 'ann', at: 0 }),
      framed('mb', 'model', { agent: 'bob', at: 2 }),
      span('a', { at: 4 }),
    ],
    'a',
    { turn: 'mb' },
  ],
  'turn: a tool message belongs to the turn that asked, not to the one that is shown it': [
    [
      framed('m1', 'model', { at: 0, asksFor: ['k'] }),
      framed('m2', 'model', { at: 4 }),
      message('a', { callId: 'k', at: 4 }),
    ],
    'a',
    { turn: 'm1' },
  ],
  'tokens and model stated on the call stay where no turn is known': [
    [span('a', { model: 'small', inputTokens: 3 })],
    'a',
    { model: 'small', inputTokens: 3 },
  ],
};

describe('where a call stands', () => {
  test.each(Object.entries(ROWS))('%s', (_, [records, id, expected]) => {
    expect(book(records).row(id)).toMatchObject(expected);
  });

  test.each(Object.entries(ROWS))('the last to come may be any of them: %s', (_, [records, id, expected]) => {
    for (const last of records) {
      const late = new Book().add(records.filter((one) => one !== last)).add([last]);
      expect(late.row(id)).toMatchObject(expected);
    }
    const seeds = [1, 2, 3].map((seed) => shuffled(records, seed));
    for (const order of seeds) {
      const late = new Book();
      for (const record of order) late.add([record]);
      expect(late.sorted()).toEqual(book(records).sorted());
    }
  });
});

describe('what adding says', () => {
  const late = () => {
    const told = new Book().add([span('a', { parentSpanId: 'root' }), span('b', { at: 5 })]);
    return { told, assembly: told.assembly };
  };

  test('a parent that comes late moves calls from the trace to the session, and says from where', () => {
    const { assembly } = late();
    assembly.add([], [framed('turn', 'model', { at: 2 })]);
    const added = assembly.add([], [framed('root', 'agent', { conversation: 'c' })]);
    expect(added.changed.map(({ spanId, session }) => [spanId, session])).toEqual([
      ['a', 'c'],
      ['b', 'c'],
    ]);
    expect(added.moved.map(({ spanId, from, to }) => [spanId, from, to])).toEqual([
      ['a', 't1', 'c'],
      ['b', 't1', 'c'],
      ['turn', 't1', 'c'],
    ]);
    expect(added.placed.map(({ frame, session, agentInstance }) => [frame.spanId, session, agentInstance])).toEqual([
      ['root', 'c', 'root'],
      ['turn', 'c', ''],
    ]);
  });

  test('what changes nothing says nothing', () => {
    const { assembly } = late();
    expect(assembly.add([span('a', { parentSpanId: 'root' })], []).changed).toEqual([]);
    expect(assembly.add([], [framed('x', 'other')]).changed).toEqual([]);
  });

  test('a row that needs no writing is handed back itself', () => {
    const first = book([framed('root', 'agent'), span('a', { parentSpanId: 'root' })]);
    const stored = first.sorted();
    const again = new Book();
    const { changed } = again.assembly.add(stored, [framed('root', 'agent')]);
    expect(changed[0]).toBe(stored[0]);
  });

  test('a missing parent leaves the session incomplete until it comes', () => {
    const { assembly } = late();
    expect(assembly.incomplete('t1')).toBe(true);
    assembly.add([], [framed('root', 'agent', { conversation: 'c' })]);
    expect([assembly.incomplete('t1'), assembly.incomplete('c')]).toEqual([false, false]);
    assembly.add([], [framed('orphan', 'model', { parentSpanId: 'sampled away' })]);
    expect(assembly.incomplete('c')).toBe(true);
  });

  test('a log record may name a span that is traced elsewhere', () => {
    const told = book([log('l', { parentSpanId: 'elsewhere', conversation: 'c' })]);
    expect(told.assembly.incomplete('c')).toBe(false);
  });
});

describe('forgetting', () => {
  const records = [
    framed('root', 'agent', { conversation: 'c', asksFor: [] }),
    framed('m', 'model', { parentSpanId: 'root', asksFor: ['k'] }),
    span('client', { parentSpanId: 'root', requestId: 'm#1', callId: 'k', at: 2 }),
    span('server', { traceId: 't2', side: 'server', service: 'tools', requestId: 'm#1', at: 2, answer: 'x' }),
    span('other', { traceId: 't3' }),
  ];

  test('drops a trace with those that share its calls, and keeps the others', () => {
    const { assembly } = book(records);
    expect([...assembly.traces]).toEqual([
      ['t1', 3],
      ['t2', 1],
      ['t3', 1],
    ]);
    expect([...assembly.forget(['t2'])].sort()).toEqual(['t1', 't2']);
    expect([...assembly.traces.keys()]).toEqual(['t3']);
    expect(assembly.agents('c')).toEqual([]);
    expect(assembly.forget(['t2', 'never seen'])).toEqual([]);
  });

  test('the stored rows, added again, give what was there before; late records find their call', () => {
    const first = book(records);
    first.assembly.forget(['t1']);
    const stored = first.sorted();
    const frames = records.filter((one) => 'kind' in one);
    const answer = message('msg', { callId: 'k', at: 9, conversation: 'c' });
    first.add([...stored, ...frames]).add([answer]);
    expect(first.sorted()).toEqual(book([...records, answer]).sorted());
    expect(first.row('msg').partOf).toBe('client');
  });

  test('the trace that was touched last comes last', () => {
    const { assembly } = book(records);
    assembly.add([span('more', { traceId: 't1', at: 4 })], []);
    expect([...assembly.traces.keys()]).toEqual(['t2', 't3', 't1']);
  });
});
