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
  /** Records added, for the bound of memory. */
  spans: number;
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
    return [...new Set(traceIds)].filter((id) => !this.assembly.traces.has(id));
  }

  hasSession(session: string): boolean {
    return this.residents.has(session);
  }

  /** Number of records in memory. */
  get size(): number {
    return [...this.residents.values()].reduce((sum, { spans }) => sum + spans, 0);
  }

  /** Adds rows in any order; returns the sessions to look at, and the calls that are told differently than they are stored. */
  absorb(
    calls: readonly ToolCall[],
    frames: readonly Frame[],
    nowMs: number,
  ): { touched: Set<string>; derived: ToolCall[] } {
    const given = new Set(calls);
    const { changed, moved, placed } = this.assembly.add(calls, frames);
    const touched = new Set<string>();
    for (const { spanId, from } of moved) {
      this.residents.get(from)?.engine.remove([spanId]);
      touched.add(from);
    }
    for (const [session, group] of groupBy(changed, (call) => call.session)) {
      this.place(session, group, nowMs).add(group, []);
      touched.add(session);
    }
    for (const [session, group] of groupBy(placed, (one) => one.session)) {
      this.place(
        session,
        group.map(({ frame }) => frame),
        nowMs,
      ).add(
        [],
        group.map(({ frame }) => frame),
      );
      touched.add(session);
    }
    this.tools.add(changed.filter(({ partOf }) => partOf === undefined));
    return { touched, derived: changed.filter((call) => !given.has(call)) };
  }

  private place(session: string, records: readonly { readonly traceId: string }[], nowMs: number): SessionEngine {
    const resident = this.resident(session, nowMs);
    for (const { traceId } of records) resident.traces.add(traceId);
    resident.spans += records.length;
    return resident.engine;
  }

  private resident(session: string, nowMs: number): Resident {
    const known = this.residents.get(session);
    if (known) {
      known.touchedMs = nowMs;
      return known;
    }
    const engine = createSessionEngine(this.project, session, this.settings);
    const fresh: Resident = { engine, traces: new Set(), spans: 0, touchedMs: nowMs, known: new Map() };
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

  /** Drops one session from memory, and with it those whose records its calls are joined to. */
  forget(session: string): void {
    const resident = this.residents.get(session);
    if (!resident) return;
    this.residents.delete(session);
    const dropped = new Set(this.assembly.forget([...resident.traces]));
    for (const [other, { traces }] of this.residents) {
      if ([...traces].some((id) => dropped.has(id))) this.residents.delete(other);
    }
  }
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
