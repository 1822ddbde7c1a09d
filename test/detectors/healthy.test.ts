import { describe, expect, test } from 'vitest';
import { createSessionEngine, createToolEngine } from '../../src/detectors/index.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import type { Claim, Frame, ToolCall } from '../../src/model/tool-call.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { type FrameWords, frame } from '../support/frames.js';

/** What a well-built tool says about a failure. */
const stated = (claim: Partial<Claim>): Claim[] => [
  { source: 'envelope', rule: 'test', failed: true, description: 'what happened', ...claim },
];
const transient = (words: CallWords = {}) =>
  failed('unavailable', {
    category: 'transient',
    retryable: true,
    claims: stated({ category: 'transient', retryable: true }),
    ...words,
  });
const invalid = (words: CallWords = {}) =>
  failed('invalid_arguments', {
    category: 'validation',
    retryable: false,
    claims: stated({ category: 'validation', retryable: false }),
    ...words,
  });
const refused = (words: CallWords = {}) =>
  failed('restricted', {
    category: 'permission',
    retryable: false,
    claims: stated({ category: 'permission', retryable: false }),
    ...words,
  });
const missing = (words: CallWords = {}) =>
  failed('not_found', {
    category: 'business',
    retryable: false,
    claims: stated({ category: 'business', retryable: false }),
    ...words,
  });
const edit = (at: number, words: CallWords = {}) =>
  call({ tool: 'edit_file', effect: 'action', args: { at }, answer: 'done', at, ...words });
const run = (at: number, answer: unknown, words: CallWords = {}) =>
  call({ tool: 'run_tests', effect: 'unknown', args: { suite: 'all' }, answer, at, ...words });

interface Session {
  readonly calls: readonly ToolCall[];
  readonly frames?: readonly Frame[];
}

