import { byStart, type CallNode, compareText, endOf, type FrameNode, type Node } from './node.js';
import { Shelf, VoiceShelf } from './shelf.js';
import { take } from './sorted-list.js';

/** Turns that ask for one id are looked through at most this far; honest ids are asked for once or twice. */
const LOOKED_AT = 32;

/** Finds the model turn that asked for a call, and the calls that a turn may have asked for. Files by trace, session and instance. */
export interface Turns {
  fileFrame(frame: FrameNode): void;
  dropFrame(frame: FrameNode): void;
  fileCall(call: CallNode): void;
  dropCall(call: CallNode): void;
  /** By call id, else the last turn of the same agent that had ended before the call began. */
  turnOf(call: CallNode): FrameNode | undefined;
  /** Calls whose turn is another one now that this frame came or goes. */
  calledBy(frame: FrameNode): Iterable<CallNode>;
}

/** No turns and no calls. */
export function createTurns(): Turns {
  const asking = new Shelf<FrameNode>(byStart);
  const asked = new Shelf<CallNode>(byStart);
  const ended = new VoiceShelf<FrameNode>(byEnd);
  const calls = new VoiceShelf<CallNode>(byStart);
  return {
    fileFrame(frame) {
      for (const key of askKeys(frame)) asking.add(key, frame);
      if (frame.raw.endedMs !== undefined) ended.add(runKey(frame), nameOf(frame), frame);
    },
    dropFrame(frame) {
      for (const key of askKeys(frame)) asking.delete(key, frame);
      if (frame.raw.endedMs !== undefined) ended.delete(runKey(frame), nameOf(frame), frame);
    },
    fileCall(call) {
      for (const key of callKeys(call)) asked.add(key, call);
      calls.add(runKey(call), nameOf(call), call);
    },
    dropCall(call) {
      for (const key of callKeys(call)) asked.delete(key, call);
      calls.delete(runKey(call), nameOf(call), call);
    },
    turnOf: (call) => turnById(asking, call) ?? turnByTime(ended, call),
    *calledBy(frame) {
      for (const key of askKeys(frame)) yield* near(asked, key, frame);
      yield* followers(ended, calls, frame);
    },
  };
}

function byEnd(a: FrameNode, b: FrameNode): number {
  return endOf(a) - endOf(b) || byStart(a, b);
}

function askKeys(frame: FrameNode): string[] {
  return frame.raw.asksFor.flatMap((id) => idKeys(frame, id));
}

function callKeys(call: CallNode): string[] {
  return call.raw.callId === undefined ? [] : idKeys(call, call.raw.callId);
}

/** Call ids are unique within one agent's run at best, then within a session; never beyond. */
function idKeys({ trace, place }: Node, id: string): [string, string] {
  return [
    `run\u0000${trace.id}\u0000${place?.instance ?? ''}\u0000${id}`,
    `session\u0000${place?.session ?? ''}\u0000${id}`,
  ];
}

function near<T extends Node>(shelf: Shelf<T>, key: string, { startedMs }: Node): T[] {
  const place = (other: T) => other.startedMs - startedMs;
  return [...take(shelf.before(key, place), LOOKED_AT), ...take(shelf.from(key, place), LOOKED_AT)];
}

function turnById(asking: Shelf<FrameNode>, call: CallNode): FrameNode | undefined {
  for (const key of callKeys(call)) {
    const [first, ...others] = near(asking, key, call).filter((frame) => mayAsk(frame, call));
    if (first) return others.reduce((best, frame) => (asksBetter(frame, best, call) ? frame : best), first);
  }
  return undefined;
}

/** Two agents of one trace may both count their calls from zero. */
function mayAsk(frame: FrameNode, call: CallNode): boolean {
  const a = frame.place?.instance;
  const b = call.place?.instance;
  return frame.trace !== call.trace || a === undefined || b === undefined || a === b;
}

/** The latest that began before the call; where none did, the first one. */
function asksBetter(a: FrameNode, b: FrameNode, { startedMs }: CallNode): boolean {
  const before = [a, b].map((frame) => frame.startedMs <= startedMs);
  if (before[0] !== before[1]) return before[0] === true;
  return before[0] ? byStart(a, b) > 0 : byStart(a, b) < 0;
}

/** Records whose times can be compared: one agent's, by one clock. */
function runKey({ trace, place, raw }: Node): string {
  return `${trace.id}\u0000${place?.instance ?? ''}\u0000${raw.service ?? ''}`;
}

/** Where no frame tells the agents of a trace apart, their stated names do. */
function nameOf(node: Node): string {
  if (node.place?.instance !== undefined) return '';
  if (node.kind === 'call') return node.raw.agent ?? node.raw.agentInstance;
  return node.raw.agent ?? node.raw.agentId ?? '';
}

function turnByTime(ended: VoiceShelf<FrameNode>, call: CallNode): FrameNode | undefined {
  const run = runKey(call);
  const later = (frame: FrameNode) => (endOf(frame) > call.startedMs ? 1 : -1);
  let best: FrameNode | undefined;
  for (const name of heard(ended.voices(run), nameOf(call))) {
    const [last] = take(ended.before(run, name, later), 1);
    if (last && (!best || byEnd(last, best) > 0)) best = last;
  }
  return best;
}

/** Who has no name may be anybody. */
function heard(names: Iterable<string>, name: string): string[] {
  return [...names].filter((other) => name === '' || other === '' || other === name).sort(compareText);
}

/** Calls from this turn's end to the next one's. */
function* followers(ended: VoiceShelf<FrameNode>, calls: VoiceShelf<CallNode>, frame: FrameNode): Generator<CallNode> {
  if (frame.raw.endedMs === undefined) return;
  const run = runKey(frame);
  const name = nameOf(frame);
  const [next] = take(
    ended.from(run, name, (other) => (byEnd(other, frame) > 0 ? 1 : -1)),
    1,
  );
  const until = next ? endOf(next) : Number.POSITIVE_INFINITY;
  for (const other of heard(calls.voices(run), name)) {
    for (const call of calls.from(run, other, ({ startedMs }) => startedMs - endOf(frame))) {
      if (call.startedMs >= until) break;
      yield call;
    }
  }
}
