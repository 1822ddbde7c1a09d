import { repeatedCorrection } from '../../src/detectors/repeated-correction.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

/** Rejected inputs, each corrected, every ten seconds. */
const rejected = (n: number, words: CallWords = {}) =>
  Array.from({ length: n }, (_, i) =>
    failed('invalid_arguments', {
      category: 'validation',
      args: { date: `try ${i}` },
      message: "field 'date' must be a date",
      at: i * 10,
      ...words,
    }),
  );

testDetector(repeatedCorrection, {
  fires: {
    'three corrections and still the same field': {
      calls: rejected(4),
      finds: [
        { calls: [0, 1, 2, 3], wasted: [1, 2, 3], data: { count: 3, point: 'the field date' }, source: 'declared' },
      ],
    },
    'the words differ, the field does not': {
      calls: rejected(5).map((one, i) => ({
        ...one,
        message: `field 'date' ${['is required', 'is no date', 'is in the past', 'is odd', 'is late'][i]}`,
        signature: `${i}`,
      })),
      finds: [{ calls: [0, 1, 2, 3, 4], data: { count: 4 } }],
    },
    'no field is named, the error is the same': {
      calls: rejected(4, { message: 'the body could not be read', code: 'malformed' }),
      finds: [{ calls: [0, 1, 2, 3], data: { point: 'the same error' } }],
    },
    'concluded from the words': {
      calls: rejected(4, { source: 'text' }),
      finds: [{ calls: [0, 1, 2, 3], source: 'inferred' }],
    },
  },
  silent: {
    'two corrections may be bad luck': { calls: rejected(3) },
    'the third correction works': { calls: [...rejected(3), call({ args: { date: '2026-01-01' }, at: 30 })] },
    'the error moves on from field to field': {
      calls: rejected(5).map((one, i) => ({ ...one, message: `field 'f${i}' is required` })),
    },
    'the error moves on from words to words': {
      calls: rejected(5).map((one, i) => ({ ...one, message: `no field here ${i}`, signature: `trouble ${i}` })),
    },
    'the same input again is no correction': { calls: rejected(5, { args: { date: 'x' } }) },
    'a name that does not exist is looked for': { calls: rejected(5, { code: 'unknown_name' }) },
    'permission errors are not repaired by input': {
      calls: rejected(5, { category: 'permission', code: 'restricted' }),
    },
    'the user explained the format': { calls: rejected(4), frames: [frame({ kind: 'user', at: 25 })] },
    'a fan-out of one turn': { calls: rejected(5, { turn: 't1' }) },
  },
});
