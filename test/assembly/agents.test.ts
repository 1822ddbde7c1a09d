import { describe, expect, test } from 'vitest';
import type { AgentRun } from '../../src/assembly/index.js';
import { sealed } from '../support/calls.js';
import { book, framed, log, span, type Told } from './story.js';

type Seen = Partial<Omit<AgentRun, 'startedBy' | 'frame'>> & { readonly startedBy?: string | undefined };

const ROWS: Readonly<Record<string, readonly [Told, readonly Seen[]]>> = {
  'one agent that a person started': [
    [framed('root', 'agent', { agent: 'bob', answer: 'done', status: 'error', at: 0, takes: 5 })],
    [{ instance: 'root', name: 'bob', parent: undefined, startedBy: undefined, failed: true, answer: 'done' }],
  ],
  'a sub-agent with a frame below the call that started it': [
    [
      framed('root', 'agent', { agent: 'bob', at: 0, takes: 20 }),
      span('ask', { tool: 'ask_helper', parentSpanId: 'root', at: 1, takes: 9, answer: 'what it said' }),
      framed('sub', 'agent', { agent: 'helper', parentSpanId: 'ask', at: 2, takes: 7 }),
      span('work', { parentSpanId: 'sub', at: 3 }),
    ],
    [
      { instance: 'root', parent: undefined },
      { instance: 'sub', name: 'helper', parent: 'root', startedBy: 'ask', answer: JSON.stringify('what it said') },
    ],
  ],
  'a sub-agent without a frame is the call that it runs in': [
    [
      framed('root', 'agent', { agent: 'bob', at: 0, takes: 20 }),
      span('task', { tool: 'Task', traits: ['agent'], parentSpanId: 'root', at: 1, takes: 9, outcome: 'error' }),
      span('work', { parentSpanId: 'task', at: 3 }),
    ],
    [{ instance: 'root' }, { instance: 'task', parent: 'root', startedBy: 'task', failed: true, name: undefined }],
  ],
  'the call that started it is the whole call, whichever record was above': [
    [
      span('task', { tool: 'Task', callId: 'k', takes: 9, at: 0 }),
      span('again', { tool: 'Task', callId: 'k', parentSpanId: 'task', scope: 'other', at: 0, takes: 9, answer: 'x' }),
      framed('sub', 'agent', { parentSpanId: 'again', at: 1 }),
    ],
    [{ instance: 'sub', parent: undefined, startedBy: 'task', answer: JSON.stringify('x') }],
  ],
  'a call in which only parts of itself run starts no agent': [
    [span('a', { takes: 9 }), span('b', { parentSpanId: 'a', scope: 'mcp', at: 1 })],
    [],
  ],
};

describe('agents of a session', () => {
  test.each(Object.entries(ROWS))('%s', (_, [records, expected]) => {
    const runs = book(records).assembly.agents('t1');
    const seen = runs.map((run) => ({ ...run, startedBy: run.startedBy?.spanId }));
    expect(seen.length).toBe(expected.length);
    expected.forEach((one, i) => {
      expect(seen[i]).toMatchObject(one);
    });
  });

  test('an instance of a run is the instance of its calls', () => {
    const [records] = ROWS['a sub-agent with a frame below the call that started it'] ?? [[]];
    const told = book(records);
    expect(told.row('work').agentInstance).toBe('sub');
    expect(told.row('ask').agentInstance).toBe('root');
    expect(told.row('ask').result).toEqual(sealed('what it said'));
  });

  test('the session ends with its last root; one that is open has no end', () => {
    const end = (records: Told) => book(records).assembly.rootEndedMs('t1');
    const root = framed('root', 'agent', { at: 0, takes: 5 });
    const call = span('a', { parentSpanId: 'root', at: 1, takes: 20 });
    expect(end([root, call])).toBe(root.endedMs);
    expect(end([root, span('second', { at: 30 })])).toBe(span('x', { at: 31 }).startedMs);
    expect(end([root, framed('open', 'agent', { endedMs: undefined })])).toBeUndefined();
    expect(end([log('l', { conversation: 't1' })])).toBeUndefined();
    expect(end([framed('turn', 'model')])).toBeUndefined();
  });
});
