import { suppressedError } from '../../src/detectors/suppressed-error.js';
import type { Frame } from '../../src/model/tool-call.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { type FrameWords, frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

const ROOT = 'rootrootrootroot';
const SUB = 'subsubsubsubsubs';
/** A coordinator with one sub-agent that hands back what the words say. */
const agents = (words: FrameWords = {}): Frame[] => [
  frame({ spanId: ROOT, kind: 'agent', agent: 'boss', at: 0, takes: 100 }),
  frame({
    spanId: SUB,
    kind: 'agent',
    agent: 'scout',
    parentSpanId: ROOT,
    at: 1,
    takes: 50,
    answer: 'Report: all 3 regions grew.',
    ...words,
  }),
];
const inside: CallWords = { parentSpanId: SUB, agentInstance: SUB, agent: 'scout' };
const lost = (words: CallWords = {}) =>
  failed('timeout', { tool: 'sales', category: 'transient', at: 5, ...inside, ...words });

testDetector(suppressedError, {
  fires: {
    'a failure that the report does not mention': {
      calls: [lost(), call({ tool: 'read', at: 10, ...inside })],
      frames: agents(),
      finds: [
        { calls: [0], wasted: [], data: { agent: 'scout', tool: 'sales', failure: 'timeout' }, severity: 'warning' },
      ],
    },
    'the tool worked, but on something else': {
      calls: [
        lost({ args: { region: 'north-1' } }),
        call({ tool: 'sales', args: { region: 'south-2' }, at: 10, ...inside }),
      ],
      frames: agents(),
      finds: [{ calls: [0] }],
    },
    'an empty report': { calls: [lost()], frames: agents({ answer: '' }), finds: [{ calls: [0] }] },
    'two tools failed': {
      calls: [lost(), failed('restricted', { tool: 'stock', category: 'permission', at: 8, ...inside })],
      frames: agents(),
      finds: [{ calls: [0] }, { calls: [1] }],
    },
    'a sub-agent that is known only by the call that started it': {
      calls: [
        call({
          spanId: 'taskcalltaskcall',
          tool: 'task',
          traits: ['agent'],
          effect: 'unknown',
          answer: 'All good.',
          at: 1,
          takes: 50,
        }),
        lost({ parentSpanId: 'taskcalltaskcall' }),
      ],
      finds: [{ calls: [1] }],
    },
    'a sub-agent in a call of which nobody said that it starts one': {
      calls: [
        call({ spanId: 'plaincallplaincl', tool: 'look_up', answer: 'All good.', at: 1, takes: 50 }),
        lost({ parentSpanId: 'plaincallplaincl', agentInstance: 'plaincallplaincl' }),
      ],
      finds: [{ calls: [1] }],
    },
  },
  silent: {
    'the arguments were corrected': {
      calls: [
        lost({ code: 'invalid_arguments', category: 'validation' }),
        call({ tool: 'sales', args: { region: 'south-2' }, at: 10, ...inside }),
      ],
      frames: agents(),
    },
    'another command of the shell worked': {
      calls: [
        lost({ tool: 'bash', traits: ['shell'] }),
        call({ tool: 'bash', traits: ['shell'], args: { command: 'cat notes' }, at: 10, ...inside }),
      ],
      frames: agents(),
    },
    'a parent is missing, so a success may be missing too': {
      calls: [lost(), call({ parentSpanId: 'feedfeedfeedfeed', at: 2 })],
      frames: agents(),
    },
    'it worked the second time': { calls: [lost(), call({ tool: 'sales', at: 10, ...inside })], frames: agents() },
    'another tool made up for it': {
      calls: [
        lost({ args: { region: 'north-1' } }),
        call({ tool: 'cache', args: { key: 'north-1' }, at: 10, ...inside }),
      ],
      frames: agents(),
    },
    'the report says that it could not': { calls: [lost()], frames: agents({ answer: 'North could not be read.' }) },
    'the report says so in another language': {
      calls: [lost()],
      frames: agents({ answer: 'Norden: Abfrage fehlgeschlagen.' }),
    },
    'the report names the tool': { calls: [lost()], frames: agents({ answer: 'Without numbers of sales.' }) },
    'the report was not captured': { calls: [lost()], frames: agents({ answer: undefined }) },
    'the sub-agent ended in error itself': { calls: [lost()], frames: agents({ status: 'error' }) },
    'the agent talks to a person, not to a coordinator': {
      calls: [lost({ parentSpanId: ROOT, agentInstance: ROOT })],
      frames: [frame({ spanId: ROOT, kind: 'agent', at: 0, takes: 100, answer: 'Done.' })],
    },
    'nothing there is an answer': { calls: [lost({ code: 'not_found', category: 'business' })], frames: agents() },
    'a name that does not exist was looked for': {
      calls: [lost({ code: 'unknown_name', category: 'validation' })],
      frames: agents(),
    },
    'the sub-agent has not ended yet': { calls: [lost()], frames: agents({ endedMs: undefined }) },
    'a long report may have been cut': { calls: [lost()], frames: agents({ answer: 'x'.repeat(4000) }) },
  },
});
