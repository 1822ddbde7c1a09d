/** A set that is mostly empty or holds one item, and then costs next to nothing: every record has several. */
export class Few<T extends object> implements Iterable<T> {
  private items: T | Set<T> | undefined;

  get size(): number {
    if (this.items instanceof Set) return this.items.size;
    return this.items === undefined ? 0 : 1;
  }

  add(item: T): void {
    if (this.items === undefined) this.items = item;
    else if (this.items instanceof Set) this.items.add(item);
    else if (this.items !== item) this.items = new Set([this.items, item]);
  }

  /** Whether it was there. */
  delete(item: T): boolean {
    if (this.items instanceof Set) return this.items.delete(item);
    if (this.items !== item) return false;
    this.items = undefined;
    return true;
  }

  clear(): void {
    this.items = undefined;
  }

  [Symbol.iterator](): Iterator<T> {
    const { items } = this;
    if (items instanceof Set) return items[Symbol.iterator]();
    return (items === undefined ? NOTHING : [items])[Symbol.iterator]();
  }
}

const NOTHING: readonly never[] = [];
