import { argumentsDiffer, idsDiffer, sharesClock } from './likeness.js';
import { byStart, type CallNode } from './node.js';
import { sameToolInside } from './same-tool.js';
import { SortedList } from './sorted-list.js';

/** Span clocks of one process are read at different moments; real parts begin well within what is around them. */
export const SLACK_MS = 50;

/** What changes when records nest anew. */
export interface NestingChanges {
  /** The record is in another unit than before. */
  rerooted(node: CallNode, before: CallNode): void;
  /** The unit of this record holds another call id, or stands in another order. */
  recarried(node: CallNode): void;
}

/** Offers of inner records to give their call id to the outer one, by the start of the record that holds the id. */
function createOffers(): SortedList<CallNode> {
  return new SortedList((a, b) => (a.carrier && b.carrier ? byStart(a.carrier, b.carrier) : 0) || byStart(a, b));
}

/** Whether a record in another could be a part of it, as far as these two can tell (reference 7.3 rows 1 to 4, 14). */
export function mayNest(inner: CallNode, outer: CallNode): boolean {
  const a = inner.raw;
  const b = outer.raw;
  // A tool message stands where the model turn stands that was shown it, never in its own call.
  if (a.from === 'message' || idsDiffer(a.callId, b.callId) || !sameToolInside(a, b)) return false;
  // A server below a client is that client's server, whatever its clock says.
  if (a.side === b.side && sharesClock(a, b) && !beginsWithin(inner, outer)) return false;
  const sameId = a.callId !== undefined && a.callId === b.callId;
  return sameId || !b.traits.includes('agent') || beginsWith(inner, outer);
}

/** What is around may give up first (a timeout) or return early (a job handed in): only the beginnings are compared. */
function beginsWithin({ raw: a }: CallNode, { raw: b }: CallNode): boolean {
  const ended = b.endedMs ?? Number.POSITIVE_INFINITY;
  return a.startedMs >= b.startedMs - SLACK_MS && a.startedMs <= ended + SLACK_MS;
}

/** A sub-agent may use the tool that started it. Only a record that begins with the call tells the same call again. */
function beginsWith({ raw: a }: CallNode, { raw: b }: CallNode): boolean {
  return Math.abs(a.startedMs - b.startedMs) <= SLACK_MS && !argumentsDiffer(a, b);
}

/** Puts a record under the call around it, or under none. */
export function nestUnder(node: CallNode, around: CallNode | undefined, changes: NestingChanges): void {
  const candidate = around && mayNest(node, around) ? around : undefined;
  if (candidate === node.candidate) return;
  const before = node.candidate;
  withdraw(node);
  node.candidate = candidate;
  offer(node);
  settleOuter(node, changes);
  if (before) carry(before, changes);
  if (candidate) carry(candidate, changes);
}

function offer(node: CallNode): void {
  const { candidate } = node;
  if (!candidate || !node.carrier) return;
  candidate.offers ??= createOffers();
  candidate.offers.add(node);
}

function withdraw(node: CallNode): void {
  const { candidate } = node;
  if (node.carrier) candidate?.offers?.delete(node);
  if (candidate?.offers?.size === 0) candidate.offers = undefined;
}

function offersOf({ offers }: CallNode): CallNode[] {
  return offers ? [...offers.from(() => 0)] : [];
}

/** The record's own call id, else that of the first record in it that holds one. */
function carrierFor(node: CallNode): CallNode | undefined {
  return node.raw.callId !== undefined ? node : node.offers?.first?.carrier;
}

/** Passes a changed call id upwards. */
function carry(start: CallNode, changes: NestingChanges): void {
  for (let node: CallNode | undefined = start; node; node = node.candidate) {
    const carrier = carrierFor(node);
    if (carrier === node.carrier) return;
    const sameId = carrier?.raw.callId === node.carrier?.raw.callId;
    withdraw(node);
    node.carrier = carrier;
    offer(node);
    changes.recarried(node);
    if (sameId) continue;
    for (const inner of offersOf(node)) settleOuter(inner, changes);
    settleOuter(node, changes);
  }
}

/** A record nests unless its call id is not the one that the record around it holds. */
function settleOuter(node: CallNode, changes: NestingChanges): void {
  const { candidate, carrier } = node;
  const fits = carrier === undefined || candidate?.carrier?.raw.callId === carrier.raw.callId;
  const outer = fits ? candidate : undefined;
  if (outer === node.outer) return;
  node.outer?.inners.delete(node);
  node.outer = outer;
  outer?.inners.add(node);
  reroot(node, outer?.root ?? node, changes);
}

function reroot(start: CallNode, root: CallNode, changes: NestingChanges): void {
  const open = [start];
  for (let node = open.pop(); node; node = open.pop()) {
    const before = node.root;
    if (open.length > 10000) throw new Error('REROOT');
    before.unit.delete(node);
    countRequest(before, node, -1);
    node.root = root;
    root.unit.add(node);
    countRequest(root, node, 1);
    changes.rerooted(node, before);
    for (const inner of node.inners) open.push(inner);
  }
}

/** Keeps count of the request ids of a unit. */
export function countRequest(root: CallNode, { raw }: CallNode, by: 1 | -1): void {
  if (raw.requestId === undefined) return;
  const requests = root.requests ?? new Map<string, number>();
  root.requests = requests;
  const count = (requests.get(raw.requestId) ?? 0) + by;
  if (count > 0) requests.set(raw.requestId, count);
  else requests.delete(raw.requestId);
}

/** Takes a record out of all nesting, before it is forgotten. */
export function unnest(node: CallNode, changes: NestingChanges): void {
  nestUnder(node, undefined, changes);
  for (const inner of [...node.inners, ...offersOf(node)]) nestUnder(inner, undefined, changes);
}
