import type pg from 'pg';
import type { Finding } from '../model/finding.js';
import type { Frame, ToolCall } from '../model/tool-call.js';
import { type FindingFilter, type FindingPage, findingsOfSessions, queryFindings } from './findings.js';
import { loadSession, recentCalls } from './trace-rows.js';

/** One session as stored. */
export interface SessionRecord {
  readonly session: string;
  readonly calls: readonly ToolCall[];
  readonly frames: readonly Frame[];
  readonly findings: readonly Finding[];
}

/** What the API reads from the store. */
export interface Reader {
  findings(filter: FindingFilter): Promise<FindingPage>;
  session(project: string, session: string): Promise<SessionRecord | undefined>;
  /** Calls that started since a time, latest first, at most so many. */
  recentCalls(project: string, sinceMs: number, limit: number): Promise<readonly ToolCall[]>;
  /** Sums of a pipeline counter since a time, by label. */
  counted(project: string, name: string, sinceMs: number): Promise<ReadonlyMap<string, number>>;
  /** Whether the database answers. */
  ready(): Promise<boolean>;
}

/** Reads from a pool. */
export function openReader(pool: pg.Pool): Reader {
  return {
    findings: (filter) => queryFindings(pool, filter),
    async session(project, session) {
      const { calls, frames } = await loadSession(pool, project, session);
      if (calls.length === 0) return undefined;
      return { session, calls, frames, findings: await findingsOfSessions(pool, project, [session]) };
    },
    recentCalls: (project, sinceMs, limit) => recentCalls(pool, project, sinceMs, limit),
    async counted(project, name, sinceMs) {
      const { rows } = await pool.query<{ label: string; value: number }>(
        'SELECT label, sum(value) AS value FROM pipeline_minutes WHERE project = $1 AND name = $2 AND minute >= $3 GROUP BY label ORDER BY 2 DESC',
        [project, name, new Date(sinceMs)],
      );
      return new Map(rows.map(({ label, value }) => [label, Number(value)]));
    },
    ready: () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
  };
}
