import { maskedDegradation } from '../../src/detectors/masked-degradation.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { testWatch } from '../support/test-watch.js';

/** So many series of one call each, ten seconds apart; every n-th fails first and works when sent again. */
const series = (count: number, everyNth: number, words: CallWords = {}): ToolCall[] =>
  Array.from({ length: count }, (_, i) => {
    const about: CallWords = { tool: 'fetch', session: `s${i}`, args: { i }, ...words };
    const good = call({ ...about, at: i * 10 + 3 });
    return i % everyNth ? [good] : [failed('timeout', { ...about, at: i * 10 }), good];
  }).flat();

testWatch(maskedDegradation, {
  fires: {
    'a third of first calls fail and everything works in the end': {
      calls: series(60, 3),
      finds: [{ callCount: 20, wasted: 0, tool: 'fetch', state: 'open', data: { series: 60, first: 67, final: 100 } }],
    },
    'an hour later it is over': {
      calls: series(60, 3),
      nowMs: Date.UTC(2026, 0, 1, 1),
      finds: [{ callCount: 20, state: 'resolved' }],
    },
    'a few never work': {
      calls: [
        ...series(78, 3),
        ...Array.from({ length: 2 }, (_, i) => failed('timeout', { tool: 'fetch', session: `x${i}`, at: 100 + i })),
      ],
      finds: [{ callCount: 26, data: { series: 80, final: 98 } }],
    },
  },
  silent: {
    'one in six fails first': { calls: series(60, 6) },
    'too few series to tell': { calls: series(45, 3) },
    'the failures show by themselves': {
      calls: [
        ...series(60, 3),
        ...Array.from({ length: 10 }, (_, i) => failed('timeout', { tool: 'fetch', session: `x${i}`, at: 100 + i })),
      ],
    },
    'fifty series in two hours are not fifty in a quarter of one': {
      calls: series(60, 3).map((one) => ({
        ...one,
        startedMs: one.startedMs + Number(one.session.slice(1)) * 120_000,
        endedMs: one.startedMs + Number(one.session.slice(1)) * 120_000 + 500,
      })),
    },
    'outcomes that are not known': { calls: series(60, 3, { outcome: 'unknown' }) },
  },
});
