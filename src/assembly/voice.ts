import type { ToolCall } from '../model/tool-call.js';
import { type CallNode, compareText } from './node.js';

/** Who tells: the kind of record, the side, and the instrumentation. */
export function voiceOf({ from, side, scope, convention }: ToolCall): string {
  return `${from} ${side} ${scope} ${convention}`;
}

/**
 * Where several instrumentations tell one call, the lower number is kept (reference 7.3 row 6). A framework's own knows
 * call id and agent; OpenInference and OpenLLMetry watch it from outside; exporters of backends repeat what those saw;
 * MCP spans see only the transport, FastMCP's more of it than the SDK's below it.
 */
const WATCHERS: readonly (readonly [RegExp, number])[] = [
  [/openinference/i, 1],
  [/openllmetry|traceloop|opentelemetry\.instrumentation/i, 2],
  [/langsmith/i, 3],
  [/langfuse|mlflow|openlit|laminar|lmnr|sentry|logfire|litellm|adot|amazon\.opentelemetry/i, 4],
  [/fastmcp/i, 5],
  [/(?:^|[^a-z])mcp(?:[^a-z]|$)|modelcontextprotocol/i, 6],
];
const NATIVE = 0;

/** Rank of the instrumentation that wrote a record, best first. */
export function scopeRankOf({ scope, convention }: ToolCall): number {
  const words = `${convention} ${scope}`;
  return WATCHERS.find(([pattern]) => pattern.test(words))?.[1] ?? NATIVE;
}

const FROM: Record<ToolCall['from'], number> = { span: 0, log: 1, message: 2 };

/** Order in which records of one call speak for it: the caller's before the server's, spans before logs and messages. */
export function compareSpeakers(a: CallNode, b: CallNode): number {
  return (
    sideOf(a) - sideOf(b) ||
    FROM[a.raw.from] - FROM[b.raw.from] ||
    a.scopeRank - b.scopeRank ||
    Number(a.raw.callId === undefined) - Number(b.raw.callId === undefined) ||
    a.startedMs - b.startedMs ||
    compareText(a.voice, b.voice) ||
    compareText(a.spanId, b.spanId) ||
    compareText(a.trace.id, b.trace.id)
  );
}

/**
 * Order in which units may be bonded: only to one that comes before. Units that hold a call id come first, so that two ids
 * never meet in one group.
 */
export function compareRoots(a: CallNode, b: CallNode): number {
  return Number(a.carrier === undefined) - Number(b.carrier === undefined) || compareSpeakers(a, b);
}

function sideOf({ raw }: CallNode): number {
  return raw.side === 'caller' ? 0 : 1;
}