/** Sessions that a person who knows agents finds in order. No detector may speak about any of them. */
const HEALTHY: Record<string, Session> = {
  'questions, each another one': { calls: Array.from({ length: 30 }, (_, i) => call({ args: { q: i }, at: i * 5 })) },
  'the edit-test cycle, failing the same way until it does not': {
    calls: [0, 1, 2, 3, 4, 5].flatMap((i) => [run(i * 20, i < 5 ? '5 tests failed' : 'ok'), edit(i * 20 + 10)]),
  },
  'the edit-test cycle as a shell runs it': {
    calls: [0, 1, 2, 3].flatMap((i) => [
      failed('exit', {
        code: undefined,
        tool: 'bash',
        traits: ['shell'],
        effect: 'unknown',
        args: { command: 'npm test' },
        claims: stated({ category: 'validation', retryable: false }),
        at: i * 20,
      }),
      call({
        tool: 'bash',
        traits: ['shell'],
        effect: 'action',
        args: { command: `sed -i s/${i}// x` },
        answer: '',
        at: i * 20 + 10,
      }),
    ]),
  },
  'polling a job until it is done': {
    calls: [0, 1, 2, 3, 4, 5].map((i) =>
      call({ tool: 'get_job', args: { id: 7 }, answer: { done: i * 20 }, at: i * 30 }),
    ),
  },
  'polling a job that says "running" each time': {
    calls: Array.from({ length: 9 }, (_, i) =>
      call({
        tool: 'wait_for_job',
        traits: ['polling'],
        args: { id: 7 },
        answer: i < 8 ? 'running' : 'done',
        at: i * 30,
      }),
    ),
  },
  'looking into an empty inbox every ten seconds': {
    calls: Array.from({ length: 9 }, (_, i) =>
      call({ tool: 'check_inbox', traits: ['polling'], outcome: 'empty', answer: [], at: i * 10 }),
    ),
  },
  'paging to the end': {
    calls: Array.from({ length: 12 }, (_, page) =>
      call({
        args: { q: 'x', page },
        answer: page < 11 ? { items: [page] } : { items: [] },
        outcome: page < 11 ? 'ok' : 'empty',
        at: page * 4,
      }),
    ),
  },
  'reading a file again before changing it': {
    calls: [
      call({ tool: 'read_file', args: { path: '/a' }, at: 0 }),
      call({ tool: 'read_file', args: { path: '/b' }, at: 5 }),
      call({ tool: 'read_file', args: { path: '/a' }, at: 10 }),
      edit(15),
    ],
  },
  'a fan-out of equal calls in one turn, twice': {
    calls: ['t1', 't2'].flatMap((turn, i) =>
      Array.from({ length: 5 }, (_, n) => call({ turn, at: i * 20 + n * 0.1, takes: 3 })),
    ),
  },
  'a fan-out that fails and is not sent again': {
    calls: [
      ...Array.from({ length: 6 }, (_, n) => missing({ tool: 'get_order', args: { id: `O-${n}` }, turn: 't1', at: 0 })),
      call({ tool: 'tell_user', args: {}, at: 9 }),
    ],
  },
  'two sub-agents ask the same': {
    calls: ['a', 'b', 'c', 'd'].map((agentInstance, i) => call({ agentInstance, at: i * 5 })),
  },
  'one wait, as stated, and it works': { calls: [transient({ at: 0, retryAfterMs: 5000 }), call({ at: 6.1 })] },
  'two waits that grow, and it works': { calls: [transient({ at: 0 }), transient({ at: 3 }), call({ at: 9 })] },
  'two waits that grow, and giving up': {
    calls: [
      transient({ at: 0 }),
      transient({ at: 3 }),
      transient({ at: 9 }),
      call({ tool: 'tell_user', args: {}, at: 15 }),
    ],
  },
  'a timeout, one resend, and another source': {
    calls: [
      transient({ code: 'timeout', at: 0 }),
      transient({ code: 'timeout', at: 10 }),
      call({ tool: 'search_archive', args: { q: 'x' }, at: 20 }),
    ],
  },
  'a wrong argument, corrected': {
    calls: [invalid({ args: { date: 'tomorow' }, at: 0 }), call({ args: { date: '2026-01-02' }, at: 5 })],
  },
  'learning an interface, one field after the other': {
    calls: ['name', 'date', 'place', 'price', 'size'].map((field, i) =>
      invalid({ args: { i }, message: `field '${field}' is required`, at: i * 5 }),
    ),
  },
  'looking for a file in many places': {
    calls: Array.from({ length: 8 }, (_, i) =>
      failed('unknown_name', {
        tool: 'read_file',
        category: 'validation',
        retryable: false,
        claims: stated({ category: 'validation', retryable: false }),
        args: { path: `/p${i}` },
        message: 'no such file',
        at: i * 5,
      }),
    ),
  },
  'a refusal, and stopping': { calls: [refused({ at: 0 }), call({ tool: 'tell_user', args: {}, at: 5 })] },
  'a refusal, an escalation, and the way that was opened': {
    calls: [
      refused({ tool: 'read_file', args: { path: '/srv/one' }, at: 0 }),
      call({ tool: 'ask_human', traits: ['escalation'], effect: 'action', args: {}, answer: 'granted', at: 5 }),
      call({ tool: 'fetch_file', args: { path: '/srv/one' }, at: 60 }),
    ],
  },
  'a refusal, the user grants access, and it works': {
    calls: [refused({ at: 0 }), refused({ at: 30 }), call({ at: 60 })],
    frames: [frame({ kind: 'user', at: 20 }), frame({ kind: 'user', at: 50 })],
  },
  'another person has the rights': { calls: [refused({ user: 'ann', at: 0 }), call({ user: 'bob', at: 5 })] },
  'the amount is lowered after somebody said so': {
    calls: [
      failed('limit_exceeded', {
        tool: 'refund',
        effect: 'action',
        category: 'business',
        retryable: false,
        claims: stated({ category: 'business', retryable: false }),
        args: { amount: 800 },
        message: 'at most 500',
        at: 0,
      }),
      call({ tool: 'refund', effect: 'action', args: { amount: 500 }, answer: 'paid', at: 60 }),
    ],
    frames: [frame({ kind: 'user', at: 30 })],
  },
  'nothing found, told to the user': {
    calls: [
      call({ outcome: 'empty', answer: [], resultCount: 0, at: 0 }),
      call({ tool: 'tell_user', args: {}, at: 5 }),
    ],
  },
  'nothing found, asked for something broader': {
    calls: ['red shoes 42', 'red shoes', 'shoes'].map((q, i) =>
      call({ args: { q }, outcome: i < 2 ? 'empty' : 'ok', answer: i < 2 ? [] : [1], at: i * 5 }),
    ),
  },
  'the context was compacted, and everything is read again': {
    calls: [0, 1, 2, 3, 4, 5].map((i) =>
      call({ tool: 'read_file', args: { path: `/${i % 2}` }, turn: `m${i}`, at: i * 10 }),
    ),
    frames: [0, 1, 2, 3, 4, 5].map((i) =>
      frame({ spanId: `m${i}`, at: i * 10 - 1, userMessages: 1, allMessages: i % 2 ? 9 : 8 - i }),
    ),
  },
  'the same question every morning': { calls: [0, 1, 2, 3].map((day) => call({ at: day * 86_400 })) },
  'a sub-agent that recovers and reports': {
    ...withAgents({ answer: 'All regions read.' }),
    calls: [
      transient({ parentSpanId: 'subsubsubsubsubs', agentInstance: 'subsubsubsubsubs', at: 5 }),
      call({ parentSpanId: 'subsubsubsubsubs', agentInstance: 'subsubsubsubsubs', at: 9 }),
    ],
  },
  'a sub-agent that says what it could not do': {
    ...withAgents({ answer: 'Two regions read; the third was unavailable.' }),
    calls: [
      ...[3, 9, 20].map((at) => transient({ parentSpanId: 'subsubsubsubsubs', agentInstance: 'subsubsubsubsubs', at })),
      call({ tool: 'read', parentSpanId: 'subsubsubsubsubs', agentInstance: 'subsubsubsubsubs', at: 30 }),
    ],
  },
  'reading logs that are full of errors': {
    calls: [0, 1, 2].map((i) =>
      call({ tool: 'read_log', traits: ['texts'], args: { page: i }, answer: 'ERROR: connection refused', at: i * 5 }),
    ),
  },
  'calls of which hardly anything is known': {
    calls: Array.from({ length: 9 }, (_, i) =>
      call({ args: undefined, answer: undefined, outcome: 'unknown', at: i * 5 }),
    ),
  },
  'calls that never ended': {
    calls: Array.from({ length: 5 }, (_, i) => ({ ...refused({ at: i * 5 }), endedMs: undefined })),
  },
  'a call that the user stopped, and asked for again': {
    calls: [failed('cancelled', { at: 0 }), call({ at: 30 })],
    frames: [frame({ kind: 'user', at: 20 })],
  },
};

function withAgents(words: FrameWords): { readonly frames: readonly Frame[] } {
  const root = frame({ spanId: 'rootrootrootroot', kind: 'agent', at: 0, takes: 90 });
  return {
    frames: [
      root,
      frame({
        spanId: 'subsubsubsubsubs',
        kind: 'agent',
        agent: 'scout',
        parentSpanId: root.spanId,
        at: 1,
        takes: 60,
        ...words,
      }),
    ],
  };
}

/** At once, and when the session is long over. */
const MOMENTS = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 9)];

describe('healthy sessions', () => {
  test.each(Object.entries(HEALTHY))('%s', (_, { calls, frames = [] }) => {
    const session = createSessionEngine('default', 's1', DEFAULT_SETTINGS);
    const tools = createToolEngine('default', DEFAULT_SETTINGS);
    session.add(calls, frames);
    tools.add(calls);
    const found = MOMENTS.flatMap((now) => [...session.findings(now), ...tools.findings(now)]);
    expect(found.map(({ detector, message }) => `${detector}: ${message}`)).toEqual([]);
  });
});
