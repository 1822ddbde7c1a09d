/** A map that forgets what was used longest ago, so that memory stays bounded in a process that runs for months. */
export class Bounded<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #atMost: number;

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#atMost) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }

  /** Removes and returns. */
  take(key: K): V | undefined {
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    return value;
  }

  /** Removes and returns all entries whose key fits. */
  takeAll(fits: (key: K) => boolean): V[] {
    return [...this.#entries.keys()].filter(fits).flatMap((key) => this.take(key) ?? []);
  }

  get size(): number {
    return this.#entries.size;
  }
}
