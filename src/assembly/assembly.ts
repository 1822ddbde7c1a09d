import type { Frame, ToolCall } from '../model/tool-call.js';
import { type AgentRun, agentRunsOf, rootEndedMs } from './agents.js';
import { lacksParent } from './bound.js';
import { Engine } from './engine.js';

/** A call or frame that stands in another session than it was last said to stand in. */
export interface Moved {
  readonly traceId: string;
  readonly spanId: string;
  readonly from: string;
  readonly to: string;
}

/** A frame and where it belongs. */
export interface PlacedFrame {
  readonly frame: Frame;
  readonly session: string;
  /** The agent that it runs in; an agent frame's own. */
  readonly agentInstance: string;
}

/** What adding changed. */
export interface Added {
  /** Calls that are new to the assembly or that are told differently now. A row that needs no writing is handed back itself. */
  readonly changed: ToolCall[];
  /** Records among these that left a session. */
  readonly moved: readonly Moved[];
  /** Frames that are new to the assembly or stand somewhere else now. */
  readonly placed: readonly PlacedFrame[];
}

/**
 * Brings the records of one project together: one call of many records, its session, agent and turn. The answer depends on
 * what was added, not on the order nor on how often. Rows that an assembly handed out may be added like any other.
 *
 * All calls of a turn carry the turn's tokens; whoever adds up tokens counts each `turn` once.
 */
export interface Assembly {
  add(calls: readonly ToolCall[], frames: readonly Frame[]): Added;
  /**
   * Drops traces, with those that hold other records of their calls; returns all that were dropped. To go on with one
   * later, add the stored rows of all traces of its session again.
   */
  forget(traceIds: readonly string[]): readonly string[];
  /** Traces in memory with their number of records; those longest untouched first. */
  readonly traces: ReadonlyMap<string, number>;
  /** A span of the session names a parent that is not there: late, lost or sampled away. */
  incomplete(session: string): boolean;
  /** The agents of a session in order of start. */
  agents(session: string): readonly AgentRun[];
  /** When the last root span of the session's traces ended; undefined while one is open or none is known. */
  rootEndedMs(session: string): number | undefined;
}

/** An empty assembly, for one project. */
export function createAssembly(): Assembly {
  const engine = new Engine();
  return {
    add: (calls, frames) => engine.add(calls, frames),
    forget: (traceIds) => engine.forget(traceIds),
    traces: engine.traces,
    incomplete: (session) => [...engine.tracesOf(session)].some(lacksParent),
    agents: (session) => agentRunsOf(engine.tracesOf(session)),
    rootEndedMs: (session) => rootEndedMs(engine.tracesOf(session)),
  };
}
