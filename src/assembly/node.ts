import type { Frame, ToolCall } from '../model/tool-call.js';
import type { Shared } from './derive.js';
import type { Few } from './few.js';
import type { SortedList } from './sorted-list.js';

/** What hangs below a span inherits from it and from what is above it. */
export interface Context {
  readonly conversation: string | undefined;
  readonly user: string | undefined;
  readonly agentName: string | undefined;
  /** The nearest agent frame. */
  readonly agent: FrameNode | undefined;
  /** The nearest call with no agent frame in between: whatever runs inside it was not asked for by the agent around it. */
  readonly inside: CallNode | undefined;
  /** The nearest call with neither agent nor model turn in between: only there can a span be a part of it. */
  readonly around: CallNode | undefined;
}

/** Above every root: nothing is known. */
export const NOWHERE: Context = {
  conversation: undefined,
  user: undefined,
  agentName: undefined,
  agent: undefined,
  inside: undefined,
  around: undefined,
};

/** Where a record belongs by its own words and by what is above it in its trace, before calls are joined. */
export interface Place {
  readonly session: string;
  readonly sessionFrom: ToolCall['sessionFrom'];
  /** Span id of the agent frame or call that it runs in; undefined where the tree does not say. */
  readonly instance: string | undefined;
}

interface Hanging {
  readonly trace: Trace;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly startedMs: number;
  /** Conversation stated on the record itself. */
  readonly conversation: string | undefined;
  parent: Node | undefined;
  readonly children: Few<Node>;
  received: Context;
  given: Context;
  place: Place | undefined;
}

/** A stored frame in its trace. */
export interface FrameNode extends Hanging {
  readonly kind: 'frame';
  readonly raw: Frame;
}

/** How one call record came to be told by another: a second telling of the same run, or a later run of the same call. */
export interface Bond {
  readonly host: CallNode;
  readonly kind: 'double' | 'attempt';
  /** Smaller is nearer. */
  readonly gap: number;
}

/** A stored call record in its trace. Records that nest form a unit; units that are bonded form a group: one call. */
export interface CallNode extends Hanging {
  readonly kind: 'call';
  /** The record's own words: what an earlier assembly derived is taken off again. */
  readonly raw: ToolCall;
  /** The row as it was handed in. */
  readonly row: ToolCall;
  /** Who tells: one voice tells one run of a call once. */
  readonly voice: string;
  readonly scopeRank: number;
  /** The call record around it that it may be a part of. */
  candidate: CallNode | undefined;
  /** Inner records that offer their call id; only while there are some. */
  offers: SortedList<CallNode> | undefined;
  /** The record whose call id holds for this record and all that nest in it. */
  carrier: CallNode | undefined;
  /** The record it nests in. */
  outer: CallNode | undefined;
  readonly inners: Few<CallNode>;
  root: CallNode;
  /** Of roots: everything that nests in it, itself included. */
  readonly unit: Few<CallNode>;
  /** Of roots: how often each request id stands in the unit. */
  requests: Map<string, number> | undefined;
  /** Whatever runs in this call without an agent frame of its own. */
  readonly insiders: Few<Node>;
  readonly lenders: Few<FrameNode>;
  turn: FrameNode | undefined;
  /** What it is filed under; undefined while it is not filed. */
  filed: Filed | undefined;
  /** Bond by ids. */
  bond: Bond | undefined;
  /** Bond by closeness, where ids are missing. */
  loose: Bond | undefined;
  /** Has something close that it could be a double of; such a unit takes no guests of its own. */
  seeking: boolean;
  /** Units that are bonded to this record. */
  readonly guests: Few<CallNode>;
  /** Of roots: guests by closeness, one a voice. */
  slots: Map<string, CallNode> | undefined;
  /** Of the first unit of a group: the record that is the call, and what its parts were last told. */
  head: CallNode | undefined;
  told: Shared | undefined;
  out: ToolCall | undefined;
}

/** The values under which a call is filed, kept so that it is found again when they change. */
export interface Filed {
  readonly session: string;
  readonly instance: string | undefined;
  readonly turn: string | undefined;
  /** It nests in no other record. */
  readonly isRoot: boolean;
  /** A call id is known of its unit. */
  readonly hasId: boolean;
}

export type Node = CallNode | FrameNode;

/** Everything known of one trace. */
export interface Trace {
  readonly id: string;
  readonly calls: Map<string, CallNode>;
  readonly frames: Map<string, FrameNode>;
  /** What others can hang below, by span id. */
  readonly spans: Map<string, Node>;
  /** Records whose parent is not there, by its span id. */
  readonly waiting: Map<string, Set<Node>>;
  /** Records that were cut from their parents because they are above them as well. */
  readonly cut: Set<Node>;
  /** Records that state a conversation, the earliest first. */
  readonly speakers: SortedList<Node>;
  /** What the earliest of them states, as last handed out. */
  conversation: string | undefined;
  /** Records to which neither their own words nor anything above gives a conversation. */
  readonly homeless: Set<Node>;
}

/** The record of another unit to which a unit is bonded. */
export function hostOf(root: CallNode): CallNode | undefined {
  return (root.bond ?? root.loose)?.host;
}

/** The first unit of the group that a record is in. */
export function topOf(node: CallNode): CallNode {
  let top = node.root;
  let n = 0;
  for (let host = hostOf(top); host; host = hostOf(top)) {
    top = host.root;
    if (n++ > 1000) throw new Error('TOP');
  }
  return top;
}

/** Total order of records by start. */
export function byStart(a: Node, b: Node): number {
  return (
    a.startedMs - b.startedMs || compareText(a.spanId, b.spanId) || compareText(a.trace.id, b.trace.id) || tie(a, b)
  );
}

function tie(a: Node, b: Node): number {
  return compareText(nameOf(a), nameOf(b));
}

function nameOf(node: Node): string {
  return node.kind === 'frame' ? 'frame' : node.raw.from;
}

/** Order of texts by code unit, the same everywhere. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** When a record ended; its start where that is not known. */
export function endOf({ raw }: Node): number {
  return raw.endedMs ?? raw.startedMs;
}
