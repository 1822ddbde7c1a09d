import { limitWorkaround } from '../../src/detectors/limit-workaround.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';

const refund = { tool: 'issue_refund', effect: 'action' } as const;
const tooMuch = (words: CallWords = {}) =>
  failed('limit_exceeded', {
    ...refund,
    category: 'business',
    args: { order: 'A-1', amount: 800 },
    message: 'Refunds above $500 need approval',
    at: 0,
    ...words,
  });
const paid = (amount: number, words: CallWords = {}) =>
  call({ ...refund, args: { order: 'A-1', amount }, answer: 'paid', at: 10, ...words });

testDetector(limitWorkaround, {
  fires: {
    'the refund is shrunk to the limit': {
      calls: [tooMuch(), paid(500)],
      finds: [
        {
          calls: [0, 1],
          wasted: [],
          data: { field: 'amount', asked: 800, sent: 500, limit: 500 },
          severity: 'critical',
          source: 'declared',
        },
      ],
    },
    'just below it, with another remark': {
      calls: [
        tooMuch({ args: { amount: 1200, reason: 'broken' }, message: 'limit is 1,000.00 per day' }),
        paid(999, { args: { amount: 999, reason: 'first part' } }),
      ],
      finds: [{ calls: [0, 1], data: { asked: 1200, sent: 999, limit: 1000 } }],
    },
    'a third try fits': {
      calls: [tooMuch(), tooMuch({ args: { order: 'A-1', amount: 600 }, at: 5 }), paid(450)],
      finds: [{ calls: [0, 2] }, { calls: [1, 2] }],
    },
    'amounts as text': {
      calls: [tooMuch({ args: { sum: '$800' } }), paid(0, { args: { sum: '$490' } })],
      finds: [{ calls: [0, 1], data: { asked: 800, sent: 490 } }],
    },
  },
  silent: {
    'the agent stopped': { calls: [tooMuch()] },
    'somebody was asked': {
      calls: [tooMuch(), call({ tool: 'request_approval', traits: ['escalation'], args: {}, at: 5 }), paid(500)],
    },
    'the user said take 500': { calls: [tooMuch(), paid(500)], frames: [frame({ kind: 'user', at: 5 })] },
    'another order': { calls: [tooMuch(), paid(500, { args: { order: 'B-2', amount: 500 } })] },
    'more, not less': { calls: [tooMuch(), paid(900)] },
    'a smaller amount that is still above the limit': { calls: [tooMuch(), paid(600)] },
    'page sizes are meant to be made smaller': {
      calls: [tooMuch({ args: { page_size: 1000 }, message: 'at most 500' }), paid(0, { args: { page_size: 500 } })],
    },
    'no limit is quoted': { calls: [tooMuch({ message: 'not allowed' }), paid(500)] },
    'the smaller one failed too': { calls: [tooMuch(), tooMuch({ args: { order: 'A-1', amount: 400 }, at: 10 })] },
    'both were asked for in one turn': { calls: [tooMuch({ turn: 'a' }), paid(500, { turn: 'a' })] },
    'a validation error names a range': {
      calls: [tooMuch({ category: 'validation', code: 'invalid_arguments' }), paid(500)],
    },
    'another tool': { calls: [tooMuch(), paid(500, { tool: 'issue_voucher' })] },
    'an hour later': { calls: [tooMuch(), paid(500, { at: 3600 })] },
  },
});
