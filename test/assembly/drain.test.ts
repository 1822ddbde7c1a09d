import { expect, test } from 'vitest';
import { drain } from '../../src/assembly/drain.js';

test('members that are put in meanwhile are worked on too, each once', () => {
  const seen: number[] = [];
  const set = new Set([1]);
  drain(set, (n) => {
    seen.push(n);
    if (n < 4) set.add(n + 1);
  });
  expect(seen).toEqual([1, 2, 3, 4]);
});

test('a set that fills itself for ever is given up and left empty', () => {
  let work = 0;
  const set = new Set([0]);
  drain(set, () => set.add(++work));
  expect([work, set.size]).toEqual([1_000_000, 0]);
});
