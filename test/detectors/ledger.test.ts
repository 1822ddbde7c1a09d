import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLedger } from '../../src/detectors/ledger.js';

const write = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }));

test('rewinding gives back what was there, and listeners are told', () => {
  fc.assert(
    fc.property(fc.array(write), fc.array(write), (before, after) => {
      const ledger = createLedger();
      const heard = new Map<number, number>();
      const cells = ledger.cells<number>((was, is) => {
        if (was !== undefined) heard.set(was, (heard.get(was) ?? 0) - 1);
        if (is !== undefined) heard.set(is, (heard.get(is) ?? 0) + 1);
      });
      for (const [key, value] of before) cells.set(key, value);
      const kept = new Map(cells.entries());
      const mark = ledger.position();
      for (const [key, value] of after) cells.set(key, value);
      expect(ledger.rewind(mark)).toBe(true);
      expect(new Map(cells.entries())).toEqual(kept);
      for (const [value, count] of heard) expect(count).toBe([...kept.values()].filter((one) => one === value).length);
      ledger.clear();
      expect([...heard.values()].every((count) => count === 0)).toBe(true);
    }),
  );
});

test('what is too far back is not rewound, and memory stays bounded', () => {
  const ledger = createLedger();
  const cells = ledger.cells<number>();
  for (let i = 1; i <= 20_000; i++) {
    cells.set('a', i);
    ledger.trim();
  }
  expect(ledger.rewind(100)).toBe(false);
  expect(cells.get('a')).toBe(20_000);
  expect(ledger.rewind(19_000)).toBe(true);
  expect(cells.get('a')).toBe(19_000);
});
