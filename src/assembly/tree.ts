import { byStart, type CallNode, type Context, NOWHERE, type Node, type Trace } from './node.js';

/** Hangs a record below its parent and what waited for it below itself. Returns the records whose context may have changed. */
export function hang(node: Node): Node[] {
  const { trace } = node;
  if (node.conversation !== undefined) trace.speakers.add(node);
  const before = canHold(node) ? trace.spans.get(node.spanId) : undefined;
  if (canHold(node) && !outranks(before, node)) takeOver(node, before);
  attach(node);
  const cut = cutLoop(node);
  return [node, ...node.children, ...cut, ...(before ? mendLoops(trace) : [])];
}

/** Takes a record out of its trace; what hung below it waits again. Returns the records whose context may have changed. */
export function unhang(node: Node): Node[] {
  const { trace, spanId, parentSpanId } = node;
  if (node.conversation !== undefined) trace.speakers.delete(node);
  trace.homeless.delete(node);
  trace.cut.delete(node);
  node.parent?.children.delete(node);
  if (parentSpanId !== undefined) stopWaiting(trace, parentSpanId, node);
  if (trace.spans.get(spanId) !== node) return [];
  trace.spans.delete(spanId);
  const below = [...node.children];
  const heir = [trace.calls.get(spanId), trace.frames.get(spanId)].find((one) => one && one !== node && canHold(one));
  if (heir) trace.spans.set(spanId, heir);
  for (const child of below) attach(child);
  node.children.clear();
  return [...below, ...(heir ? cutLoop(heir) : []), ...mendLoops(trace)];
}

/** Only spans hold others. The records of logs and messages have made-up ids. */
function canHold(node: Node): boolean {
  return node.kind === 'frame' || node.raw.from === 'span';
}

/** Where one span became both a call and a frame, the call holds what is below. */
function outranks(known: Node | undefined, other: Node): boolean {
  return known !== undefined && known !== other && known.kind === 'call' && other.kind === 'frame';
}

function takeOver(node: Node, before: Node | undefined): void {
  const { trace, spanId } = node;
  trace.spans.set(spanId, node);
  const below = [...(trace.waiting.get(spanId) ?? []), ...(before?.children ?? [])];
  trace.waiting.delete(spanId);
  before?.children.clear();
  for (const child of below) attach(child);
}

function attach(node: Node): void {
  const { trace, parentSpanId, spanId } = node;
  node.parent = undefined;
  if (parentSpanId === undefined || (parentSpanId === spanId && canHold(node))) return;
  const parent = trace.spans.get(parentSpanId);
  if (parent) {
    node.parent = parent;
    parent.children.add(node);
    return;
  }
  const waiting = trace.waiting.get(parentSpanId);
  if (waiting) waiting.add(node);
  else trace.waiting.set(parentSpanId, new Set([node]));
}

function stopWaiting(trace: Trace, parentSpanId: string, node: Node): void {
  const waiting = trace.waiting.get(parentSpanId);
  waiting?.delete(node);
  if (waiting?.size === 0) trace.waiting.delete(parentSpanId);
}

/** Spans that name each other as parents: the earliest of the ring becomes its root, whichever came last. */
function cutLoop(node: Node): Node[] {
  if (node.children.size === 0) return [];
  const path = new Set<Node>();
  let up: Node | undefined = node;
  for (; up && !path.has(up); up = up.parent) path.add(up);
  if (!up) return [];
  const all = [...path];
  const first = all.slice(all.indexOf(up)).reduce((a, b) => (byStart(a, b) <= 0 ? a : b));
  first.parent?.children.delete(first);
  first.parent = undefined;
  first.trace.cut.add(first);
  return [first];
}

/** A record of a ring was replaced by another that may hang elsewhere: joins what was cut and looks again. */
function mendLoops(trace: Trace): Node[] {
  const mended = [...trace.cut];
  trace.cut.clear();
  return mended.flatMap((node) => {
    attach(node);
    return [node, ...cutLoop(node)];
  });
}

/** What a record inherits now. */
export function receivedBy(node: Node): Context {
  return node.parent?.given ?? NOWHERE;
}

/** What a record hands down. */
export function givenBy(node: Node): Context {
  return node.kind === 'call' ? givenByCall(node) : givenByFrame(node);
}

function givenByCall(node: CallNode): Context {
  const { received, raw } = node;
  return {
    ...inherited(node),
    // A sub-agent does not bear the name of the agent that started it.
    agentName: raw.traits.includes('agent') ? undefined : received.agentName,
    inside: node,
    around: node,
  };
}

function givenByFrame(node: Exclude<Node, CallNode>): Context {
  const { received, raw } = node;
  const agentName = raw.agent ?? received.agentName;
  if (raw.kind === 'agent') return { ...inherited(node), agentName, agent: node, inside: undefined, around: undefined };
  return { ...inherited(node), agentName, around: raw.kind === 'model' ? undefined : received.around };
}

function inherited({ received, conversation, raw }: Node): Context {
  return {
    ...received,
    conversation: conversation ?? received.conversation,
    user: raw.user ?? received.user,
  };
}

/** Whether two contexts hand down the same. */
export function sameContext(a: Context, b: Context): boolean {
  return (
    a.conversation === b.conversation &&
    a.user === b.user &&
    a.agentName === b.agentName &&
    a.agent === b.agent &&
    a.inside === b.inside &&
    a.around === b.around
  );
}

/**
 * Hands contexts down from these records as far as they change anything. A context only ever gains from above, so each
 * record is visited a handful of times however late its ancestors come.
 */
export function handDown(start: Iterable<Node>, visit: (node: Node, before: Context) => void): void {
  const open = [...start];
  for (let node = open.pop(); node; node = open.pop()) {
    const before = node.received;
    node.received = receivedBy(node);
    if (!sameContext(before, node.received)) visit(node, before);
    const given = givenBy(node);
    if (sameContext(given, node.given)) continue;
    node.given = given;
    for (const child of node.children) open.push(child);
  }
}
