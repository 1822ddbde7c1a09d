import type { ToolCall } from '../model/tool-call.js';
import { wholeHash } from './likeness.js';
import { byStart, type CallNode, endOf, type Filed } from './node.js';
import { isNameless, lastWord } from './same-tool.js';
import { Shelf, VoiceShelf } from './shelf.js';
import { take } from './sorted-list.js';

/** Records under one id are looked through this far to each side; honest ids hold a handful. */
const BESIDE = 32;
/** A prompt tells of the calls of the turn before; so many calls of one tool with the same arguments are rare in a turn. */
const TOLD_AFTER = 8;
/** Two instrumentations of one process begin a call within this time of each other (reference 7.3). */
export const TOGETHER_MS = 50;
/** A log record without id is written within this time of the span's end (reference 7.3 row 9). */
export const ENDS_TOGETHER_MS = 1000;

/** Finds call records that may tell the same call. */
export class Catalogue {
  private readonly ids = new Shelf<CallNode>(byStart);
  private readonly runs = new Shelf<CallNode>(byStart);
  private readonly starts = new VoiceShelf<CallNode>(byStart);
  private readonly ends = new VoiceShelf<CallNode>(byEnd);
  private readonly told = new Shelf<CallNode>(byStart);
  private readonly untold = new Shelf<CallNode>(byStart);

  file(call: CallNode): void {
    this.each(call, 'add');
  }

  drop(call: CallNode): void {
    this.each(call, 'delete');
  }

  /** A tool message was bonded to a record with its id, or no longer is: only those that were not tell of calls without id. */
  retell(message: CallNode): void {
    if (message.filed?.isRoot) this.tell(message, message.bond ? 'delete' : 'add');
  }

  /** Records that hold the id in the same trace or session, and those with one of the request ids. */
  byId(call: CallNode, id: string | undefined, requests: Iterable<string>): Set<CallNode> {
    const found = new Set<CallNode>();
    const keys = [...idKeys(call, id), ...take(requests, BESIDE).map(requestKey)];
    for (const key of keys) addAll(found, beside(this.ids, key, call));
    if (id !== undefined) addAll(found, firstRuns(this.runs, call, id));
    found.delete(call);
    return found;
  }

  /** Records that began or ended together with this one, or that a tool message may tell of. */
  close(call: CallNode): Set<CallNode> {
    const found = new Set<CallNode>();
    if (!call.filed?.isRoot) return found;
    if (call.raw.from === 'span') addAll(found, startingWith(this.starts, call));
    if (call.raw.from !== 'message') addAll(found, endingWith(this.ends, call));
    addAll(found, tellings(this.told, this.untold, call));
    found.delete(call);
    return found;
  }

  private each(call: CallNode, act: 'add' | 'delete'): void {
    const { raw, filed } = call;
    for (const key of idKeys(call, raw.callId)) this.ids[act](key, call);
    if (raw.requestId !== undefined) this.ids[act](requestKey(raw.requestId), call);
    if (raw.callId !== undefined) this.runs[act](runKey(call, raw.callId, wholeHash(raw)), call);
    if (filed?.isRoot) this.eachRoot(call, filed, act);
  }

  /** Only whole units are joined for being close. */
  private eachRoot(call: CallNode, filed: Filed, act: 'add' | 'delete'): void {
    const { raw, trace, voice } = call;
    if (raw.from === 'message') this.tell(call, call.bond ? 'delete' : act);
    else if (!filed.hasId) for (const key of toldKeys(call)) this.untold[act](key, call);
    if (raw.from === 'span') this.starts[act](startGroup(trace.id, filed.hasId), voice, call);
    if (raw.from !== 'message') this.ends[act](endGroup(filed.session, raw.from, filed.hasId), voice, call);
  }

  private tell(message: CallNode, act: 'add' | 'delete'): void {
    for (const key of toldKeys(message)) this.told[act](key, message);
  }
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

function startGroup(trace: string, hasId: boolean): string {
  return `${trace} ${hasId}`;
}

function endGroup(session: string, from: ToolCall['from'], hasId: boolean): string {
  return `${session} ${from} ${hasId}`;
}

/** Of two units that are joined for being close, one has no id. */
function counterparts({ filed }: CallNode): readonly boolean[] {
  return filed?.hasId ? [false] : [false, true];
}

function* startingWith(starts: VoiceShelf<CallNode>, call: CallNode): Generator<CallNode> {
  const { trace, voice, startedMs } = call;
  const apart = (one: CallNode) => one.startedMs - startedMs;
  for (const hasId of counterparts(call)) yield* around(starts, startGroup(trace.id, hasId), voice, apart, TOGETHER_MS);
}

/** At least one of the two is a log record. */
function* endingWith(ends: VoiceShelf<CallNode>, call: CallNode): Generator<CallNode> {
  const { raw, voice, filed } = call;
  const apart = (one: CallNode) => endOf(one) - endOf(call);
  const kinds: readonly ToolCall['from'][] = raw.from === 'log' ? ['span', 'log'] : ['log'];
  for (const hasId of counterparts(call))
    for (const kind of kinds)
      yield* around(ends, endGroup(filed?.session ?? '', kind, hasId), voice, apart, ENDS_TOGETHER_MS);
}

/** Records of other voices that are at most so far apart. */
function* around(
  shelf: VoiceShelf<CallNode>,
  group: string,
  voice: string,
  apart: (one: CallNode) => number,
  most: number,
): Generator<CallNode> {
  for (const other of shelf.voices(group)) {
    if (other === voice) continue;
    yield* within(shelf.from(group, other, apart), (one) => apart(one) <= most);
    yield* within(shelf.before(group, other, apart), (one) => -apart(one) <= most);
  }
}

function* within(items: Iterable<CallNode>, isClose: (item: CallNode) => boolean): Generator<CallNode> {
  for (const item of take(items, BESIDE)) {
    if (!isClose(item)) return;
    yield item;
  }
}

const ANY = '*';

function toldKey({ filed, raw }: CallNode, hash: string): string {
  return [filed?.session ?? '', isNameless(raw) ? '' : lastWord(raw.tool), hash].join('\u0000');
}

/** Under its arguments, as far as they are known whole, and under any. */
function toldKeys(call: CallNode): string[] {
  return [toldKey(call, wholeHash(call.raw)), toldKey(call, ANY)];
}

/** The same arguments, or such as are not known whole. */
function keysLike(call: CallNode): string[] {
  const hash = wholeHash(call.raw);
  return hash === '' ? [toldKey(call, ANY)] : [toldKey(call, hash), toldKey(call, '')];
}

/** Tool messages after a call without id, and such calls before a tool message. */
function* tellings(told: Shelf<CallNode>, untold: Shelf<CallNode>, call: CallNode): Generator<CallNode> {
  const place = (one: CallNode) => one.startedMs - call.startedMs;
  if (call.raw.from !== 'message') {
    if (call.filed?.hasId) return;
    for (const key of keysLike(call)) yield* take(told.from(key, place), TOLD_AFTER);
    return;
  }
  for (const key of keysLike(call)) {
    yield* take(untold.before(key, place), TOLD_AFTER);
    yield* within(untold.from(key, place), (one) => one.startedMs === call.startedMs);
  }
}
