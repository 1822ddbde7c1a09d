import { wholeHash } from './likeness.js';
import { byStart, type CallNode, endOf } from './node.js';
import { isNameless, lastWord } from './same-tool.js';
import { Shelf, VoiceShelf } from './shelf.js';
import { take } from './sorted-list.js';

/** Records under one id are looked through this far to each side; honest ids hold a handful. */
const BESIDE = 32;
/** Two instrumentations of one process begin a call within this time of each other (reference 7.3). */
export const TOGETHER_MS = 50;
/** A log record without id is written within this time of the span's end (reference 7.3 row 9). */
export const ENDS_TOGETHER_MS = 1000;

/** Finds call records that may tell the same call. */
export interface Catalogue {
  file(call: CallNode): void;
  drop(call: CallNode): void;
  /** Records that hold the id in the same trace or session, and those with one of the request ids. */
  byId(call: CallNode, id: string | undefined, requests: Iterable<string>): Set<CallNode>;
  /** Records that began or ended together with this one, or that a tool message may tell of. */
  close(call: CallNode): Set<CallNode>;
}

/** An empty catalogue. */
export function createCatalogue(): Catalogue {
  const ids = new Shelf<CallNode>(byStart);
  const runs = new Shelf<CallNode>(byStart);
  const starts = new VoiceShelf<CallNode>(byStart);
  const ends = new VoiceShelf<CallNode>(byEnd);
  const told = new Shelf<CallNode>(byStart);
  const untold = new Shelf<CallNode>(byStart);

  function each(call: CallNode, act: 'add' | 'delete'): void {
    const { raw, trace, voice, filed } = call;
    const session = filed?.session ?? '';
    for (const key of idKeys(call, raw.callId)) ids[act](key, call);
    if (raw.requestId !== undefined) ids[act](requestKey(raw.requestId), call);
    if (raw.callId !== undefined) runs[act](runKey(call, raw.callId, wholeHash(raw)), call);
    if (raw.from === 'message') told[act](toldKey(call), call);
    else if (raw.callId === undefined) untold[act](toldKey(call), call);
    if (raw.from === 'span') starts[act](trace.id, voice, call);
    if (raw.from !== 'message') ends[act](`${session}\u0000${raw.from}`, voice, call);
  }

  return {
    file: (call) => each(call, 'add'),
    drop: (call) => each(call, 'delete'),
    byId(call, id, requests) {
      const found = new Set<CallNode>();
      const keys = [...idKeys(call, id), ...take(requests, BESIDE).map(requestKey)];
      for (const key of keys) addAll(found, beside(ids, key, call));
      if (id !== undefined) addAll(found, firstRuns(runs, call, id));
      found.delete(call);
      return found;
    },
    close(call) {
      const found = new Set<CallNode>();
      if (call.raw.from === 'span') addAll(found, startingWith(starts, call));
      if (call.raw.from !== 'message') addAll(found, endingWith(ends, call));
      addAll(found, tellings(told, untold, call));
      found.delete(call);
      return found;
    },
  };
}

function addAll<T>(set: Set<T>, items: Iterable<T>): void {
  for (const item of items) set.add(item);
}

function byEnd(a: CallNode, b: CallNode): number {
  return endOf(a) - endOf(b) || byStart(a, b);
}

function idKeys({ trace, filed }: CallNode, id: string | undefined): string[] {
  if (id === undefined) return [];
  return [`trace\u0000${trace.id}\u0000${id}`, `session\u0000${filed?.session ?? ''}\u0000${id}`];
}

function requestKey(id: string): string {
  return `request\u0000${id}`;
}

/** Runs of one call by one voice: the same id in the same turn of the same agent, with the same arguments. */
function runKey({ trace, filed, voice }: CallNode, id: string, hash: string): string {
  return [trace.id, filed?.instance ?? '', filed?.turn ?? '', voice, id, hash].join('\u0000');
}

function* beside(shelf: Shelf<CallNode>, key: string, call: CallNode): Generator<CallNode> {
  const place = (other: CallNode) => byStart(other, call);
  yield* take(shelf.before(key, place), BESIDE);
  yield* take(shelf.from(key, place), BESIDE + 1);
}

/** The first runs of the call; arguments that are not known whole may be these as well. */
function* firstRuns(runs: Shelf<CallNode>, call: CallNode, id: string): Generator<CallNode> {
  for (const hash of new Set([wholeHash(call.raw), '']))
    yield* take(
      runs.from(runKey(call, id, hash), () => 0),
      2,
    );
}

function* startingWith(starts: VoiceShelf<CallNode>, call: CallNode): Generator<CallNode> {
  const { trace, voice, startedMs } = call;
  for (const other of starts.voices(trace.id)) {
    if (other === voice) continue;
    const later = starts.from(trace.id, other, (one) => one.startedMs - startedMs);
    const earlier = starts.before(trace.id, other, (one) => one.startedMs - startedMs);
    yield* within(later, (one) => one.startedMs - startedMs <= TOGETHER_MS);
    yield* within(earlier, (one) => startedMs - one.startedMs <= TOGETHER_MS);
  }
}

/** At least one of the two is a log record. */
function* endingWith(ends: VoiceShelf<CallNode>, call: CallNode): Generator<CallNode> {
  const end = endOf(call);
  const kinds = call.raw.from === 'log' ? ['span', 'log'] : ['log'];
  for (const group of kinds.map((kind) => `${call.filed?.session ?? ''}\u0000${kind}`)) {
    for (const voice of ends.voices(group)) {
      if (voice === call.voice) continue;
      yield* within(
        ends.from(group, voice, (one) => endOf(one) - end),
        (one) => endOf(one) - end <= ENDS_TOGETHER_MS,
      );
      yield* within(
        ends.before(group, voice, (one) => endOf(one) - end),
        (one) => end - endOf(one) <= ENDS_TOGETHER_MS,
      );
    }
  }
}

function* within(items: Iterable<CallNode>, isClose: (item: CallNode) => boolean): Generator<CallNode> {
  for (const item of take(items, BESIDE)) {
    if (!isClose(item)) return;
    yield item;
  }
}

function toldKey({ filed, raw }: CallNode): string {
  return `${filed?.session ?? ''}\u0000${isNameless(raw) ? '' : lastWord(raw.tool)}`;
}

/** Tool messages after a call without id, and such calls before a tool message. */
function* tellings(told: Shelf<CallNode>, untold: Shelf<CallNode>, call: CallNode): Generator<CallNode> {
  const place = (one: CallNode) => one.startedMs - call.startedMs;
  const key = toldKey(call);
  if (call.raw.from !== 'message') yield* take(told.from(key, place), BESIDE);
  else {
    yield* take(untold.before(key, place), BESIDE);
    yield* within(untold.from(key, place), (one) => one.startedMs === call.startedMs);
  }
}
