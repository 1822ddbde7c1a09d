import { expect, test } from 'vitest';
import { createBuckets } from '../../src/detectors/buckets.js';

/** Seconds in windows of ten; a window counts from five on. */
function counted(seconds: readonly number[]) {
  const buckets = createBuckets<{ n: number }>({
    widthMs: 1000,
    perWindow: 10,
    fresh: () => ({ n: 0 }),
    counts: ({ n }) => n > 0,
    measure: (window) => {
      const sum = window.reduce((total, { n }) => total + n, 0);
      return sum >= 5 ? sum : 0;
    },
  });
  for (const second of seconds) buckets.at(second * 1000).n++;
  return buckets;
}

test('below the measure nothing is found', () => {
  expect(counted([1, 2, 3, 4]).latest()).toBeUndefined();
  expect(counted([1, 11, 21, 31, 41, 51]).latest()).toBeUndefined();
});

test('a stretch opens with the first window that counts and closes when the last has passed', () => {
  const found = counted([1, 2, 3, 4, 5, 6]).latest();
  expect([found?.openedMs, found?.closedMs]).toEqual([5_000, 16_000]);
  expect(found?.buckets).toHaveLength(6);
  expect(found?.peak).toHaveLength(6);
});

test('of two stretches the latest', () => {
  const found = counted([1, 2, 3, 4, 5, 101, 102, 103, 104, 105]).latest();
  expect(found?.openedMs).toBe(105_000);
  expect(found?.buckets).toHaveLength(5);
});

test('what is told later counts, and what is forgotten does not', () => {
  const buckets = counted([1, 2, 3, 4]);
  expect(buckets.latest()).toBeUndefined();
  buckets.at(5_000).n++;
  expect(buckets.latest()?.openedMs).toBe(5_000);
  buckets.forget(3_000);
  expect(buckets.latest()).toBeUndefined();
});
