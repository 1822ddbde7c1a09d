import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../../src/model/tool-call.js';
import { deliver, delivery, inOrder, records } from './arbitrary.js';
import { Book, book, isFrame } from './story.js';

describe('laws of assembly', () => {
  test('order of arrival, cuts into requests and redelivery change nothing', () => {
    fc.assert(
      fc.property(delivery, ({ told, order, cuts }) => {
        const all = [...order, ...told.filter((one) => !order.includes(one))];
        expect(deliver(new Book(), all, cuts).sorted()).toEqual(book(inOrder(told)).sorted());
      }),
      { numRuns: 3000 },
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
      { numRuns: 2000 },
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
    );
  });

  test('calls with different ids are never one', () => {
    fc.assert(
      fc.property(records, (told) => {
        const rows = book(told).sorted();
        const own = new Map(rows.map((row) => [row, (row.stated?.['callId'] ?? row.callId) as string | undefined]));
        for (const head of rows.filter(({ partOf }) => partOf === undefined)) {
          const parts = rows.filter(({ partOf, session }) => partOf === head.spanId && session === head.session);
          const ids = new Set([head, ...parts].flatMap((row) => own.get(row) ?? []).filter((id) => id !== 'lent'));
          expect([...ids].length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
