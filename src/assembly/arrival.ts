import type { Frame, ToolCall } from '../model/tool-call.js';
import { canonicalText, deepEqual } from './deep-equal.js';
import { Few } from './few.js';
import { countRequest } from './nesting.js';
import { byStart, type CallNode, type FrameNode, NOWHERE, type Node, type Trace } from './node.js';
import { SortedList } from './sorted-list.js';
import { ownWords } from './stated.js';
import { givenBy } from './tree.js';
import { scopeRankOf, voiceOf } from './voice.js';

/** Keys of call records within a trace: a log record may bear the id of the span that it was written in. */
export function callKey({ spanId, from }: ToolCall): string {
  return `${spanId} ${from}`;
}

/** The node of a row, or undefined where the one that is known says as much. */
export function arrivingCall(trace: Trace, row: ToolCall, known: CallNode | undefined): CallNode | undefined {
  const raw = ownWords(row);
  if (known && !saysMore(raw, known.raw)) return undefined;
  const node = createCall(trace, row, raw);
  node.out = known?.out;
  return node;
}

/** The same for a frame. */
export function arrivingFrame(trace: Trace, raw: Frame, known: FrameNode | undefined): FrameNode | undefined {
  return known && !saysMore(raw, known.raw) ? undefined : createFrame(trace, raw);
}

/** Two rows under one id: the one that has ended, began first and says more is kept, whichever came last. */
function saysMore<T extends ToolCall | Frame>(fresh: T, known: T): boolean {
  if (deepEqual(fresh, known)) return false;
  const ended = Number(fresh.endedMs !== undefined) - Number(known.endedMs !== undefined);
  const earlier = known.startedMs - fresh.startedMs;
  const [a, b] = [canonicalText(fresh), canonicalText(known)];
  const order = ended || earlier || a.length - b.length || (a > b ? 1 : -1);
  return order > 0;
}

function hanging(trace: Trace, { spanId, parentSpanId, startedMs }: ToolCall | Frame) {
  return {
    ...{ trace, spanId, parentSpanId, startedMs },
    parent: undefined,
    children: new Few<Node>(),
    received: NOWHERE,
    given: NOWHERE,
    place: undefined,
  };
}

function createFrame(trace: Trace, raw: Frame): FrameNode {
  const node: FrameNode = { ...hanging(trace, raw), kind: 'frame', raw, conversation: raw.conversation };
  node.given = givenBy(node);
  return node;
}

function createCall(trace: Trace, row: ToolCall, raw: ToolCall): CallNode {
  const call = new CallRecord(trace, row, raw);
  countRequest(call, call, 1);
  call.given = givenBy(call);
  return call;
}

/** A class, since a literal of so many fields takes four times the memory. */
class CallRecord implements CallNode {
  readonly kind = 'call';
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly startedMs: number;
  readonly conversation: string | undefined;
  readonly voice: string;
  readonly scopeRank: number;
  parent: CallNode['parent'] = undefined;
  readonly children = new Few<Node>();
  received = NOWHERE;
  given = NOWHERE;
  place: CallNode['place'] = undefined;
  candidate: CallNode['candidate'] = undefined;
  offers: CallNode['offers'] = undefined;
  carrier: CallNode['carrier'];
  outer: CallNode['outer'] = undefined;
  readonly inners = new Few<CallNode>();
  root: CallNode = this;
  readonly unit = new Few<CallNode>();
  requests: CallNode['requests'] = undefined;
  readonly insiders = new Few<Node>();
  readonly lenders = new Few<FrameNode>();
  turn: CallNode['turn'] = undefined;
  filed: CallNode['filed'] = undefined;
  bond: CallNode['bond'] = undefined;
  loose: CallNode['loose'] = undefined;
  seeking = false;
  readonly guests = new Few<CallNode>();
  slots: CallNode['slots'] = undefined;
  head: CallNode['head'] = undefined;
  told: CallNode['told'] = undefined;
  out: CallNode['out'] = undefined;

  constructor(
    readonly trace: Trace,
    readonly row: ToolCall,
    readonly raw: ToolCall,
  ) {
    this.spanId = raw.spanId;
    this.parentSpanId = raw.parentSpanId;
    this.startedMs = raw.startedMs;
    this.conversation = raw.sessionFrom === 'call' ? raw.session : undefined;
    this.voice = voiceOf(raw);
    this.scopeRank = scopeRankOf(raw);
    this.carrier = raw.callId === undefined ? undefined : this;
    this.unit.add(this);
  }
}

/** An empty trace. */
export function createTrace(id: string): Trace {
  return {
    id,
    calls: new Map(),
    frames: new Map(),
    spans: new Map(),
    waiting: new Map(),
    cut: new Set(),
    speakers: new SortedList(byStart),
    conversation: undefined,
    homeless: new Set(),
  };
}
