import type pg from 'pg';
import type { Finding } from '../model/finding.js';
import type { Frame, ToolCall } from '../model/tool-call.js';
import { type FindingFilter, type FindingPage, findingsOfSessions, queryFindings } from './findings.js';
import { loadSession } from './trace-rows.js';

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
    ready: () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
  };
}
