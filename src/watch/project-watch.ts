import { createAssembly } from '../assembly/index.js';
import { createSessionEngine, createToolEngine, type SessionEngine } from '../detectors/index.js';
import type { Finding } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import type { Frame, ToolCall } from '../model/tool-call.js';

/** What one round of absorbing changed, to be written down. */
export interface Round {
  /** Calls whose derived fields differ from what is stored. */
  readonly derived: readonly ToolCall[];
  /** Findings that are new or differ from the last round. */
  readonly findings: readonly Finding[];
  /** Identities that no longer hold. */
  readonly withdrawn: readonly string[];
}

interface Resident {
  readonly engine: SessionEngine;
  readonly traces: Set<string>;
  readonly calls: Set<string>;
  touchedMs: number;
  known: Map<string, Finding>;
}

/**
 * The memory of one project: assembled traces and one engine per session. A cache of the database: whatever is evicted is
 * rebuilt by adding the stored rows again.
 */
export class ProjectWatch {
  private readonly assembly = createAssembly();
  private readonly residents = new Map<string, Resident>();
  private readonly sessionOfCall = new Map<string, string>();
  private readonly sessionOfTrace = new Map<string, string>();
  private readonly waitingFrames = new Map<string, Frame[]>();
  private readonly tools: ReturnType<typeof createToolEngine>;
  private knownToolFindings = new Map<string, Finding>();

  constructor(
    private readonly project: string,
    private readonly settings: Settings,
  ) {
    this.tools = createToolEngine(project, settings);
  }

  /** Traces of these that are not in memory: their stored rows have to be added first. */
  missingTraces(traceIds: Iterable<string>): string[] {
    return [...new Set(traceIds)].filter((id) => !this.sessionOfTrace.has(id) && !this.waitingFrames.has(id));
  }

  hasSession(session: string): boolean {
    return this.residents.has(session);
  }

  /** Number of calls in memory. */
  get size(): number {
    return this.sessionOfCall.size;
  }

  /** Adds rows in any order; returns the sessions that have to be looked at. */
  absorb(
    calls: readonly ToolCall[],
    frames: readonly Frame[],
    nowMs: number,
  ): { touched: Set<string>; derived: ToolCall[] } {
    const before = new Map(calls.map((call) => [key(call), call]));
    const { changed } = this.assembly.add(calls, frames);
    const touched = new Set<string>();
    for (const [session, group] of groupBy(changed, ({ session }) => session)) {
      this.place(session, group, nowMs, touched);
    }
    this.placeFrames(frames, nowMs, touched);
    this.tools.add(changed.filter(({ partOf }) => partOf === undefined));
    return { touched, derived: changed.filter((call) => differs(call, before.get(key(call)))) };
  }

  private place(session: string, calls: readonly ToolCall[], nowMs: number, touched: Set<string>): void {
    const resident = this.resident(session, nowMs);
    touched.add(session);
    for (const call of calls) {
      const id = key(call);
      const old = this.sessionOfCall.get(id);
      if (old !== undefined && old !== session) this.moveAway(old, call, touched);
      resident.calls.add(id);
      this.sessionOfCall.set(id, session);
      this.sessionOfTrace.set(call.traceId, session);
      if (!resident.traces.has(call.traceId)) this.adoptTrace(call.traceId, resident);
    }
    resident.engine.add(calls, []);
  }

  private moveAway(session: string, call: ToolCall, touched: Set<string>): void {
    const resident = this.residents.get(session);
    if (!resident) return;
    resident.engine.remove([call.spanId]);
    resident.calls.delete(key(call));
    touched.add(session);
  }

  private adoptTrace(traceId: string, resident: Resident): void {
    resident.traces.add(traceId);
    const waiting = this.waitingFrames.get(traceId);
    this.waitingFrames.delete(traceId);
    if (waiting) resident.engine.add([], waiting);
  }

  private placeFrames(frames: readonly Frame[], nowMs: number, touched: Set<string>): void {
    for (const [traceId, group] of groupBy(frames, (frame) => frame.traceId)) {
      const session = this.sessionOfTrace.get(traceId);
      if (session === undefined) {
        this.waitingFrames.set(traceId, [...(this.waitingFrames.get(traceId) ?? []), ...group]);
        continue;
      }
      this.resident(session, nowMs).engine.add([], group);
      touched.add(session);
    }
  }

