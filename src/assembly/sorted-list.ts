/** Longest stretch kept in one array: inserting moves at most this many items, whatever the length of the list. */
const CHUNK = 256;

/** Items in a total order. Adding, removing and finding a place cost the logarithm of the length and one short array. */
export class SortedList<T> {
  private readonly chunks: T[][] = [];
  size = 0;

  constructor(private readonly compare: (a: T, b: T) => number) {}

  get first(): T | undefined {
    return this.chunks[0]?.[0];
  }

  add(item: T): void {
    this.size++;
    const at = Math.min(this.chunkOf(this.after(item)), this.chunks.length - 1);
    const chunk = this.chunks[at];
    if (!chunk) {
      this.chunks.push([item]);
      return;
    }
    chunk.splice(placeIn(chunk, this.after(item)), 0, item);
    if (chunk.length > CHUNK) this.chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2));
  }

  delete(item: T): boolean {
    const at = this.chunkOf(this.after(item));
    const chunk = this.chunks[at];
    const index = chunk ? placeIn(chunk, this.after(item)) : 0;
    if (!chunk || chunk[index] !== item) return false;
    chunk.splice(index, 1);
    if (chunk.length === 0) this.chunks.splice(at, 1);
    this.size--;
    return true;
  }

  /** Ascending, from the first item that is not before the place. `place` is negative for items before it. */
  *from(place: (item: T) => number): Generator<T> {
    let at = this.chunkOf(place);
    let index = placeIn(this.chunks[at] ?? [], place);
    for (let chunk = this.chunks[at]; chunk; chunk = this.chunks[++at], index = 0) {
      for (; index < chunk.length; index++) yield chunk[index] as T;
    }
  }

  /** Descending, from the last item before the place. */
  *before(place: (item: T) => number): Generator<T> {
    let at = Math.min(this.chunkOf(place), this.chunks.length - 1);
    let index = placeIn(this.chunks[at] ?? [], place) - 1;
    for (let chunk = this.chunks[at]; chunk; chunk = this.chunks[--at], index = (chunk?.length ?? 0) - 1) {
      for (; index >= 0; index--) yield chunk[index] as T;
    }
  }

  private after(item: T): (other: T) => number {
    return (other) => this.compare(other, item);
  }

  /** The first chunk that reaches the place. */
  private chunkOf(place: (item: T) => number): number {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const last = this.chunks[middle]?.at(-1);
      if (last !== undefined && place(last) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function placeIn<T>(chunk: readonly T[], place: (item: T) => number): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (place(chunk[middle] as T) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first items of a sequence, at most so many. */
export function take<T>(items: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  if (most <= 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length >= most) break;
  }
  return taken;
}
