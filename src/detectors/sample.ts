/** Span ids with their times, kept up to a number: enough to look at, not enough to fill memory in a storm. */
export interface Sample {
  add(spanId: string, atMs: number): void;
  delete(spanId: string): void;
  /** In order of time. */
  ids(): readonly (readonly [spanId: string, atMs: number])[];
}

/** A sample of at most so many spans: those with the smallest ids, so that the order of arrival hardly matters. */
export function createSample(most: number): Sample {
  const kept = new Map<string, number>();
  return {
    add(spanId, atMs) {
      kept.set(spanId, atMs);
      if (kept.size <= most) return;
      kept.delete([...kept.keys()].sort().at(-1) ?? '');
    },
    delete: (spanId) => void kept.delete(spanId),
    ids: () => [...kept].sort(([idA, a], [idB, b]) => a - b || (idA < idB ? -1 : 1)),
  };
}

/** First and last of a long list, as far as a finding keeps them. */
export function ends(ids: readonly string[]): readonly string[] {
  return ids.length <= 1_000 ? ids : [...ids.slice(0, 500), ...ids.slice(-500)];
}
