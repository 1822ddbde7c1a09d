import { nestedRetry } from '../../src/detectors/nested-retry.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

const ROOT = 'rootrootrootroot';
/** The coordinator gives an order to a sub-agent; the n-th order starts at n minutes. */
const order = (n: number, words: CallWords = {}) =>
  call({
    spanId: `order${n}`.padEnd(16, '0'),
    parentSpanId: ROOT,
    agentInstance: ROOT,
    tool: 'delegate',
    traits: ['agent'],
    effect: 'unknown',
    args: { task: 'prices' },
    answer: 'failed',
    at: n * 60,
    takes: 50,
    ...words,
  });
const agent = (n: number) =>
  frame({
    spanId: `agent${n}`.padEnd(16, '0'),
    parentSpanId: `order${n}`.padEnd(16, '0'),
    kind: 'agent',
    agent: 'scout',
    at: n * 60 + 1,
    takes: 48,
  });
/** The i-th try within the n-th order. */
const attempt = (n: number, i: number, words: CallWords = {}) =>
  failed('timeout', {
    tool: 'prices',
    category: 'transient',
    args: { region: 'north' },
    parentSpanId: `agent${n}`.padEnd(16, '0'),
    agentInstance: `agent${n}`.padEnd(16, '0'),
    at: n * 60 + 2 + i * 5,
    ...words,
  });
const root = frame({ spanId: ROOT, kind: 'agent', at: 0, takes: 600 });

testDetector(nestedRetry, {
  fires: {
    'three tries in each of two orders': {
      calls: [
        order(1),
        attempt(1, 0),
        attempt(1, 1),
        attempt(1, 2),
        order(2),
        attempt(2, 0),
        attempt(2, 1),
        attempt(2, 2),
      ],
      frames: [root, agent(1), agent(2)],
      finds: [{ calls: [1, 2, 3, 5, 6, 7], wasted: [2, 3, 5, 6, 7], data: { inner: 3, outer: 2, factor: 6 } }],
    },
    'the coordinator tries the same call itself, twice': {
      calls: [
        order(1),
        attempt(1, 0),
        attempt(1, 1),
        ...[200, 210].map((at) => attempt(1, 0, { parentSpanId: ROOT, agentInstance: ROOT, at })),
      ],
      frames: [root, agent(1)],
      finds: [{ calls: [1, 2, 3, 4], data: { inner: 2, outer: 2, factor: 4 } }],
    },
    'a sub-agent that no call starts, started again after it failed': {
      calls: [1, 2].flatMap((n) => [attempt(n, 0), attempt(n, 1), attempt(n, 2)]),
      frames: [root, ...[1, 2].map((n) => ({ ...agent(n), parentSpanId: ROOT, status: 'error' as const }))],
      finds: [{ calls: [0, 1, 2, 3, 4, 5], data: { inner: 3, outer: 2, factor: 6 } }],
    },
    'no agent frames: the order itself is the run': {
      calls: [1, 2].flatMap((n) => [
        order(n),
        ...[0, 1].map((i) => attempt(n, i, { parentSpanId: `order${n}`.padEnd(16, '0') })),
      ]),
      frames: [root],
      finds: [{ calls: [1, 2, 4, 5], data: { factor: 4 } }],
    },
  },
  silent: {
    'a sub-agent that is started again although it had not failed': {
      calls: [1, 2].flatMap((n) => [attempt(n, 0), attempt(n, 1)]),
      frames: [root, ...[1, 2].map((n) => ({ ...agent(n), parentSpanId: ROOT }))],
    },
    'only the sub-agent tries again': { calls: [order(1), attempt(1, 0), attempt(1, 1)], frames: [root, agent(1)] },
    'only the coordinator tries again': {
      calls: [order(1), attempt(1, 0), order(2), attempt(2, 0)],
      frames: [root, agent(1), agent(2)],
    },
    'two different orders': {
      calls: [
        order(1),
        attempt(1, 0),
        attempt(1, 1),
        order(2, { args: { task: 'stock' } }),
        attempt(2, 0),
        attempt(2, 1),
      ],
      frames: [root, agent(1), agent(2)],
    },
    'parallel orders of one turn': {
      calls: [1, 2].flatMap((n) => [order(n, { turn: 't1' }), attempt(n, 0), attempt(n, 1)]),
      frames: [root, agent(1), agent(2)],
    },
    'the calls work': {
      calls: [1, 2].flatMap((n) => [
        order(n),
        ...[0, 1].map((i) =>
          call({ tool: 'prices', parentSpanId: `agent${n}`.padEnd(16, '0'), at: n * 60 + i * 5 + 2 }),
        ),
      ]),
      frames: [root, agent(1), agent(2)],
    },
    'brothers that both try twice, without an order given again': {
      calls: [1, 2].flatMap((n) => [attempt(n, 0), attempt(n, 1)]),
      frames: [
        root,
        ...[1, 2].map((n) =>
          frame({ spanId: `agent${n}`.padEnd(16, '0'), parentSpanId: ROOT, kind: 'agent', at: n * 60 + 1, takes: 48 }),
        ),
      ],
    },
  },
});
