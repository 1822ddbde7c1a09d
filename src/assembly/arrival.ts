import type { Frame, ToolCall } from '../model/tool-call.js';
import { canonicalText, deepEqual } from './deep-equal.js';
import { createOffers } from './nesting.js';
import { byStart, type CallNode, type FrameNode, NOWHERE, type Trace } from './node.js';
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
    children: new Set<never>(),
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
  const node = {
    ...hanging(trace, raw),
    kind: 'call' as const,
    ...{ row, raw, voice: voiceOf(raw), scopeRank: scopeRankOf(raw) },
    conversation: raw.sessionFrom === 'call' ? raw.session : undefined,
    ...unbound(),
  };
  const call = Object.assign(node, { root: node as unknown as CallNode }) as CallNode;
  call.carrier = raw.callId === undefined ? undefined : call;
  call.unit.add(call);
  if (raw.requestId !== undefined) call.requests.set(raw.requestId, 1);
  call.given = givenBy(call);
  return call;
}

function unbound() {
  return {
    ...{ candidate: undefined, carrier: undefined, outer: undefined, offers: createOffers() },
    ...{ inners: new Set<CallNode>(), unit: new Set<CallNode>(), requests: new Map<string, number>() },
    ...{ insiders: new Set<CallNode | FrameNode>(), lenders: new Set<FrameNode>() },
    ...{ turn: undefined, filed: undefined, bond: undefined, loose: undefined, seeking: false },
    ...{ guests: new Set<CallNode>(), slots: new Map<string, CallNode>() },
    ...{ head: undefined, told: undefined, out: undefined },
  };
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
