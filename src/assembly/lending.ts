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

type Facts = { -readonly [K in keyof ToolCall]?: ToolCall[K] };

/**
 * What others lend the call: what it lacks, and the worst that any of them says (reference 7.3 row 3). Only fields that
 * are not as the call's own record has them.
 */
export function borrow(telling: Telling): Facts {
  const { head, lenders, all, retries } = telling;
  const facts: Facts = {};
  const put = <K extends keyof ToolCall>(key: K, value: ToolCall[K]) => {
    if (value !== head[key]) facts[key] = value;
  };
  const named = nameOf(head, lenders);
  put('tool', named.tool ?? head.tool);
  put('traits', named.traits ?? head.traits);
  put('effect', effectOf(named, head, lenders));
  for (const key of LACKED) put(key, head[key] ?? firstOf(lenders, key));
  put('endedMs', telling.last.endedMs);
  put(
    'guardRefused',
    all.some(({ guardRefused }) => guardRefused === true),
  );
  put('guardWaitedMs', most(all, 'guardWaitedMs'));
  put('attemptsInside', Math.max(retries, most(all, 'attemptsInside')));
  putContent(telling, put);
  const verdict = verdictOf(telling, facts.result ?? head.result, facts.effect ?? head.effect);
  return verdict ? { ...facts, ...verdict } : facts;
}

type Put = <K extends keyof ToolCall>(key: K, value: ToolCall[K]) => void;

const LACKED = ['callId', 'requestId', 'server'] as const;

function firstOf<K extends keyof Lender>(lenders: readonly Lender[], key: K): Lender[K] | undefined {
  return lenders.find((one) => one[key] !== undefined)?.[key];
}

function most(all: readonly Lent[], key: 'guardWaitedMs' | 'attemptsInside'): number {
  return all.reduce((highest, one) => Math.max(highest, one[key] ?? 0), 0);
}

function nameOf(head: ToolCall, lenders: readonly Lender[]): Lender {
  if (!isNameless(head)) return head;
  return lenders.find(({ tool }) => tool !== undefined && !isNameless({ tool })) ?? head;
}

function effectOf(named: Lender, head: ToolCall, lenders: readonly Lender[]): ToolCall['effect'] {
  const knows = ({ effect }: Lender) => effect !== undefined && effect !== 'unknown';
  return [named, ...lenders].find(knows)?.effect ?? head.effect;
}

/** Arguments and result. */
function putContent({ head, last, lenders }: Telling, put: Put): void {
  const failed = last.outcome === 'error';
  // What did not fail tells another end of the story than the agent saw, for example after a timeout.
  const tellers = lenders.filter(({ outcome }) => !failed || outcome === undefined || outcome === 'error');
  const result = tellers.find((one) => isBetter(one.result, last.result));
  const given = lenders.find((one) => isBetter(one.arguments, head.arguments));
  put('arguments', given?.arguments ?? head.arguments);
  put('result', result?.result ?? last.result);
  put('answerHash', result ? result.answerHash : last.answerHash);
}

/** Captured beats cut off beats not captured. What was hidden on purpose stays hidden. */
function isBetter(lent: Sealed | undefined, own: Sealed): boolean {
  if (own.state === 'redacted' || own.state === 'captured' || lent === undefined) return false;
  return lent.state === 'captured' || (lent.state === 'truncated' && own.state === 'absent');
}

/** The verdict, where it is not the head's own. */
function verdictOf({ head, last, lenders }: Telling, result: Sealed, effect: ToolCall['effect']): Facts | undefined {
  const others = lenders.flatMap((one) => one.claims ?? []);
  const claims = withOthers(last.claims, others);
  const reported = last.reported !== 'unset' ? last.reported : worst(lenders);
  const unchanged = claims === last.claims && reported === last.reported && result === last.result;
  if (unchanged && effect === last.effect) return last === head ? undefined : { ...verdictFields(last), reported };
  const message = last.message ?? firstOf(lenders, 'message');
  const signature = last.message === undefined ? firstOf(lenders, 'signature') : last.signature;
  const verdict = conclude(claims, { reported, effect, resultState: result.state, message, signature });
  if (verdict.description === undefined) return { ...verdict, reported };
  // Descriptions are redacted when sealed; the claims hold them as they were written.
  const description = last.description ?? firstOf(lenders, 'description') ?? verdict.description;
  return { ...verdict, description, reported };
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
  if (others.length === 0) return own;
  const known = new Set(own.map(print));
  const more = others.filter((claim) => !known.has(print(claim)) && known.add(print(claim)));
  return more.length === 0 ? own : [...own, ...more];
}

function print(claim: Claim): string {
  return JSON.stringify(claim, Object.keys(claim).sort());
}

function worst(lenders: readonly Lender[]): Reported {
  if (lenders.some(({ reported }) => reported === 'error')) return 'error';
  return lenders.some(({ reported }) => reported === 'ok') ? 'ok' : 'unset';
}
