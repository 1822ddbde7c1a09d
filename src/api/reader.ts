import type { Finding, Severity } from '../model/finding.js';
import type { Frame, ToolCall } from '../model/tool-call.js';

/** What may be asked of findings. Undefined means any. */
export interface FindingFilter {
  readonly project: string;
  readonly detector: string | undefined;
  readonly tool: string | undefined;
  readonly session: string | undefined;
  readonly severity: Severity | undefined;
  readonly state: 'open' | 'resolved' | 'withdrawn' | undefined;
  /** Findings whose last call is at or after this time, in ms. */
  readonly sinceMs: number | undefined;
  readonly limit: number;
  /** Where the page before ended: an opaque text that the page before gave. */
  readonly cursor: string | undefined;
}

/** One session as stored. */
export interface SessionRecord {
  readonly session: string;
  readonly calls: readonly ToolCall[];
  readonly frames: readonly Frame[];
  readonly findings: readonly Finding[];
}

/** What the API reads from the store. */
export interface Reader {
  findings(
    filter: FindingFilter,
  ): Promise<{ readonly findings: readonly Finding[]; readonly next: string | undefined }>;
  session(project: string, session: string): Promise<SessionRecord | undefined>;
  /** Whether the database answers. */
  ready(): Promise<boolean>;
}
