import type { Claim, Lent, Reported, Sealed, ToolCall, Verdict } from '../model/tool-call.js';
import { conclude } from '../outcome/index.js';
import { isNameless } from './same-tool.js';

/** Who lends facts to a call: an inner record, or a frame that knows something of it. */
export interface Lender extends Lent {
  readonly tool?: string;
  readonly effect?: ToolCall['effect'];
  readonly traits?: ToolCall['traits'];
}

/** What the records of one call say together, beyond its own record. */
export interface Telling {
  /** The record that is the call. */
  readonly head: ToolCall;
  /** The record that says how it came out: the head, or its last run where a framework tried again. */
  readonly last: ToolCall;
  /** Records of the same run, nearest to the agent first. */
  readonly lenders: readonly Lender[];
  /** All records, for what adds up. */
  readonly all: readonly Lent[];
  /** Runs that were seen beyond the first. */
  readonly retries: number;
}

type Facts = Partial<ToolCall>;

/** The call's facts with what others lend it: what it lacks, and the worst that any of them says (reference 7.3 row 3). */
export function borrow({ head, last, lenders, all, retries }: Telling): Facts {
  const lacking = <K extends keyof Lent & keyof ToolCall>(key: K) => head[key] ?? firstOf(lenders, key);
  return {
    ...nameOf(head, lenders),
    ...contentOf(head, last, lenders),
    callId: lacking('callId'),
    requestId: lacking('requestId'),
    server: lacking('server'),
    endedMs: last.endedMs,
    guardRefused: all.some(({ guardRefused }) => guardRefused === true),
    guardWaitedMs: Math.max(0, ...all.map(({ guardWaitedMs }) => guardWaitedMs ?? 0)),
    attemptsInside: Math.max(retries, ...all.map(({ attemptsInside }) => attemptsInside ?? 0)),
  };
}

function firstOf<K extends keyof Lender>(lenders: readonly Lender[], key: K): Lender[K] | undefined {
  return lenders.find((one) => one[key] !== undefined)?.[key];
}

function nameOf(head: ToolCall, lenders: readonly Lender[]): Facts {
  const named = isNameless(head) ? lenders.find(({ tool }) => tool !== undefined && !isNameless({ tool })) : undefined;
  const known = named ?? head;
  const effect =
    known.effect !== 'unknown' ? known.effect : lenders.find((one) => (one.effect ?? 'unknown') !== 'unknown')?.effect;
  return { tool: known.tool ?? head.tool, traits: known.traits ?? head.traits, effect: effect ?? head.effect };
}

/** Arguments, result and verdict. */
function contentOf(head: ToolCall, last: ToolCall, lenders: readonly Lender[]): Facts {
  const failed = last.outcome === 'error';
  // What did not fail tells another end of the story than the agent saw, for example after a timeout.
  const tellers = lenders.filter(({ outcome }) => !failed || outcome === undefined || outcome === 'error');
  const result = tellers.find((one) => isBetter(one.result, last.result));
  const given = lenders.find((one) => isBetter(one.arguments, head.arguments));
  const content = {
    arguments: given?.arguments ?? head.arguments,
    result: result?.result ?? last.result,
    answerHash: result ? result.answerHash : last.answerHash,
  };
  return { ...content, ...verdictOf(last, lenders, content.result, nameOf(head, lenders).effect ?? head.effect) };
}

/** Captured beats cut off beats not captured. What was hidden on purpose stays hidden. */
function isBetter(lent: Sealed | undefined, own: Sealed): boolean {
  if (own.state === 'redacted' || own.state === 'captured' || lent === undefined) return false;
  return lent.state === 'captured' || (lent.state === 'truncated' && own.state === 'absent');
}

function verdictOf(last: ToolCall, lenders: readonly Lender[], result: Sealed, effect: ToolCall['effect']): Facts {
  const claims = withOthers(
    last.claims,
    lenders.flatMap((one) => one.claims ?? []),
  );
  const reported = last.reported !== 'unset' ? last.reported : worst(lenders.map((one) => one.reported ?? 'unset'));
  const own = verdictFields(last);
  const unchanged = claims === last.claims && reported === last.reported && result === last.result;
  if (unchanged && effect === last.effect) return { ...own, reported };
  const message = last.message ?? firstOf(lenders, 'message');
  const signature = last.message === undefined ? firstOf(lenders, 'signature') : last.signature;
  const verdict = conclude(claims, { reported, effect, resultState: result.state, message, signature });
  // Descriptions are redacted when sealed; the claims hold them as they were written.
  const description = last.description ?? firstOf(lenders, 'description');
  return {
    ...verdict,
    description: verdict.description === undefined ? undefined : (description ?? verdict.description),
    reported,
  };
}

function verdictFields(call: ToolCall): Verdict {
  const { outcome, outcomeSource, outcomeRule, category, code, codeAsWritten, retryable, retryAfterMs } = call;
  const { description, resultCount, source, rule, message, signature, claims } = call;
  return {
    ...{ outcome, outcomeSource, outcomeRule, category, code, codeAsWritten, retryable, retryAfterMs },
    ...{ description, resultCount, source, rule, message, signature, claims },
  };
}

/** The record's own claims as they are, then what others say beyond them. */
function withOthers(own: readonly Claim[], others: readonly Claim[]): readonly Claim[] {
  const known = new Set(own.map(print));
  const more = others.filter((claim) => !known.has(print(claim)) && known.add(print(claim)));
  return more.length === 0 ? own : [...own, ...more];
}

function print(claim: Claim): string {
  return JSON.stringify(claim, Object.keys(claim).sort());
}

function worst(reports: readonly Reported[]): Reported {
  if (reports.includes('error')) return 'error';
  return reports.includes('ok') ? 'ok' : 'unset';
}