  private resident(session: string, nowMs: number): Resident {
    const known = this.residents.get(session);
    if (known) {
      known.touchedMs = nowMs;
      return known;
    }
    const engine = createSessionEngine(this.project, session, this.settings);
    const fresh: Resident = { engine, traces: new Set(), calls: new Set(), touchedMs: nowMs, known: new Map() };
    this.residents.set(session, fresh);
    return fresh;
  }

  /** Findings of one session against those last written down. */
  review(session: string, nowMs: number): Pick<Round, 'findings' | 'withdrawn'> {
    const resident = this.residents.get(session);
    if (!resident) return { findings: [], withdrawn: [] };
    const now = new Map(resident.engine.findings(nowMs).map((finding) => [finding.id, finding]));
    const round = compare(resident.known, now);
    resident.known = now;
    return round;
  }

  /** Findings across sessions against those last written down; a storm that left the window stays as it was resolved. */
  reviewTools(nowMs: number): Pick<Round, 'findings' | 'withdrawn'> {
    const now = new Map(this.tools.findings(nowMs).map((finding) => [finding.id, finding]));
    const { findings } = compare(this.knownToolFindings, now);
    this.knownToolFindings = now;
    return { findings, withdrawn: [] };
  }

  /** Tells what is stored already, so that a replay writes only what differs and can withdraw what no longer holds. */
  recall(session: string, stored: readonly Finding[]): void {
    const resident = this.residents.get(session);
    if (resident && resident.known.size === 0) resident.known = new Map(stored.map((finding) => [finding.id, finding]));
  }

  /** Sessions that have been quiet since before `sinceMs`. */
  quietSince(sinceMs: number): string[] {
    return [...this.residents].filter(([, { touchedMs }]) => touchedMs < sinceMs).map(([session]) => session);
  }

  /** Drops the least recently touched sessions until at most `limit` calls are held. */
  evict(limit: number): string[] {
    const dropped: string[] = [];
    const oldest = [...this.residents].sort(([, a], [, b]) => a.touchedMs - b.touchedMs);
    for (const [session] of oldest) {
      if (this.size <= limit) break;
      this.forget(session);
      dropped.push(session);
    }
    return dropped;
  }

  /** Drops one session from memory. */
  forget(session: string): void {
    const resident = this.residents.get(session);
    if (!resident) return;
    this.residents.delete(session);
    for (const traceId of resident.traces) {
      this.sessionOfTrace.delete(traceId);
      this.waitingFrames.delete(traceId);
    }
    this.assembly.forget([...resident.traces]);
    for (const id of resident.calls) this.sessionOfCall.delete(id);
  }
}

function key({ traceId, spanId }: ToolCall): string {
  return `${traceId}/${spanId}`;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function compare(
  before: ReadonlyMap<string, Finding>,
  now: ReadonlyMap<string, Finding>,
): Pick<Round, 'findings' | 'withdrawn'> {
  const findings = [...now.values()].filter((finding) => !same(before.get(finding.id), finding));
  const withdrawn = [...before.keys()].filter((id) => !now.has(id));
  return { findings, withdrawn };
}

function same(a: Finding | undefined, b: Finding): boolean {
  if (a === b) return true;
  return a !== undefined && a.callCount === b.callCount && JSON.stringify(a) === JSON.stringify(b);
}

/** Derived fields that a watcher may change after the row was written. */
const DERIVED = [
  'session',
  'sessionFrom',
  'agent',
  'agentInstance',
  'turn',
  'partOf',
  'model',
  'inputTokens',
  'outputTokens',
  'attemptsInside',
] as const;

function differs(call: ToolCall, stored: ToolCall | undefined): boolean {
  if (call === stored) return false;
  return (
    stored === undefined ||
    call.claims.length !== stored.claims.length ||
    DERIVED.some((field) => call[field] !== stored[field]) ||
    call.outcome !== stored.outcome
  );
}
