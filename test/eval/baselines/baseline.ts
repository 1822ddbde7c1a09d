/** A call as other products see it: tool, raw arguments, raw result, whether the status says error. */
export interface PlainCall {
  readonly id: string;
  readonly session: string;
  readonly tool: string;
  readonly args: string;
  readonly result: string;
  readonly failed: boolean;
  readonly startedMs: number;
}

/** A loop rule of another product, written anew from what it publishes. Gets one session's calls in order. */
export interface Baseline {
  readonly name: string;
  /** What the rule says, and where it was read. */
  readonly rule: string;
  /** Groups of calls that the rule would call a loop. */
  readonly find: (calls: readonly PlainCall[]) => string[][];
}

/** Maximal runs of neighbours that are the same by a key. */
export function runs<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const found: T[][] = [];
  let last: string | undefined;
  for (const item of items) {
    const key = keyOf(item);
    if (key === last) found.at(-1)?.push(item);
    else found.push([item]);
    last = key;
  }
  return found;
}

/** Items by a key, in order of first sight. */
export function groups<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const found = new Map<string, T[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return [...found.values()];
}
