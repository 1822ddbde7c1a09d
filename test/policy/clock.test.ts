import { describe, expect, test } from 'vitest';
import { remember, standing } from '../../src/policy/index.js';
import { failed } from '../support/calls.js';

describe('clocks that count in whole milliseconds', () => {
  const first = failed('unknown_name', { at: 1, takes: 0.0017 });
  const memory = remember(undefined, first);
  const startingAfter = (ms: number) =>
    standing(memory, failed('unknown_name', { startedMs: (first.endedMs ?? 0) + ms }));

  test.each([
    ['a call that starts as the other one ends comes after it', 0, 'after'],
    ['a start that was rounded down below the end comes after it', -0.7, 'after'],
    ['a real overlap is parallel', -1.6, 'beside'],
  ])('%s', (_name, ms, place) => expect(startingAfter(ms)).toBe(place));
});
