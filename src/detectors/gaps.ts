import type { Linked } from './spans.js';

/** Keeps count of spans that are named as a parent and are not there. */
export interface Gaps {
  added(span: Linked): void;
  gone(span: Linked): void;
  readonly none: boolean;
}

/** No spans, no gaps. */
export function createGaps(): Gaps {
  const present = new Set<string>();
  const children = new Map<string, number>();
  const missing = new Set<string>();

  function adopt(parent: string | undefined, by: 1 | -1): void {
    if (parent === undefined) return;
    const count = (children.get(parent) ?? 0) + by;
    if (count > 0) children.set(parent, count);
    else children.delete(parent);
    if (count > 0 && !present.has(parent)) missing.add(parent);
    else missing.delete(parent);
  }

  return {
    added({ spanId, parentSpanId }) {
      present.add(spanId);
      missing.delete(spanId);
      adopt(parentSpanId, 1);
    },
    gone({ spanId, parentSpanId }) {
      present.delete(spanId);
      if (children.has(spanId)) missing.add(spanId);
      adopt(parentSpanId, -1);
    },
    get none() {
      return missing.size === 0;
    },
  };
}
