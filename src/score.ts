import type { Finding } from './model/finding.js';
import type { JsonObject } from './model/json.js';
import type { ToolCall } from './model/tool-call.js';
import { CODES } from './outcome/index.js';

/** How well one tool tells agents what to do about its failures. Shares are of its errors, 0 to 1; undefined without errors. */
export interface ScoreCard {
  readonly tool: string;
  readonly server: string | undefined;
  readonly calls: number;
  readonly errors: number;
  /** Errors of which the tool itself named a category, said whether a resend can work, and described the failure. */
  readonly structured: number | undefined;
  readonly withCategory: number | undefined;
  readonly withRetryable: number | undefined;
  readonly withDescription: number | undefined;
  /** Of errors that can be resent only: how many say when. */
  readonly withRetryAfter: number | undefined;
  readonly contradictions: number;
  readonly emptyReportedAsError: number;
  readonly errorReportedAsSuccess: number;
  readonly worst: WorstSignature | undefined;
}

/** The most frequent kind of failure, and what the tool should return for it. */
export interface WorstSignature {
  readonly signature: string;
  readonly calls: number;
  readonly shouldReturn: JsonObject;
}

/** Score cards of all tools that were called, most errors first. */
export function scoreTools(calls: readonly ToolCall[], findings: readonly Finding[]): ScoreCard[] {
  const tools = new Map<string, ToolCall[]>();
  for (const call of calls) {
    if (call.guardRefused || call.partOf !== undefined) continue;
    const key = JSON.stringify([call.server ?? null, call.tool]);
    const group = tools.get(key);
    if (group) group.push(call);
    else tools.set(key, [call]);
  }
  return [...tools.values()]
    .map((group) => scoreOne(group, findings))
    .sort((a, b) => b.errors - a.errors || a.tool.localeCompare(b.tool));
}

function scoreOne(calls: readonly ToolCall[], findings: readonly Finding[]): ScoreCard {
  const { tool = '', server } = calls[0] ?? {};
  const errors = calls.filter(({ outcome }) => outcome === 'error');
  const spans = new Set(calls.map(({ spanId }) => spanId));
  const found = (detector: string) =>
    findings
      .filter((one) => one.detector === detector && one.tool === tool && one.calls.some((id) => spans.has(id)))
      .reduce((sum, { callCount }) => sum + callCount, 0);
  const share = (of: readonly ToolCall[], test: (call: ToolCall) => boolean) =>
    of.length === 0 ? undefined : of.filter(test).length / of.length;
  return {
    tool,
    server,
    calls: calls.length,
    errors: errors.length,
    structured: share(errors, (call) => toldCategory(call) && toldRetryable(call) && toldDescription(call)),
    withCategory: share(errors, toldCategory),
    withRetryable: share(errors, toldRetryable),
    withDescription: share(errors, toldDescription),
    withRetryAfter: share(
      errors.filter(({ retryable }) => retryable === true),
      ({ retryAfterMs }) => retryAfterMs !== undefined,
    ),
    contradictions: found('contradictory-metadata'),
    emptyReportedAsError: found('empty-reported-as-error'),
    errorReportedAsSuccess: found('error-reported-as-success'),
    worst: worstOf(errors),
  };
}

/** The tool itself said it: in attributes or in its answer, not concluded from a code or a text. */
function told(call: ToolCall, test: (claim: ToolCall['claims'][number]) => boolean): boolean {
  return call.claims.some((claim) => (claim.source === 'declared' || claim.source === 'envelope') && test(claim));
}

const toldCategory = (call: ToolCall) => told(call, ({ category }) => category !== undefined);
const toldRetryable = (call: ToolCall) => told(call, ({ retryable }) => retryable !== undefined);
const toldDescription = (call: ToolCall) => told(call, ({ description }) => description !== undefined);

function worstOf(errors: readonly ToolCall[]): WorstSignature | undefined {
  const groups = new Map<string, ToolCall[]>();
  for (const call of errors)
    groups.set(call.signature ?? '(no text)', [...(groups.get(call.signature ?? '(no text)') ?? []), call]);
  const [worst] = [...groups].sort(([a, x], [b, y]) => y.length - x.length || a.localeCompare(b));
  if (!worst) return undefined;
  const [signature, calls] = worst;
  const [sample] = calls;
  return sample ? { signature, calls: calls.length, shouldReturn: shouldReturn(sample) } : undefined;
}

/** The MCP result that says all an agent needs; what the evidence does not say is left for the author to fill in. */
export function shouldReturn(call: ToolCall): JsonObject {
  const row = Object.values(CODES).find(({ code }) => code === call.code);
  const category = call.category ?? row?.category;
  const isRetryable = category === undefined ? undefined : category === 'transient';
  const description = call.description ?? call.message ?? 'what went wrong, and what the agent should do about it';
  return {
    isError: true,
    content: [{ type: 'text', text: description }],
    structuredContent: {
      errorCategory: category ?? '(transient | validation | business | permission)',
      ...(call.code === undefined ? {} : { errorCode: call.code }),
      isRetryable: isRetryable ?? '(true only if sending the same call again can work)',
      description,
      ...(isRetryable
        ? { retryAfterSeconds: call.retryAfterMs === undefined ? '(seconds)' : call.retryAfterMs / 1000 }
        : {}),
    },
  };
}

/** A score card as scripts and the API read it; unknown shares are null. */
export interface ScoreRow {
  readonly tool: string;
  readonly server: string | null;
  readonly calls: number;
  readonly errors: number;
  readonly structured: number | null;
  readonly with_category: number | null;
  readonly with_retryable: number | null;
  readonly with_description: number | null;
  readonly with_retry_after: number | null;
  readonly contradictions: number;
  readonly empty_reported_as_error: number;
  readonly error_reported_as_success: number;
  readonly worst: { readonly signature: string; readonly calls: number; readonly should_return: JsonObject } | null;
}

/** The row of a score card. */
export function scoreRow(card: ScoreCard): ScoreRow {
  return {
    tool: card.tool,
    server: card.server ?? null,
    calls: card.calls,
    errors: card.errors,
    structured: card.structured ?? null,
    with_category: card.withCategory ?? null,
    with_retryable: card.withRetryable ?? null,
    with_description: card.withDescription ?? null,
    with_retry_after: card.withRetryAfter ?? null,
    contradictions: card.contradictions,
    empty_reported_as_error: card.emptyReportedAsError,
    error_reported_as_success: card.errorReportedAsSuccess,
    worst: card.worst
      ? { signature: card.worst.signature, calls: card.worst.calls, should_return: card.worst.shouldReturn }
      : null,
  };
}
