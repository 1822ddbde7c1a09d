import type { Finding } from './finding.js';
import type { ToolCall } from './tool-call.js';

/** A finding as one JSON line: the keys and their order are a promise to scripts. */
export function findingRow(finding: Finding): Record<string, unknown> {
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
