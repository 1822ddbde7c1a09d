import type { JsonObject } from './json.js';

/** Ascending. `info` never alerts. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a finding is about; tool findings span sessions. */
export type FindingScope = 'session' | 'call' | 'agent' | 'tool';

/** `resolved`: the condition ended (storms). `withdrawn`: late data disproved it. */
export type FindingState = 'open' | 'resolved' | 'withdrawn';

/** What the pathology cost: repeats only, the waits between them included. `tokens` is undefined where no model turn is known. */
export interface Waste {
  readonly calls: number;
  readonly seconds: number;
  readonly tokens: number | undefined;
}

/** A pathology that a detector proved, with the calls that prove it. */
export interface Finding {
  /** Stable identity: hash of project, detector, scope key, about and episode. No counts, no times. */
  readonly id: string;
  readonly project: string;
  readonly detector: string;
  readonly scope: FindingScope;
  readonly session: string | undefined;
  readonly agent: string | undefined;
  readonly tool: string;
  readonly about: string;
  /** Span id of the first call of the episode; empty for tool scope. */
  readonly episode: string;
  readonly severity: Severity;
  readonly state: FindingState;
  /** `declared` where the facts that prove it were stated by the tool, `inferred` where concluded from a code or a text. */
  readonly source: 'declared' | 'inferred';
  /** Span ids of the proof, in order of start; at most 1,000 (first and last 500), the true number is `callCount`. */
  readonly calls: readonly string[];
  readonly callCount: number;
  /** Span ids of the wasted calls, bounded likewise, so that totals count a call once. */
  readonly wastedCalls: readonly string[];
  readonly firstMs: number;
  readonly lastMs: number;
  readonly wasted: Waste;
  readonly message: string;
  readonly recovery: string;
  readonly data: JsonObject;
}
