import { abandonedTransient } from '../../src/detectors/abandoned-transient.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

const T0 = Date.UTC(2026, 0, 1);
/** An hour later everybody has gone home. */
const over = { nowMs: T0 + 3_600_000 };
const down = (at: number, words: CallWords = {}) =>
  failed('unavailable', { at, category: 'transient', retryable: true, ...words });
const root = frame({ spanId: 'rootrootrootroot', kind: 'agent', at: 0, takes: 60 });

testDetector(abandonedTransient, {
  fires: {
    'never tried again': {
      ...over,
      calls: [down(0), call({ tool: 'tell_user', args: {}, at: 5 })],
      finds: [{ calls: [0], wasted: [], data: { failure: 'unavailable' }, severity: 'info', source: 'declared' }],
    },
    'under a root that ended ten minutes ago': {
      nowMs: T0 + 60_000 + 600_000,
      calls: [down(1, { parentSpanId: root.spanId })],
      frames: [root],
      finds: [{ calls: [0] }],
    },
    'another call of the tool failed too': {
      ...over,
      calls: [down(0), down(5, { args: { q: 'y' } })],
      finds: [{ calls: [0, 1], data: { count: 2 } }],
    },
  },
  silent: {
    'the session may still go on': { calls: [down(0)], nowMs: T0 + 20 * 60_000 },
    'the root ended only five minutes ago': {
      nowMs: T0 + 360_000,
      calls: [down(1, { parentSpanId: root.spanId })],
      frames: [root],
    },
    'sent again, although in vain': { ...over, calls: [down(0), down(5)] },
    'the tool worked later with other arguments': { ...over, calls: [down(0), call({ args: { q: 'y' }, at: 5 })] },
    'another agent of the session made up for it': {
      ...over,
      calls: [down(0), call({ agentInstance: 'helper', at: 5 })],
    },
    'a parent is missing, so a call may be missing too': {
      ...over,
      calls: [down(0, { parentSpanId: 'feedfeedfeedfeed' })],
    },
    'the user cancelled': { ...over, calls: [down(0), failed('cancelled', { tool: 'other', at: 5 })] },
    'the user turned to something else': { ...over, calls: [down(0)], frames: [frame({ kind: 'user', at: 9 })] },
    'the error was final': {
      ...over,
      calls: [failed('restricted', { category: 'permission', retryable: false, at: 0 })],
    },
    'a later call of the tool whose arguments are not known': {
      ...over,
      calls: [down(0), down(5, { args: undefined })],
    },
  },
});
