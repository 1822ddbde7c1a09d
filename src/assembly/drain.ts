/**
 * Steps after which a set that keeps filling itself is given up: every record of a full memory would have to be touched several
 * times over. What is left then stays as it is told; a session that does not settle must not stop all others.
 */
const MOST_STEPS = 1_000_000;

/** Works through a set that grows while it is worked on, each member once per time it is put in. */
export function drain<T>(set: Set<T>, work: (item: T) => void): void {
  let steps = 0;
  for (const item of set) {
    set.delete(item);
    if (++steps > MOST_STEPS) break;
    work(item);
  }
  set.clear();
}
