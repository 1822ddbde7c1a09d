/** Span ids kept at either end of a long proof: what a person looks at is how it began and how it ended. */
const KEPT = 500;

/** A growing list of span ids that shares everything with the list it grew from. */
export interface Trail {
  readonly id: string;
  readonly count: number;
  readonly rest: Trail | undefined;
  /** The trail when it was as long as is kept of its beginning. */
  readonly head: Trail | undefined;
}

/** The trail with one more id at its end. */
export function follow(rest: Trail | undefined, id: string): Trail {
  const count = (rest?.count ?? 0) + 1;
  const head = rest?.head ?? (count > KEPT ? rest : undefined);
  return { id, count, rest, head };
}

/** The ids in order; of a long trail the first 500 and the last 500. */
export function idsOf(trail: Trail | undefined): string[] {
  if (!trail) return [];
  if (trail.count <= 2 * KEPT) return backwards(trail, trail.count).reverse();
  return [...backwards(trail.head, KEPT).reverse(), ...backwards(trail, KEPT).reverse()];
}

function backwards(trail: Trail | undefined, most: number): string[] {
  const ids: string[] = [];
  for (let at = trail; at && ids.length < most; at = at.rest) ids.push(at.id);
  return ids;
}
