/** A map whose changes can be taken back. Values are never changed in place, only replaced. */
export interface Cells<V> {
  get(key: string): V | undefined;
  /** Undefined removes the key. */
  set(key: string, value: V | undefined): void;
  entries(): IterableIterator<[string, V]>;
}

/** Told of every change of a cell, those that are taken back included. */
export type Listener<V> = (before: V | undefined, after: V | undefined) => void;

/** Keeps what every change replaced, so that a late span costs only the calls after it and not a replay of the session. */
export interface Ledger {
  cells<V>(listener?: Listener<V>): Cells<V>;
  /** Number of changes so far. */
  position(): number;
  /** Takes back all changes after a position; false where that is no longer known. */
  rewind(position: number): boolean;
  /** Gives up the means to rewind far back, so that memory stays bounded. */
  trim(): void;
  /** Empties all cells, so that listeners know. */
  clear(): void;
}

/** Changes that can be taken back: some hundred calls, more than spans of one batch are out of order. */
const KEPT = 4_096;

/** An empty ledger. */
export function createLedger(): Ledger {
  let undo: (() => void)[] = [];
  let forgotten = 0;
  const clears: (() => void)[] = [];
  return {
    cells<V>(listener?: Listener<V>) {
      const { cells, clear } = cellsWith<V>((back) => undo.push(back), listener);
      clears.push(clear);
      return cells;
    },
    position: () => forgotten + undo.length,
    rewind(position) {
      if (position < forgotten) return false;
      while (forgotten + undo.length > position) undo.pop()?.();
      return true;
    },
    trim() {
      if (undo.length <= 2 * KEPT) return;
      forgotten += undo.length - KEPT;
      undo = undo.slice(-KEPT);
    },
    clear: () => clears.forEach((clear) => void clear()),
  };
}

function cellsWith<V>(note: (back: () => void) => void, listener: Listener<V> | undefined) {
  const map = new Map<string, V>();
  const put = (key: string, value: V | undefined) => {
    const before = map.get(key);
    if (value === undefined) map.delete(key);
    else map.set(key, value);
    listener?.(before, value);
  };
  const cells: Cells<V> = {
    get: (key) => map.get(key),
    entries: () => map.entries(),
    set(key, value) {
      const before = map.get(key);
      if (before === value) return;
      note(() => put(key, before));
      put(key, value);
    },
  };
  return { cells, clear: () => [...map.keys()].forEach((key) => void put(key, undefined)) };
}
