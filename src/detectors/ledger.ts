/** A map whose changes can be taken back. Values are never changed in place, only replaced. */
export interface Cells<V> {
  get(key: string): V | undefined;
  /** Undefined removes the key. */
  set(key: string, value: V | undefined): void;
  entries(): IterableIterator<[string, V]>;
}

/** Keeps what every change replaced, so that a late span costs only the calls after it and not a replay of the session. */
export interface Ledger {
  cells<V>(): Cells<V>;
  /** Number of changes so far. */
  position(): number;
  /** Takes back all changes after a position; false where that is no longer known. */
  rewind(position: number): boolean;
  /** Gives up the means to rewind far back, so that memory stays bounded. */
  trim(): void;
}

/** Changes that can be taken back: some hundred calls, more than spans of one batch are out of order. */
const KEPT = 4_096;

/** An empty ledger. */
export function createLedger(): Ledger {
  let undo: (() => void)[] = [];
  let forgotten = 0;
  return {
    cells: <V>() => cellsWith<V>((back) => undo.push(back)),
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
  };
}

function cellsWith<V>(note: (back: () => void) => void): Cells<V> {
  const map = new Map<string, V>();
  const put = (key: string, value: V | undefined) => {
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  };
  return {
    get: (key) => map.get(key),
    entries: () => map.entries(),
    set(key, value) {
      const before = map.get(key);
      if (before === value) return;
      note(() => put(key, before));
      put(key, value);
    },
  };
}
