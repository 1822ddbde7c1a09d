import { emptyResultRetry } from '../../src/detectors/empty-result-retry.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

const nothing = (at: number, words: CallWords = {}) => call({ outcome: 'empty', answer: [], at, ...words });

testDetector(emptyResultRetry, {
  fires: {
    'nothing found, asked again at once': {
      calls: [nothing(0), nothing(5)],
      finds: [{ calls: [0, 1], wasted: [1], data: { count: 1, within: 60 }, source: 'inferred', seconds: 5 }],
    },
    'four times in a row is one finding': {
      calls: [0, 5, 10, 15].map((at) => nothing(at)),
      finds: [{ calls: [0, 1, 2, 3], data: { count: 3 } }],
    },
    'the tool said that the count is 0': {
      calls: [nothing(0, { resultCount: 0 }), nothing(5, { resultCount: 0 })],
      finds: [{ calls: [0, 1], source: 'declared' }],
    },
    'other questions in between': {
      calls: [nothing(0), nothing(3, { args: { q: 'other' } }), nothing(6)],
      finds: [{ calls: [0, 2] }],
    },
    'after an hour it starts again: two episodes': {
      calls: [0, 5, 3600, 3605].map((at) => nothing(at)),
      finds: [{ calls: [0, 1] }, { calls: [2, 3] }],
    },
  },
  silent: {
    'asked once': { calls: [nothing(0)] },
    'asked for something else': { calls: [nothing(0), nothing(5, { args: { q: 'y' } })] },
    'found something the second time': { calls: [nothing(0), call({ at: 5 })] },
    'more than a minute later': { calls: [nothing(0), nothing(90)] },
    'an inbox is looked at again and again': { calls: [0, 5, 10].map((at) => nothing(at, { traits: ['polling'] })) },
    'something was created in between': {
      calls: [nothing(0), call({ tool: 'create_order', effect: 'action', args: {}, at: 2 }), nothing(5)],
    },
    'an action that returns nothing': { calls: [0, 5].map((at) => call({ effect: 'action', answer: '', at })) },
    'parallel calls of one turn': { calls: [0, 5].map((at) => nothing(at, { turn: 't1' })) },
    'the user asked again': { calls: [nothing(0), nothing(5)], frames: [frame({ kind: 'user', at: 3 })] },
    'reported as an error, so the agent cannot know': { calls: [0, 5].map((at) => nothing(at, { reported: 'error' })) },
    'a failure is not an empty result': { calls: [failed('timeout', { at: 0 }), nothing(5)] },
    'a good answer in between starts anew': { calls: [nothing(0), call({ at: 5 }), nothing(10)] },
  },
});
