import type { Frame, ToolCall } from '../model/tool-call.js';
import { createGaps, type Gaps } from './gaps.js';

/** A stretch of work by one agent: its own frame, or the call that started it where it left no frame. */
export interface Run {
  readonly id: string;
  readonly agent: string | undefined;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly failed: boolean;
  /** What the agent handed back; undefined where that was not captured. */
  readonly answer: string | undefined;
  /** The call that started it; undefined where a person did, or where that call is not known. */
  readonly startedBy: ToolCall | undefined;
}

/** Everything known of a session by span id, and who hangs below whom. */
export interface Spans {
  readonly calls: Map<string, ToolCall>;
  readonly frames: Map<string, Frame>;
  /** Calls that agents run in, although their tool does not say so: other calls name them as their agent instance. */
  readonly hosts: Set<string>;
  /** The run in which a span stands; undefined where no agent above it is known. */
  runAbove(span: Linked): Run | undefined;
  /** The run that a span is; undefined where it is none. */
  runOf(spanId: string): Run | undefined;
  /** Spans that are named as a parent and are not there. */
  readonly gaps: Gaps;
}

/** Where a span hangs. */
export type Linked = Pick<ToolCall, 'spanId' | 'parentSpanId'>;

/** Real chains are a handful deep; the limit stops spans that are their own ancestors. */
const MAX_DEPTH = 64;

/** No spans yet. */
export function createSpans(): Spans {
  const calls = new Map<string, ToolCall>();
  const frames = new Map<string, Frame>();
  const hosts = new Set<string>();
  const at = (id: string | undefined): Linked | undefined =>
    id === undefined ? undefined : (frames.get(id) ?? calls.get(id));

  function above<T>(span: Linked, find: (id: string) => T | undefined): T | undefined {
    let up = span.parentSpanId;
    for (let depth = 0; up !== undefined && depth < MAX_DEPTH; depth++) {
      const found = find(up);
      if (found !== undefined) return found;
      up = at(up)?.parentSpanId;
    }
    return undefined;
  }

  function runOf(id: string): Run | undefined {
    const frame = frames.get(id);
    if (frame?.kind === 'agent') return runOfFrame(frame);
    const call = calls.get(id);
    return call && isDelegation(call, hosts) ? runOfCall(call) : undefined;
  }

  function runOfFrame(frame: Frame): Run {
    const { spanId: id, startedMs, endedMs, status, answer } = frame;
    const startedBy = above(frame, (up) => (frames.get(up)?.kind === 'agent' ? null : delegationAt(up))) ?? undefined;
    return {
      ...{ id, agent: frame.agent, startedMs, endedMs, startedBy },
      failed: status === 'error',
      answer: answer ?? (startedBy && answerOf(startedBy)),
    };
  }

  function delegationAt(id: string): ToolCall | undefined {
    const call = calls.get(id);
    return call && isDelegation(call, hosts) ? call : undefined;
  }

  return {
    ...{ calls, frames, hosts, gaps: createGaps() },
    runOf,
    runAbove: (span) => above(span, runOf),
  };
}

/** Whether a call starts an agent: its tool is one, or other calls run in it. */
export function isDelegation({ spanId, traits, partOf }: ToolCall, hosts: ReadonlySet<string>): boolean {
  return partOf === undefined && (traits.includes('agent') || hosts.has(spanId));
}

function runOfCall(call: ToolCall): Run {
  const { spanId: id, startedMs, endedMs, outcome } = call;
  return {
    ...{ id, agent: undefined, startedMs, endedMs },
    failed: outcome === 'error',
    answer: answerOf(call),
    startedBy: call,
  };
}

function answerOf({ result: { state, partial, copy } }: ToolCall): string | undefined {
  return state === 'captured' && !partial ? copy : undefined;
}
