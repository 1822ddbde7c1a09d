import { identicalCallLoop } from '../../src/detectors/identical-call-loop.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

/** The same words n times, every ten seconds. */
const again = (n: number, words: CallWords = {}): ToolCall[] =>
  Array.from({ length: n }, (_, i) => call({ at: i * 10, takes: 2, ...words }));
const edit = (at: number, words: CallWords = {}) =>
  call({ tool: 'edit_file', effect: 'action', args: { at }, answer: 'done', at, ...words });
const denied = (at: number, words: CallWords = {}) =>
  failed('permission_denied', { at, category: 'permission', ...words });

testDetector(identicalCallLoop, {
  fires: {
    'three equal answers to three equal calls': {
      calls: again(3, { effect: 'unknown' }),
      finds: [
        { calls: [0, 1, 2], wasted: [1, 2], data: { count: 3 }, severity: 'warning', seconds: 20, source: 'declared' },
      ],
    },
    'one finding for a long streak, and it grows': {
      calls: again(7, { effect: 'action' }),
      finds: [{ calls: [0, 1, 2, 3, 4, 5, 6], wasted: [1, 2, 3, 4, 5, 6], data: { count: 7 } }],
    },
    'a re-read of a good answer is no more than a note': {
      calls: again(3),
      finds: [{ calls: [0, 1, 2], severity: 'info' }],
    },
    'the same failure three times is a loop too': {
      calls: [denied(0), denied(10), denied(20)],
      finds: [{ calls: [0, 1, 2], severity: 'warning' }],
    },
    'failures without a captured result count by their words': {
      calls: [0, 10, 20].map((at) => denied(at, { answer: undefined })),
      finds: [{ calls: [0, 1, 2] }],
    },
    'questions to other tools in between do not excuse it': {
      calls: again(3).flatMap((one, i) => [one, call({ tool: 'read_file', args: { i }, at: i * 10 + 5 })]),
      finds: [{ calls: [0, 2, 4] }],
    },
    'a change that failed is no progress': {
      calls: [...again(3), failed('conflict', { tool: 'edit_file', effect: 'action', args: { a: 1 }, at: 15 })],
      finds: [{ calls: [0, 1, 2] }],
    },
    'parallel calls of one turn count once': {
      calls: [
        ...again(2, { turn: 't1' }),
        ...[20, 30, 40, 50].map((at) => call({ at, takes: 2, turn: at < 35 ? 't2' : 't3' })),
      ],
      finds: [{ calls: [0, 1, 2, 3, 4, 5], wasted: [2, 3, 4, 5], data: { count: 6 } }],
    },
    'a loop before and a loop after an edit are two findings': {
      calls: [...again(3), edit(30), ...[40, 50, 60].map((at) => call({ at, takes: 2 }))],
      finds: [{ calls: [0, 1, 2] }, { calls: [4, 5, 6] }],
    },
    'tokens of the turns that asked for the repeats': {
      calls: again(3).map((one, i) => ({ ...one, turn: `t${i}`, inputTokens: 1000, outputTokens: 10 * i })),
      finds: [{ calls: [0, 1, 2], tokens: 2030 }],
    },
    'two sub-agents that loop are two findings': {
      calls: ['a', 'b'].flatMap((agentInstance, i) =>
        again(3, { agentInstance }).map((one) => ({ ...one, startedMs: one.startedMs + i })),
      ),
      finds: [{ calls: [0, 1, 2] }, { calls: [3, 4, 5] }],
    },
    'a poll that fails the same way again': {
      calls: [0, 10, 20].map((at) => denied(at, { traits: ['polling'] })),
      finds: [{ calls: [0, 1, 2] }],
    },
    'three calls of a busy source without any wait': {
      calls: [0, 1.1, 2.2].map((at) => failed('rate_limited', { at, category: 'transient', retryable: true })),
      finds: [{ calls: [0, 1, 2] }],
    },
    'a fourth call of a busy source is one too many, whatever the waits': {
      calls: [0, 10, 20, 30].map((at) => failed('rate_limited', { at, category: 'transient', retryable: true })),
      finds: [{ calls: [0, 1, 2, 3] }],
    },
    'scrolling that shows the same page every time': {
      calls: again(3, {
        tool: 'browser_scroll',
        effect: 'action',
        answer: `the end of the page ${'and nothing else '.repeat(5)}`,
      }),
      finds: [{ calls: [0, 1, 2] }],
    },
    'the limit is an option': {
      calls: again(2),
      settings: { tools: [], detectors: { 'identical-call-loop': { options: { repeats: 2 } } } },
      finds: [{ calls: [0, 1] }],
    },
    'two changes that undo each other do not excuse a third party': {
      calls: [0, 20, 40].flatMap((at) => [
        call({ tool: 'toggle', effect: 'action', args: { on: true }, answer: 'ok', at }),
        call({ tool: 'toggle', effect: 'action', args: { on: true }, answer: 'ok', at: at + 10 }),
      ]),
      finds: [{ calls: [0, 1, 2, 3, 4, 5] }],
    },
  },
  silent: {
    'two repeats are below the limit': { calls: again(2) },
    'polling: the answer changes': { calls: again(5).map((one, i) => ({ ...one, answerHash: `${i}` })) },
    'polling: the answer stays "running" until it is done': {
      calls: again(4, { traits: ['polling'], answer: 'running' }),
    },
    'paging: the arguments change': {
      calls: [0, 1, 2, 3].map((page) => call({ args: { page }, answer: [], at: page * 10 })),
    },
    'the edit-test cycle: an edit came between': {
      calls: again(4, { tool: 'run_tests', effect: 'unknown' }).flatMap((one, i) => [one, edit(i * 10 + 5)]),
    },
    'an edit that seems to end a fraction of a millisecond after the next call starts': {
      calls: again(4, { tool: 'run_tests', effect: 'unknown' }).flatMap((one, i) => [
        one,
        edit(i * 10 + 5, { takes: 5.0007 }),
      ]),
    },
    'an edit by another agent of the session is progress too': {
      calls: again(3).flatMap((one, i) => [one, edit(i * 10 + 5, { agentInstance: 'helper' })]),
    },
    'an edit that runs beside the call it might have missed': {
      calls: again(3).flatMap((one, i) => [one, edit(i * 10 + 1, { takes: 3 })]),
    },
    'a parallel fan-out of one turn': { calls: again(4, { turn: 't1' }) },
    'calls that overlap in time, turns unknown': { calls: [0, 1, 2, 3].map((at) => call({ at, takes: 10 })) },
    'calls whose end is not known': { calls: again(3).map((one) => ({ ...one, endedMs: undefined })) },
    'the user said try again': {
      calls: again(3),
      frames: [frame({ kind: 'user', at: 15 })],
    },
    'the prompt has one more user message': {
      calls: again(3).map((one, i) => ({ ...one, turn: `m${i}` })),
      frames: [0, 1, 2].map((i) =>
        frame({ spanId: `m${i}`, at: i * 10 - 1, userMessages: i < 2 ? 1 : 2, allMessages: 2 + 2 * i }),
      ),
    },
    'the context was compacted: the model does not know the answer any more': {
      calls: again(3).map((one, i) => ({ ...one, turn: `m${i}` })),
      frames: [0, 1, 2].map((i) =>
        frame({ spanId: `m${i}`, at: i * 10 - 1, userMessages: 1, allMessages: i < 2 ? 40 + i : 3 }),
      ),
    },
    'more than ten minutes apart': { calls: [0, 700, 1400].map((at) => call({ at })) },
    'another person asks': { calls: again(3).map((one, i) => ({ ...one, user: i < 2 ? 'ann' : 'bob' })) },
    'times of two services cannot be compared': { calls: again(3).map((one, i) => ({ ...one, service: `svc-${i}` })) },
    'arguments that were cut off prove nothing': {
      calls: again(3).map((one) => ({ ...one, arguments: { ...one.arguments, partial: true } })),
    },
    'calls that the guard refused were never made': { calls: again(3, { guardRefused: true }) },
    "what the user stopped is nobody's loop": { calls: [0, 10, 20].map((at) => failed('cancelled', { at })) },
    'three calls of a busy source, with waits in between': {
      calls: [0, 10, 20].map((at) => failed('rate_limited', { at, category: 'transient', retryable: true })),
    },
    'scrolling down, three times on purpose': {
      calls: again(3, { tool: 'browser_scroll', effect: 'action', answer: 'ok' }),
    },
    'parts of a call are no calls': { calls: again(3, { partOf: 'feedfeedfeedfeed' }) },
    'every call belongs to another sub-agent': {
      calls: again(3).map((one, i) => ({ ...one, agentInstance: `worker-${i}` })),
    },
  },
});
