import { discardedPartialResults } from '../../src/detectors/discarded-partial-results.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { type FrameWords, frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

const RUN = 'runrunrunrunrunr';
const flow = (words: FrameWords = {}) => [
  frame({ spanId: RUN, kind: 'agent', agent: 'flow', status: 'error', at: 0, takes: 30, ...words }),
];
const inside: CallWords = { parentSpanId: RUN, agentInstance: RUN, agent: 'flow' };
const good = (at: number) => call({ args: { at }, at, ...inside });
const bad = (at: number, words: CallWords = {}) =>
  failed('timeout', { tool: 'last', category: 'transient', at, ...inside, ...words });

testDetector(discardedPartialResults, {
  adjacent: 'the pathology is that nothing came between the failure and the end',
  fires: {
    'two parts worked, the third failed, all was given up': {
      calls: [good(1), good(5), bad(25)],
      frames: flow(),
      finds: [{ calls: [0, 1, 2], wasted: [], data: { agent: 'flow', tool: 'last', siblings: 2 }, severity: 'info' }],
    },
    'the one that failed was not the last of a fan-out': {
      calls: [good(1), bad(2, { takes: 20 }), good(2.5), good(3)],
      frames: flow(),
      finds: [{ calls: [0, 1, 2, 3], data: { siblings: 3 } }],
    },
    'the parts are agents of their own': {
      toldByFrames: ['outcome', 'end'],
      calls: [call({ parentSpanId: 'partpartpartpar1', agentInstance: 'partpartpartpar1', at: 2 })],
      frames: [
        ...flow(),
        ...[1, 2, 3].map((n) =>
          frame({
            spanId: `partpartpartpar${n}`,
            parentSpanId: RUN,
            kind: 'agent',
            agent: `part ${n}`,
            status: n < 3 ? 'ok' : 'error',
            at: n,
            takes: 20,
          }),
        ),
      ],
      finds: [{ calls: [-1, -1, -1], data: { agent: 'flow', tool: 'part 3', siblings: 2 } }],
    },
    'nothing but blanks was handed back': {
      calls: [good(1), good(5), good(9), bad(25)],
      frames: flow({ answer: '  ' }),
      finds: [{ calls: [0, 1, 2, 3] }],
    },
  },
  silent: {
    'partial results came back': {
      calls: [good(1), good(5), bad(25)],
      frames: flow({ answer: 'two of three regions' }),
    },
    'the flow ended well': { calls: [good(1), good(5), bad(25)], frames: flow({ status: 'ok' }) },
    'nothing had worked before': { calls: [bad(25)], frames: flow() },
    'more than one failure': { calls: [good(1), good(3), bad(5), bad(25)], frames: flow() },
    'it went on after the failure': { calls: [good(1), good(2), bad(5), good(25)], frames: flow() },
    'it ended much later': { calls: [good(1), good(2), bad(5)], frames: flow({ takes: 300 }) },
  },
});
