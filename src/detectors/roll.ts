import type { Proof } from './publish.js';
import { ends } from './sample.js';

/** Calls of one kind in order of time: all are counted, the first and the last are kept. */
export interface Roll {
  add(spanId: string, atMs: number): void;
  delete(spanId: string, atMs: number): void;
  readonly count: number;
  readonly lastMs: number;
  proof(): Proof;
}

/** Twice what a finding shows, so that late calls still find their place. */
const KEPT = 2_000;

/** An empty roll. */
export function createRoll(): Roll {
  let entries: (readonly [number, string])[] = [];
  let count = 0;
  const place = (atMs: number, spanId: string) => {
    let at = entries.length;
    for (let before = entries[at - 1]; before && isAfter(before, atMs, spanId); before = entries[at - 1]) at--;
    return at;
  };
  return {
    add(spanId, atMs) {
      entries.splice(place(atMs, spanId), 0, [atMs, spanId]);
      count++;
      if (entries.length > KEPT) entries = [...entries.slice(0, 500), ...entries.slice(-500)];
    },
    delete(spanId, atMs) {
      const at = place(atMs, spanId) - 1;
      if (entries[at]?.[1] === spanId) entries.splice(at, 1);
      count--;
    },
    get count() {
      return count;
    },
    get lastMs() {
      return entries.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
    },
    proof: () => ({
      ...{ calls: ends(entries.map(([, spanId]) => spanId)), callCount: count, wastedCalls: [] },
      ...{ firstMs: entries[0]?.[0] ?? 0, lastMs: entries.at(-1)?.[0] ?? 0 },
      wasted: { calls: 0, seconds: 0, tokens: undefined },
    }),
  };
}

function isAfter([beforeMs, beforeId]: readonly [number, string], atMs: number, spanId: string): boolean {
  return beforeMs > atMs || (beforeMs === atMs && beforeId > spanId);
}
