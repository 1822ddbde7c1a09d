import { describe } from 'vitest';
import { contradictoryMetadata } from '../../src/detectors/contradictory-metadata.js';
import type { Claim } from '../../src/model/tool-call.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { frame } from '../support/frames.js';
import { testDetector } from '../support/test-detector.js';
import { testWatch } from '../support/test-watch.js';

const says = (claim: Partial<Claim>): Claim => ({ source: 'declared', rule: 'test', ...claim });
const bad = (...claims: Claim[]) => failed('x', { claims });

describe('in what tools say', () => {
  testWatch(contradictoryMetadata, {
    fires: {
      'retryable, and a permission error': {
        calls: [bad(says({ failed: true, category: 'permission', retryable: true }))],
        finds: [{ callCount: 1, about: 'retryable-but-final', data: { count: 1 } }],
      },
      'retryable in one place, and a final code in another': {
        calls: [bad(says({ retryable: true }), says({ source: 'code', code: 'permission_denied', failed: true }))],
        finds: [{ callCount: 1, about: 'retryable-but-final' }],
      },
      'transient, and not retryable': {
        calls: [
          bad(says({ category: 'transient', retryable: false })),
          bad(says({ category: 'transient', retryable: false })),
        ],
        finds: [{ callCount: 2, about: 'final-but-transient' }],
      },
      'success, and an error code': {
        calls: [
          bad(says({ source: 'envelope', failed: false }), says({ source: 'code', failed: true, code: 'timeout' })),
        ],
        finds: [{ callCount: 1, about: 'success-with-error' }],
      },
      'data beside a failure': {
        calls: [bad(says({ source: 'envelope', failed: true, data: true }))],
        finds: [{ callCount: 1, about: 'data-beside-failure' }],
      },
      'a category beside a good answer': {
        calls: [call({ claims: [says({ category: 'business' })] })],
        finds: [{ callCount: 1, about: 'category-beside-success' }],
      },
      'a time to come back for what is final': {
        calls: [bad(says({ retryable: false, retryAfterMs: 1000 }))],
        finds: [{ callCount: 1, about: 'wait-beside-final' }],
      },
    },
    silent: {
      'transient and retryable with a wait': {
        calls: [bad(says({ category: 'transient', retryable: true, retryAfterMs: 5 }))],
      },
      'final and not retryable': { calls: [bad(says({ category: 'permission', retryable: false }))] },
      'a text contradicts nobody': {
        calls: [bad(says({ retryable: true }), says({ source: 'text', category: 'permission' }))],
      },
      'a good answer with data': {
        calls: [call({ claims: [says({ source: 'envelope', failed: false, data: true })] })],
      },
      'no statements': { calls: [failed('timeout'), call()] },
    },
  });
});

describe('in what calls show', () => {
  const final = (at: number, words: CallWords = {}) =>
    failed('internal', { at, category: 'business', retryable: false, source: 'declared', ...words });

  testDetector(contradictoryMetadata, {
    fires: {
      'called final, and the same call worked afterwards': {
        calls: [final(0), call({ at: 5 })],
        finds: [{ calls: [0, 1], data: { count: 1 } }],
      },
      'it even found nothing': {
        calls: [final(0), call({ outcome: 'empty', answer: [], at: 5 })],
        finds: [{ calls: [0, 1] }],
      },
    },
    silent: {
      'concluded from words, not stated': { calls: [final(0, { source: 'text' }), call({ at: 5 })] },
      'something was changed in between': {
        calls: [final(0), call({ tool: 'grant', effect: 'action', args: {}, at: 3 }), call({ at: 5 })],
      },
      'the user did something': { calls: [final(0), call({ at: 5 })], frames: [frame({ kind: 'user', at: 3 })] },
      'other arguments': { calls: [final(0), call({ args: { q: 'y' }, at: 5 })] },
      'retryable as stated': { calls: [final(0, { retryable: true }), call({ at: 5 })] },
    },
  });
});
