import { expect, test } from 'vitest';
import { backoffMs, scheduleMs } from '../../src/policy/index.js';

test('the schedule doubles from a second and stops at half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1000].map(scheduleMs)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
});

test('full jitter draws anything between nothing and the schedule', () => {
  expect([0, 0.1, 0.5, 1].map((random) => backoffMs(3, random))).toEqual([0, 400, 2000, 4000]);
});
