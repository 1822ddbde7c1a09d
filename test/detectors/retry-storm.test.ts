import { retryStorm } from '../../src/detectors/retry-storm.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import { type CallWords, failed } from '../support/calls.js';
import { testWatch } from '../support/test-watch.js';

/** Each session calls once and sends again so many times, one second apart; sessions start a second after each other. */
const hammer = (sessions: number, resends: number, words: CallWords = {}): ToolCall[] =>
  Array.from({ length: sessions }, (_, s) =>
    Array.from({ length: resends + 1 }, (_, i) =>
      failed('unavailable', { tool: 'pay', session: `s${s}`, at: s + i, takes: 0.5, category: 'transient', ...words }),
    ),
  ).flat();
const T0 = Date.UTC(2026, 0, 1);

testWatch(retryStorm, {
  fires: {
    'twenty resends from five sessions within a minute': {
      calls: hammer(5, 4),
      finds: [
        {
          callCount: 20,
          wasted: 20,
          tool: 'pay',
          about: 'pay',
          state: 'open',
          data: { resends: 20, sessions: 5, share: 80 },
        },
      ],
    },
    'fifty agents': { calls: hammer(40, 3), finds: [{ callCount: 120, data: { sessions: 40 } }] },
    'it is over a minute after the last resend': {
      calls: hammer(5, 4),
      nowMs: T0 + 9_000 + 61_000,
      finds: [{ callCount: 20, state: 'resolved' }],
    },
    'tools of two servers are two tools': {
      calls: [
        ...hammer(5, 4, { server: 'a' }),
        ...hammer(6, 4, { server: 'b' }).map((one) => ({
          ...one,
          startedMs: one.startedMs + 1,
          endedMs: one.startedMs + 501,
        })),
      ],
      finds: [
        { callCount: 20, tool: 'a/pay' },
        { callCount: 24, tool: 'b/pay' },
      ],
    },
    'the latest of two storms counts': {
      calls: [
        ...hammer(5, 4),
        ...hammer(7, 4).map((one) => ({
          ...one,
          session: `later-${one.session}`,
          startedMs: one.startedMs + 600_000,
          endedMs: one.startedMs + 600_500,
        })),
      ],
      finds: [{ callCount: 28, data: { sessions: 7 } }],
    },
  },
  silent: {
    'nineteen resends': { calls: hammer(19, 1) },
    'four stubborn sessions': { calls: hammer(4, 9) },
    'spread over five minutes': {
      calls: hammer(20, 1).map((one, i) => ({
        ...one,
        startedMs: T0 + Math.floor(i / 2) * 15_000 + (i % 2) * 1000,
        endedMs: T0 + Math.floor(i / 2) * 15_000 + (i % 2) * 1000 + 100,
      })),
    },
    'most of the calls work': {
      calls: [
        ...hammer(5, 4),
        ...hammer(30, 0, { outcome: 'ok' }).map((one, i) => ({
          ...one,
          session: `fine-${i}`,
          startedMs: T0 + i,
          endedMs: T0 + i + 1,
        })),
      ],
    },
    'many first calls fail and nobody sends again': { calls: hammer(50, 0) },
    'every agent has a shell of its own': { calls: hammer(9, 5, { traits: ['shell'] }) },
    'parallel calls are no resends': { calls: hammer(5, 6, { turn: 't1' }) },
    'resends after good answers': { calls: hammer(5, 5, { outcome: 'ok' }) },
  },
});
