import { ENDS_TOGETHER_MS, TOGETHER_MS } from './catalogue.js';
import { argumentsDiffer, idsDiffer, isAfter, sharesClock, timesTouch } from './likeness.js';
import { type Bond, type CallNode, endOf } from './node.js';
import { isNameless, sameTool } from './same-tool.js';
import { compareRoots } from './voice.js';

/** Records of one call id by different instrumentations: their clocks and the moment of writing may be this far apart. */
const SAME_ID_MS = 1000;

/** Whether the unit may be bonded to the unit of the other record at all. */
function mayBond(root: CallNode, other: CallNode): boolean {
  if (other.root === root || compareRoots(other.root, root) >= 0) return false;
  return !idsDiffer(root.carrier?.raw.callId, other.root.carrier?.raw.callId);
}

function toolsAgree({ raw: a }: CallNode, { raw: b }: CallNode): boolean {
  return isNameless(a) || isNameless(b) || sameTool(a, b);
}

/** The bond of a unit to a record with the same call id or request id; undefined where the ids mean different calls. */
export function bondById(root: CallNode, other: CallNode): Bond | undefined {
  if (!mayBond(root, other)) return undefined;
  const { requestId, callId } = other.raw;
  if (requestId !== undefined && root.requests?.has(requestId) && toolsAgree(root, other)) return double(root, other);
  const { carrier } = root;
  return carrier && callId === carrier.raw.callId && toolsAgree(carrier, other)
    ? bondByCallId(carrier, other)
    : undefined;
}

function bondByCallId(told: CallNode, other: CallNode): Bond | undefined {
  if (told.raw.from === 'message') return sameMessage(told, other) ? double(told, other) : undefined;
  if (told.voice !== other.voice)
    return timesTouch(told.raw, other.raw, SAME_ID_MS) && sharesScene(told, other) ? double(told, other) : undefined;
  if (!sameRun(told, other)) return undefined;
  return isAfter(told.raw, other.raw) ? { host: other, kind: 'attempt', gap: other.startedMs } : double(told, other);
}

function double(a: CallNode, host: CallNode): Bond {
  return { host, kind: 'double', gap: Math.abs(a.startedMs - host.startedMs) };
}

function sharesScene(a: CallNode, b: CallNode): boolean {
  return a.trace === b.trace || a.filed?.session === b.filed?.session;
}

/** A tool message follows its call; ids that count from zero are told apart by the arguments. */
function sameMessage(message: CallNode, other: CallNode): boolean {
  const follows = other.raw.from === 'message' || other.startedMs <= message.startedMs + SAME_ID_MS;
  return follows && !argumentsDiffer(message.raw, other.raw);
}

/** Some providers count call ids from zero in every answer, so the id alone does not make two spans of one voice one call. */
function sameRun(a: CallNode, b: CallNode): boolean {
  return (
    (a.trace === b.trace || a.raw.from === 'log') &&
    !idsDiffer(a.filed?.instance, b.filed?.instance) &&
    !idsDiffer(a.filed?.turn, b.filed?.turn) &&
    !argumentsDiffer(a.raw, b.raw)
  );
}

/** The nearest bond: second tellings of one run before later runs. */
export function nearer(a: Bond, b: Bond): boolean {
  return compareBonds(a, b) < 0;
}

function compareBonds(a: Bond, b: Bond): number {
  const kinds = Number(a.kind === 'attempt') - Number(b.kind === 'attempt');
  return kinds || a.gap - b.gap || compareRoots(a.host.root, b.host.root) || compareRoots(a.host, b.host);
}

/** The bond of a unit without call id to another that tells the same call, as far as tool, arguments and times say. */
export function bondByCloseness(root: CallNode, other: CallNode): Bond | undefined {
  const { raw: a } = root;
  const { raw: b } = other;
  if (other.root !== other || !mayBond(root, other) || root.voice === other.voice) return undefined;
  if (!toolsAgree(root, other) || argumentsDiffer(a, b) || !sharesScene(root, other)) return undefined;
  if (b.from === 'message') return a.startedMs <= b.startedMs ? ranked(2, b.startedMs - endOf(root), other) : undefined;
  if (a.from === 'log' || b.from === 'log') {
    const apart = Math.abs(endOf(root) - endOf(other));
    return apart <= ENDS_TOGETHER_MS ? ranked(1, apart, other) : undefined;
  }
  return isSeenTwice(root, other) ? ranked(0, Math.abs(a.startedMs - b.startedMs), other) : undefined;
}

/** Kinds of closeness in the order of their worth; gaps are far below this step. */
const STEP_MS = 1e15;

function ranked(kind: number, gap: number, host: CallNode): Bond {
  return { host, kind: 'double', gap: kind * STEP_MS + Math.abs(gap) };
}

/** Two instrumentations in one process (reference 7.3 row 6). */
function isSeenTwice({ raw: a, trace }: CallNode, { raw: b, trace: other }: CallNode): boolean {
  return (
    trace === other &&
    a.scope !== b.scope &&
    sharesClock(a, b) &&
    Math.abs(a.startedMs - b.startedMs) <= TOGETHER_MS &&
    timesTouch(a, b, 0)
  );
}
