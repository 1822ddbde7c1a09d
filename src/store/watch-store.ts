import type pg from 'pg';
import type { Finding } from '../model/finding.js';
import type { ToolCall } from '../model/tool-call.js';
import { type Arrival, arrivalsAfter, readWatermark, saveWatermark } from './arrivals.js';
import { findingsOfSessions, saveFindings, withdrawFindings } from './findings.js';
import { dropRevived } from './forget-notice.js';
import { type Leadership, lead } from './lead.js';
import { loadTraces, recentTraces, saveDerived, type TraceRows, tracesOfSessions } from './trace-rows.js';

/** What the watcher asks of the database. */
export interface WatchStore {
  /** Tries to become the one that watches; resolves to undefined where another process is. */
  lead(): Promise<Leadership | undefined>;
  /** Arrivals after a watermark, oldest first, only those before which nothing can still commit. */
  arrivalsAfter(seq: bigint, limit: number): Promise<readonly Arrival[]>;
  watermark(): Promise<bigint>;
  saveWatermark(seq: bigint): Promise<void>;
  loadTraces(project: string, traceIds: readonly string[]): Promise<TraceRows>;
  tracesOfSessions(project: string, sessions: readonly string[]): Promise<readonly string[]>;
  recentTraces(sinceMs: number): Promise<readonly { project: string; traceId: string }[]>;
  saveDerived(calls: readonly ToolCall[]): Promise<void>;
  saveFindings(findings: readonly Finding[]): Promise<void>;
  withdraw(project: string, ids: readonly string[]): Promise<void>;
  findingsOfSessions(project: string, sessions: readonly string[]): Promise<readonly Finding[]>;
  /** Deletes findings that were written back while their calls were being forgotten. */
  dropRevived(project: string): Promise<void>;
}

/** The watcher's view of a pool. */
export function openWatchStore(pool: pg.Pool): WatchStore {
  return {
    lead: () => lead(pool),
    arrivalsAfter: (seq, limit) => arrivalsAfter(pool, seq, limit),
    watermark: () => readWatermark(pool),
    saveWatermark: (seq) => saveWatermark(pool, seq),
    loadTraces: (project, ids) => loadTraces(pool, project, ids),
    tracesOfSessions: (project, sessions) => tracesOfSessions(pool, project, sessions),
    recentTraces: (since) => recentTraces(pool, since),
    saveDerived: (calls) => saveDerived(pool, calls),
    saveFindings: (findings) => saveFindings(pool, findings),
    withdraw: (project, ids) => withdrawFindings(pool, project, ids),
    findingsOfSessions: (project, sessions) => findingsOfSessions(pool, project, sessions),
    dropRevived: (project) => dropRevived(pool, project),
  };
}
