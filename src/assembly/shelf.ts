import { SortedList } from './sorted-list.js';

/** Items by key, in order within each key. Most keys hold one item, which then costs no list. */
export class Shelf<T extends object> {
  private readonly rows = new Map<string, T | SortedList<T>>();

  constructor(private readonly compare: (a: T, b: T) => number) {}

  add(key: string, item: T): void {
    const row = this.rows.get(key);
    if (row === undefined) this.rows.set(key, item);
    else if (row instanceof SortedList) row.add(item);
    else this.rows.set(key, this.pair(row, item));
  }

  delete(key: string, item: T): void {
    const row = this.rows.get(key);
    if (row === item) this.rows.delete(key);
    if (!(row instanceof SortedList)) return;
    row.delete(item);
    if (row.size === 0) this.rows.delete(key);
  }

  /** Ascending, from the first item that is not before the place. */
  *from(key: string, place: (item: T) => number): Iterable<T> {
    const row = this.rows.get(key);
    if (row instanceof SortedList) yield* row.from(place);
    else if (row !== undefined && place(row) >= 0) yield row;
  }

  /** Descending, from the last item before the place. */
  *before(key: string, place: (item: T) => number): Iterable<T> {
    const row = this.rows.get(key);
    if (row instanceof SortedList) yield* row.before(place);
    else if (row !== undefined && place(row) < 0) yield row;
  }

  private pair(a: T, b: T): SortedList<T> {
    const list = new SortedList(this.compare);
    list.add(a);
    list.add(b);
    return list;
  }
}

/** Two levels of keys: the items of each voice under a trace or a session. */
export class VoiceShelf<T extends object> {
  private readonly counts = new Map<string, Map<string, number>>();
  private readonly items: Shelf<T>;

  constructor(compare: (a: T, b: T) => number) {
    this.items = new Shelf(compare);
  }

  add(group: string, voice: string, item: T): void {
    const counts = this.counts.get(group) ?? new Map<string, number>();
    counts.set(voice, (counts.get(voice) ?? 0) + 1);
    this.counts.set(group, counts);
    this.items.add(keyOf(group, voice), item);
  }

  delete(group: string, voice: string, item: T): void {
    const counts = this.counts.get(group);
    const left = (counts?.get(voice) ?? 0) - 1;
    if (left > 0) counts?.set(voice, left);
    else counts?.delete(voice);
    if (counts?.size === 0) this.counts.delete(group);
    this.items.delete(keyOf(group, voice), item);
  }

  voices(group: string): Iterable<string> {
    return this.counts.get(group)?.keys() ?? [];
  }

  from(group: string, voice: string, place: (item: T) => number): Iterable<T> {
    return this.items.from(keyOf(group, voice), place);
  }

  before(group: string, voice: string, place: (item: T) => number): Iterable<T> {
    return this.items.before(keyOf(group, voice), place);
  }
}

function keyOf(group: string, voice: string): string {
  return `${group}\u0000${voice}`;
}
