import type { Frame, ToolCall } from '../model/tool-call.js';

/** What happens in a session, in the order in which it happens at one instant. */
const KINDS = ['frame', 'changed', 'call', 'refused', 'ended'] as const;

/** Something at a point of time. */
export interface Event {
  readonly atMs: number;
  readonly kind: (typeof KINDS)[number];
  readonly span: ToolCall | Frame;
  dead: boolean;
  /** Where the ledger stood before it was applied. */
  mark: number;
}

/** Events sorted by time, whatever order they came in. */
export interface Timeline {
  readonly events: readonly Event[];
  add(event: Event): void;
  /** Marks an event as gone. */
  remove(event: Event): void;
  /** Sorts in what came since, and answers where that begins to differ from before. */
  settle(): Difference;
}

/** The first place that is not as it was, and the event that stood there; none where events were only appended. */
export interface Difference {
  readonly place: number;
  readonly displaced: Event | undefined;
}

/** Total order: time, then kind, then id. */
function compare(a: Event, b: Event): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  if (a.kind !== b.kind) return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
  return a.span.spanId < b.span.spanId ? -1 : a.span.spanId > b.span.spanId ? 1 : 0;
}

/** An empty timeline. */
export function createTimeline(): Timeline {
  const events: Event[] = [];
  let pending: Event[] = [];
  let gone: Event | undefined;
  return {
    events,
    add: (event) => void pending.push(event),
    remove(event) {
      event.dead = true;
      if (!gone || compare(event, gone) < 0) gone = event;
    },
    settle() {
      const fresh = pending.filter(({ dead }) => !dead).sort(compare);
      const [earliest] = [fresh[0], gone].filter((one) => one !== undefined).sort(compare);
      pending = [];
      gone = undefined;
      if (!earliest) return { place: events.length, displaced: undefined };
      const place = placeOf(events, earliest);
      const tail = events.splice(place);
      const alive = tail.filter(({ dead }) => !dead);
      for (const event of merged(alive, fresh)) events.push(event);
      return { place, displaced: tail[0] };
    },
  };
}

function placeOf(events: readonly Event[], event: Event): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = events[middle];
    if (there && compare(there, event) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* merged(one: readonly Event[], other: readonly Event[]): Generator<Event> {
  let j = 0;
  for (const event of one) {
    for (let next = other[j]; next && compare(next, event) < 0; next = other[++j]) yield next;
    yield event;
  }
  yield* other.slice(j);
}
