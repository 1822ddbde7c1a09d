import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGaps } from '../../src/detectors/gaps.js';

const id = fc.integer({ min: 0, max: 8 }).map(String);
const span = fc.record({ spanId: id, parentSpanId: fc.option(id, { nil: undefined }) });

test('there are no gaps exactly where every parent that is named is there', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(span, fc.boolean())), (steps) => {
      const gaps = createGaps();
      const there = new Map<string, { spanId: string; parentSpanId: string | undefined }>();
      for (const [one, stays] of steps) {
        const before = there.get(one.spanId);
        if (before) gaps.gone(before);
        there.delete(one.spanId);
        if (!stays) continue;
        gaps.added(one);
        there.set(one.spanId, one);
      }
      const missing = [...there.values()].filter(
        ({ parentSpanId }) => parentSpanId !== undefined && !there.has(parentSpanId),
      );
      expect(gaps.none).toBe(missing.length === 0);
    }),
  );
});
