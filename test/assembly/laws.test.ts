import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../../src/model/tool-call.js';
import { deliver, delivery, inOrder, records } from './arbitrary.js';
import { Book, book, isFrame } from './story.js';

// Other tests may run beside these.
describe('laws of assembly', { timeout: 60_000 }, () => {
  test('order of arrival, cuts into requests and redelivery change nothing', () => {
    fc.assert(
      fc.property(delivery, ({ told, order, cuts }) => {
        const all = [...order, ...told.filter((one) => !order.includes(one))];
        expect(deliver(new Book(), all, cuts).sorted()).toEqual(book(inOrder(told)).sorted());
      }),
      { numRuns: 1000 },
    );
  });

  test('what was handed out may be handed in again', () => {
    fc.assert(
      fc.property(delivery, ({ told, cuts }) => {
        const first = book(told);
        const stored = JSON.parse(JSON.stringify(first.sorted())) as ToolCall[];
        const again = deliver(new Book(), [...stored, ...told.filter(isFrame)], cuts);
        expect(again.sorted()).toEqual(first.sorted());
        const half = book(told.slice(0, told.length / 2));
        const resumed = deliver(new Book(), half.sorted(), cuts).add(told);
        expect(resumed.sorted()).toEqual(first.sorted());
      }),
      { numRuns: 500 },
    );
  });

  test('no record is lost, and every part belongs to a call that is there', () => {
    fc.assert(
      fc.property(records, (told) => {
        const rows = book(told).sorted();
        const ids = new Set(told.filter((one) => !isFrame(one)).map(({ traceId, spanId }) => `${traceId}/${spanId}`));
        expect(new Set(rows.map(({ traceId, spanId }) => `${traceId}/${spanId}`))).toEqual(ids);
        const heads = new Set(rows.filter(({ partOf }) => partOf === undefined).map(({ spanId }) => spanId));
        for (const { partOf } of rows) if (partOf !== undefined) expect(heads.has(partOf)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('calls with different ids are never one', () => {
    fc.assert(
      fc.property(records, (told) => {
        const rows = book(told).sorted();
        for (const head of rows.filter(({ partOf }) => partOf === undefined)) {
          const parts = rows.filter(({ partOf }) => partOf === head.spanId);
          expect(new Set([head, ...parts].flatMap(ownCallId)).size).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function ownCallId({ stated, callId }: ToolCall): string[] {
  const own = stated && 'callId' in stated ? stated['callId'] : callId;
  return typeof own === 'string' ? [own] : [];
}
