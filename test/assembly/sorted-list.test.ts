import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SortedList, take } from '../../src/assembly/sorted-list.js';

const list = () => new SortedList<number>((a, b) => a - b);
const from = (n: number) => (item: number) => item - n;

describe('sorted list', () => {
  test('holds what a sorted array holds, through adding and deleting', () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(2000)), { maxLength: 3000, size: 'max' });
    fc.assert(
      fc.property(steps, fc.nat(2000), (done, place) => {
        const sorted = list();
        const plain = new Set<number>();
        for (const [adds, n] of done) {
          if (adds === plain.has(n)) continue;
          if (adds) sorted.add(n);
          else expect(sorted.delete(n)).toBe(true);
          if (adds) plain.add(n);
          else plain.delete(n);
        }
        const expected = [...plain].sort((a, b) => a - b);
        expect(sorted.size).toBe(expected.length);
        expect(sorted.first).toBe(expected[0]);
        expect([...sorted.from(from(place))]).toEqual(expected.filter((n) => n >= place));
        expect([...sorted.before(from(place))]).toEqual(expected.filter((n) => n < place).reverse());
      }),
      { numRuns: 60 },
    );
  });

  test('deleting what is not there changes nothing', () => {
    const sorted = list();
    sorted.add(1);
    expect([sorted.delete(2), sorted.size]).toEqual([false, 1]);
  });

  test('a place costs the logarithm of the length', () => {
    let compared = 0;
    const sorted = new SortedList<number>((a, b) => {
      compared++;
      return a - b;
    });
    for (let i = 0; i < 100_000; i++) sorted.add((i * 7919) % 100_003);
    compared = 0;
    sorted.add(0.5);
    // Two halvings of the chunks and one or two of a chunk.
    expect(compared).toBeLessThan(60);
  });

  test('takes no more than asked', () => {
    expect([take([1, 2, 3], 2), take([1], 5), take([1], 0)]).toEqual([[1, 2], [1], []]);
  });
});
