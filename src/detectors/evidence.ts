import type { ToolCall } from '../model/tool-call.js';
import { follow, type Trail } from './trail.js';

/** The calls that prove a finding, and what the repeats among them cost. Never changed, only grown. */
export interface Evidence {
  readonly calls: Trail;
  readonly wasted: Trail | undefined;
  /** Span id of the first call: the episode. */
  readonly first: string;
  readonly firstMs: number;
  readonly lastMs: number;
  /** End of what has been counted, so that time is counted once. */
  readonly busyUntilMs: number;
  readonly wastedMs: number;
  readonly tokens: number | undefined;
  readonly lastTurn: string | undefined;
}

type Placed = Pick<ToolCall, 'spanId' | 'startedMs' | 'endedMs'>;

/** Evidence that begins with a call. */
export function begin(call: Placed): Evidence {
  const endedMs = call.endedMs ?? call.startedMs;
  return {
    calls: follow(undefined, call.spanId),
    wasted: undefined,
    first: call.spanId,
    firstMs: call.startedMs,
    lastMs: endedMs,
    busyUntilMs: endedMs,
    wastedMs: 0,
    tokens: undefined,
    lastTurn: undefined,
  };
}

/** One more call that belongs to the proof and was not wasted. */
export function alsoProven(evidence: Evidence, call: Placed): Evidence {
  const endedMs = call.endedMs ?? call.startedMs;
  return {
    ...evidence,
    calls: follow(evidence.calls, call.spanId),
    lastMs: Math.max(evidence.lastMs, endedMs),
    busyUntilMs: Math.max(evidence.busyUntilMs, endedMs),
  };
}

/** One more call that was wasted: itself, the wait before it, and the model turn that asked for it. */
export function alsoWasted(evidence: Evidence, call: ToolCall): Evidence {
  const endedMs = call.endedMs ?? call.startedMs;
  return {
    ...alsoProven(evidence, call),
    wasted: follow(evidence.wasted, call.spanId),
    wastedMs: evidence.wastedMs + Math.max(0, endedMs - evidence.busyUntilMs),
    tokens: call.turn !== evidence.lastTurn ? plus(evidence.tokens, tokensOf(call)) : evidence.tokens,
    lastTurn: call.turn ?? evidence.lastTurn,
  };
}

function tokensOf({ turn, inputTokens, outputTokens }: ToolCall): number | undefined {
  return turn === undefined ? undefined : plus(inputTokens, outputTokens);
}

function plus(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}
