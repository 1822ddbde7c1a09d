import { createAssembly } from './assembly/index.js';
import { createSessionEngine, createToolEngine } from './detectors/index.js';
import type { Finding } from './model/finding.js';
import type { Settings } from './model/settings.js';
import type { Frame, ToolCall } from './model/tool-call.js';
import type { Batch } from './pipeline.js';

/** Everything known after reading records without a database. */
export interface Analysis {
  /** The calls, one per call, in order of start; inner spans of a call are not among them. */
  readonly calls: readonly ToolCall[];
  readonly frames: readonly Frame[];
  readonly findings: readonly Finding[];
  readonly sessions: number;
  /** Calls without category by their absence of one; scopes nobody claimed; units that threw. */
  readonly unclaimed: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
}

/** The same path as the service, in memory: batches in any order to calls and findings. */
export function analyse(batches: Iterable<Batch>, settings: Settings, nowMs: number): Analysis {
  const assembly = createAssembly();
  const byId = new Map<string, ToolCall>();
  const frames: Frame[] = [];
  const unclaimed = new Map<string, number>();
  const faults = new Map<string, number>();
  for (const batch of batches) {
    for (const call of assembly.add(batch.calls, batch.frames).changed)
      byId.set(`${call.traceId}/${call.spanId}`, call);
    frames.push(...batch.frames);
    addCounts(unclaimed, batch.unclaimed);
    addCounts(faults, batch.faults);
  }
  const rows = [...byId.values()].sort(byStart);
  const calls = rows.filter((call) => call.partOf === undefined);
  // Inner spans go along: without them the calls below them would look as if their parents were missing.
  const findings = detect(bySession(rows, frames), calls, settings, nowMs);
  const sessions = groupBySession(calls);
  return { calls, frames, findings, sessions: sessions.size, unclaimed, faults };
}

function byStart(a: ToolCall, b: ToolCall): number {
  return a.startedMs - b.startedMs || (a.spanId < b.spanId ? -1 : 1);
}

function addCounts(into: Map<string, number>, from: ReadonlyMap<string, number>): void {
  for (const [key, n] of from) into.set(key, (into.get(key) ?? 0) + n);
}

function groupBySession(calls: readonly ToolCall[]): Map<string, ToolCall[]> {
  const sessions = new Map<string, ToolCall[]>();
  for (const call of calls) {
    const list = sessions.get(call.session);
    if (list) list.push(call);
    else sessions.set(call.session, [call]);
  }
  return sessions;
}

/** Calls and frames by session, each with the frames of its traces. */
export function bySession(
  calls: readonly ToolCall[],
  frames: readonly Frame[],
): { calls: ToolCall[]; frames: Frame[] }[] {
  const framesOf = groupByTrace(frames);
  return [...groupBySession(calls).values()].map((group) => {
    const traces = new Set(group.map(({ traceId }) => traceId));
    return { calls: group, frames: [...traces].flatMap((trace) => framesOf.get(trace) ?? []) };
  });
}

function detect(
  sessions: ReturnType<typeof bySession>,
  all: readonly ToolCall[],
  settings: Settings,
  nowMs: number,
): Finding[] {
  const findings = sessions.flatMap(({ calls, frames }) => {
    const [first] = calls;
    if (!first) return [];
    const engine = createSessionEngine(first.project, first.session, settings);
    engine.add(calls, frames);
    return engine.findings(nowMs);
  });
  const tools = createToolEngine(all[0]?.project ?? 'default', settings);
  tools.add(all);
  return [...findings, ...tools.findings(nowMs)].sort((a, b) => a.firstMs - b.firstMs);
}

function groupByTrace(frames: readonly Frame[]): Map<string, Frame[]> {
  const traces = new Map<string, Frame[]>();
  for (const frame of frames) {
    const list = traces.get(frame.traceId);
    if (list) list.push(frame);
    else traces.set(frame.traceId, [frame]);
  }
  return traces;
}
