import { cycleLoop } from '../../src/detectors/cycle-loop.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

/** One call every ten seconds: each letter is a call of the tool of that name, always with the same arguments and answer. */
const story = (letters: string, words: Record<string, CallWords> = {}): ToolCall[] =>
  [...letters].map((tool, i) => call({ tool, args: { tool }, answer: `${tool} says`, at: i * 10, ...words[tool] }));
const action: CallWords = { effect: 'action' };

testDetector(cycleLoop, {
  fires: {
    'there and back three times': {
      calls: story('ababab', { a: action, b: action }),
      finds: [
        { calls: [0, 1, 2, 3, 4, 5], wasted: [2, 3, 4, 5], data: { tools: 'a, b', rounds: 3 }, severity: 'warning' },
      ],
    },
    'going round what can be read is no more than a note': {
      calls: story('ababab'),
      finds: [{ calls: [0, 1, 2, 3, 4, 5], severity: 'info' }],
    },
    'a round of three that goes on': {
      calls: story('abcabcabcabc', { b: action }),
      finds: [{ calls: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], data: { rounds: 4 }, seconds: 90 }],
    },
    'a round of five with failures in it': {
      calls: story('abcdeabcdeabcde').map((one) => (one.tool === 'c' ? { ...one, outcome: 'error' } : one)),
      finds: [{ calls: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], data: { rounds: 3 } }],
    },
    'writing the same and running the same is a cycle although writing changes state': {
      calls: story('wrwrwr', { w: action, r: { effect: 'unknown', answer: 'boom' } }),
      finds: [{ calls: [0, 1, 2, 3, 4, 5] }],
    },
    'other questions on the way do not hide it': {
      calls: [
        ...story('ababab', { a: action }),
        call({ tool: 'x', args: { n: 1 }, at: 25 }),
        call({ tool: 'x', args: { n: 2 }, at: 45 }),
      ],
      finds: [{ calls: [0, 1, 2, 3, 4, 5] }],
    },
  },
  silent: {
    'there and back twice is orientation': { calls: story('abab') },
    'one call over and over is no cycle of different calls': { calls: story('aaaaaa') },
    'the edit-test cycle: each edit is another one': {
      calls: story('erererer').map((one, i) =>
        one.tool === 'e' ? call({ tool: 'e', effect: 'action', args: { i }, at: i * 10 }) : one,
      ),
    },
    'an answer in the round changes': {
      calls: story('ababab').map((one, i) => (one.tool === 'b' ? { ...one, answerHash: `${i}` } : one)),
    },
    'something else changed state in between': {
      calls: [...story('ababab'), call({ tool: 'deploy', effect: 'action', args: {}, answer: 'done', at: 35 })],
    },
    'the user spoke in between': { calls: story('ababab'), frames: [frame({ kind: 'user', at: 35 })] },
    'the rounds are a quarter of an hour apart': {
      calls: story('ababab').map((one, i) => ({
        ...one,
        startedMs: one.startedMs + i * 900_000,
        endedMs: one.startedMs + i * 900_000 + 1000,
      })),
    },
    'a fan-out of one turn': { calls: story('ababab').map((one) => ({ ...one, turn: 't1' })) },
    'three sub-agents that each go one round': {
      calls: story('ababab').map((one, i) => ({ ...one, agentInstance: `w${Math.floor(i / 2)}` })),
    },
    'paging through two lists': {
      calls: story('ababab').map((one, i) => ({ ...one, arguments: call({ args: { page: i >> 1 } }).arguments })),
    },
    'one call said twice before the other came up': { calls: story('aabab') },
    'no two rounds in the same order': { calls: story('abbabaab') },
    'a failure that is answered by something else each time': {
      calls: story('ababab').map((one, i) =>
        i % 2 ? failed('conflict', { tool: 'b', args: { tool: 'b', i }, at: i * 10 }) : one,
      ),
    },
  },
});
