import type { Finding, FindingScope, FindingState, Severity } from './finding.js';
import type { JsonObject } from './json.js';
import type { ToolCall } from './tool-call.js';

/** A finding as scripts, the API and the terminal read it; times are ISO 8601, unknown facts null. */
export interface FindingRow {
  readonly detector: string;
  readonly session: string | null;
  readonly calls: readonly string[];
  readonly tool: string;
  readonly severity: Severity;
  readonly source: 'declared' | 'inferred';
  readonly first: string;
  readonly last: string;
  readonly wasted: { readonly calls: number; readonly seconds: number; readonly tokens: number | null };
  readonly message: string;
  readonly recovery: string;
  readonly data: JsonObject;
  readonly id: string;
  readonly scope: FindingScope;
  readonly state: FindingState;
  readonly call_count: number;
}

/** A finding as one JSON line: the keys and their order are a promise to scripts. */
export function findingRow(finding: Finding): FindingRow {
  return {
    detector: finding.detector,
    session: finding.session ?? null,
    calls: finding.calls,
    tool: finding.tool,
    severity: finding.severity,
    source: finding.source,
    first: isoTime(finding.firstMs),
    last: isoTime(finding.lastMs),
    wasted: {
      calls: finding.wasted.calls,
      seconds: rounded(finding.wasted.seconds),
      tokens: finding.wasted.tokens ?? null,
    },
    message: finding.message,
    recovery: finding.recovery,
    data: finding.data,
    id: finding.id,
    scope: finding.scope,
    state: finding.state,
    call_count: finding.callCount,
  };
}

/** A call as one JSON line; unknown facts are null. */
export function callRow(call: ToolCall): Record<string, unknown> {
  return {
    call: call.spanId,
    trace: call.traceId,
    session: call.session,
    tool: call.tool,
    agent: call.agent ?? null,
    reported: call.reported,
    outcome: call.outcome,
    category: call.category ?? null,
    code: call.code ?? null,
    retryable: call.retryable ?? null,
    source: call.source,
    rule: call.rule,
    started: isoTime(call.startedMs),
    server: call.server ?? null,
    convention: call.convention,
  };
}

/** Milliseconds since the epoch as ISO 8601 in UTC. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Milliseconds are the finest that a person or a script compares. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
