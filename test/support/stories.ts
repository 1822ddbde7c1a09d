import fc from 'fast-check';
import type { Frame, ToolCall } from '../../src/model/tool-call.js';
import { type CallWords, call } from './calls.js';
import { frame } from './frames.js';

/** A session that a test made up. */
export interface Story {
  readonly calls: readonly ToolCall[];
  readonly frames: readonly Frame[];
}

const AGENTS = ['agentagentagent0', 'agentagentagent1'] as const;

/** What a call may come to; answers repeat often, so that loops happen. */
const ENDINGS: readonly CallWords[] = [
  { outcome: 'ok', answer: 'a' },
  { outcome: 'ok', answer: 'b' },
  { outcome: 'ok', answer: undefined },
  { outcome: 'empty', answer: [] },
  { outcome: 'unknown', answer: undefined },
  error('permission_denied', 'permission', false),
  error('invalid_arguments', 'validation', false),
  error('not_found', 'business', false),
  error('timeout', 'transient', true),
  error('rate_limited', 'transient', true),
  { ...error('rate_limited', 'transient', true), retryAfterMs: 5_000 },
  { ...error('permission_denied', 'permission', true), source: 'declared' },
  error(undefined, undefined, undefined),
  error('denied_by_user', undefined, undefined),
  error('cancelled', undefined, undefined),
];

function error(code: string | undefined, category: ToolCall['category'], retryable: boolean | undefined): CallWords {
  const message = code ?? 'something odd';
  return {
    outcome: 'error',
    reported: 'error',
    source: 'text',
    code,
    category,
    retryable,
    message,
    signature: message,
    answer: message,
  };
}

const TOOLS: readonly CallWords[] = [
  { tool: 'search', effect: 'question' },
  { tool: 'edit', effect: 'action' },
  { tool: 'check_inbox', effect: 'question', traits: ['polling'] },
  { tool: 'bash', effect: 'unknown', traits: ['shell'] },
  { tool: 'odd', effect: 'unknown' },
  { tool: 'ask_human', effect: 'action', traits: ['escalation'] },
];

const step = fc.record({
  tool: fc.constantFrom(...TOOLS),
  ending: fc.constantFrom(...ENDINGS),
  args: fc.constantFrom<unknown>({ q: 1 }, { path: '/srv/a' }, { order: 'O-1', amount: 800 }, undefined),
  pause: fc.constantFrom(0.01, 0.5, 2, 20, 20, 700),
  takes: fc.constantFrom(0.1, 1, 1, 30, undefined),
  agent: fc.constantFrom(...AGENTS),
  turn: fc.constantFrom('keep', 'next', 'next', 'next', 'unknown'),
  before: fc.constantFrom('nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'user', 'more', 'fewer'),
});
type Generated = ReturnType<typeof step.generate>['value_'];
type StepWords = Omit<Generated, 'pause'> & { readonly pause: number };

const calm = (one: StepWords): StepWords => ({
  ...one,
  before: 'nothing',
  pause: Math.min(one.pause, 20),
  turn: 'next',
});
const times = fc.integer({ min: 2, max: 6 });

/** Pieces of sessions: a call, a loop, a cycle, the same failure with ever other arguments, a way around a refusal. */
const phrase = fc.oneof(
  step.map((one) => [one]),
  fc.tuple(step, times).map(([one, n]) => [one, ...Array<StepWords>(n).fill(calm(one))]),
  fc.tuple(step, step, times).map(([a, b, n]) => [
    a,
    ...Array<StepWords[]>(n)
      .fill([calm(b), calm({ ...a, agent: b.agent })])
      .flat(),
  ]),
  fc
    .tuple(step, times)
    .map(([one, n]) => Array.from({ length: n }, (_, i) => ({ ...calm(one), args: { attempt: i } }))),
  step.map((one) => [
    {
      ...calm(one),
      tool: TOOLS[0] ?? {},
      args: { path: '/srv/a' },
      ending: error('permission_denied', 'permission', false),
    },
    { ...calm(one), tool: TOOLS[4] ?? {}, args: { path: '/srv/a' }, ending: { outcome: 'ok' as const, answer: 'a' } },
  ]),
  step.map((one) => [
    {
      ...calm(one),
      tool: TOOLS[1] ?? {},
      args: { amount: 800 },
      ending: { ...error('limit_exceeded', 'business', false), message: 'at most 500' },
    },
    { ...calm(one), tool: TOOLS[1] ?? {}, args: { amount: 400 }, ending: { outcome: 'ok' as const, answer: 'a' } },
  ]),
);

/** Sessions with loops, waits, turns, parallel calls, sub-agents and people in them. */
export const stories: fc.Arbitrary<Story> = fc
  .array(phrase, { minLength: 1, maxLength: 8 })
  .map((phrases) => tell(phrases.flat()));

function tell(steps: readonly StepWords[]): Story {
  const calls: ToolCall[] = [];
  const frames: Frame[] = AGENTS.map((spanId, i) =>
    frame({
      spanId,
      kind: 'agent',
      at: -1,
      takes: 2_000,
      answer: 'All done.',
      parentSpanId: i ? AGENTS[0] : undefined,
    }),
  );
  let at = 0;
  let turn = 0;
  let messages = { user: 1, all: 2 };
  for (const [i, words] of steps.entries()) {
    at += words.pause;
    if (words.before === 'user') frames.push(frame({ kind: 'user', at, takes: 0, spanId: `user${i}` }));
    messages = {
      user: messages.user + (words.before === 'more' ? 1 : 0),
      all: words.before === 'fewer' ? 2 : messages.all + 2,
    };
    if (words.turn === 'next') {
      turn++;
      frames.push(
        frame({ spanId: `turn${turn}`, at, takes: 0.01, userMessages: messages.user, allMessages: messages.all }),
      );
    }
    calls.push(callOf(words, i, at + 0.02, words.turn === 'unknown' ? undefined : `turn${turn}`));
    at += words.takes ?? 1;
  }
  return { calls, frames };
}

function callOf(
  { tool, ending, args, takes, agent }: StepWords,
  i: number,
  at: number,
  turn: string | undefined,
): ToolCall {
  const spanId = `c${i.toString(16).padStart(15, '0')}`;
  const told = call({
    ...tool,
    ...ending,
    args,
    at,
    takes: takes ?? 1,
    spanId,
    turn,
    agentInstance: agent,
    parentSpanId: agent,
  });
  return { ...told, callId: undefined, endedMs: takes === undefined ? undefined : told.endedMs };
}
