import type { Frame, ToolCall } from '../model/tool-call.js';
import { byStart, type CallNode, type FrameNode, type Node, type Trace, topOf } from './node.js';

/** One run of one agent: its own frame, or the call that it runs in where it left no frame. */
export interface AgentRun {
  /** As `agentInstance` of its calls. */
  readonly instance: string;
  readonly name: string | undefined;
  /** The agent that started it; undefined for the first one. */
  readonly parent: string | undefined;
  /** The call that started it; undefined where a person did, or where that call is not known. */
  readonly startedBy: ToolCall | undefined;
  readonly frame: Frame | undefined;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly failed: boolean;
  /** What it handed back; undefined where that was not captured. */
  readonly answer: string | undefined;
}

/** The agents of some traces, in order of start. */
export function agentRunsOf(traces: Iterable<Trace>): AgentRun[] {
  const nodes = [...traces].flatMap((trace) => [...framesWithAgent(trace), ...callsWithInsiders(trace)]);
  return nodes.sort(byStart).map((node) => (node.kind === 'frame' ? runOfFrame(node) : runOfCall(node)));
}

/** When the last root of the traces ended; undefined while one is open or none is known. Records of logs have no roots. */
export function rootEndedMs(traces: Iterable<Trace>): number | undefined {
  const roots = [...traces].flatMap((trace) => [...trace.spans.values()].filter(isRoot));
  const ends = roots.map(({ raw }) => raw.endedMs ?? Number.POSITIVE_INFINITY);
  const last = Math.max(...ends);
  return Number.isFinite(last) ? last : undefined;
}

function isRoot({ parentSpanId, kind, raw }: Node): boolean {
  return parentSpanId === undefined && (kind === 'call' || raw.kind === 'agent' || raw.kind === 'other');
}

/** The instance that a record runs in, as far as the tree of its trace says. */
export function instanceOf(node: Node): string | undefined {
  const { inside, agent } = node.kind === 'call' ? node.root.received : node.received;
  return inside ? inside.root.spanId : agent?.spanId;
}

function framesWithAgent({ frames }: Trace): FrameNode[] {
  return [...frames.values()].filter(({ raw }) => raw.kind === 'agent');
}

/** Calls in which models were asked or other calls made, with no agent frame in between. */
function callsWithInsiders({ calls }: Trace): CallNode[] {
  return [...calls.values()].filter((call) => call.root === call && [...call.unit].some(holdsWork));
}

function holdsWork(call: CallNode): boolean {
  return [...call.insiders].some((node) =>
    node.kind === 'call' ? node.root !== call.root : node.raw.kind === 'model',
  );
}

function runOfFrame(node: FrameNode): AgentRun {
  const { raw, spanId: instance, startedMs } = node;
  const startedBy = startOf(node);
  return {
    ...{ instance, startedMs, startedBy, frame: raw },
    name: raw.agent ?? node.received.agentName,
    parent: startedBy ? startedBy.agentInstance || undefined : instanceOf(node),
    endedMs: raw.endedMs,
    failed: raw.status === 'error',
    answer: raw.answer ?? startedBy?.result.copy,
  };
}

function runOfCall(node: CallNode): AgentRun {
  const { spanId: instance, startedMs } = node;
  const call = wholeCall(node);
  return {
    ...{ instance, startedMs, startedBy: call, frame: undefined, name: undefined },
    parent: instanceOf(node),
    endedMs: call.endedMs,
    failed: call.outcome === 'error',
    answer: call.result.copy,
  };
}

function startOf({ received: { inside } }: Node): ToolCall | undefined {
  return inside && wholeCall(inside);
}

/** The call that a record is a part of, as handed out last. */
function wholeCall(node: CallNode): ToolCall {
  const head = topOf(node).head ?? node;
  return head.out ?? head.raw;
}
