import type { Content } from '../model/recognised.js';
import type { Claim, Effect, Reported, Source, Verdict } from '../model/tool-call.js';
import { codeRow } from './code-reading.js';
import { signatureOf } from './signature.js';

/** What a verdict depends on besides the claims. */
export interface About {
  readonly reported: Reported;
  readonly effect: Effect;
  readonly resultState: Content['state'];
  /** Error text for a person; the signature is derived from it unless given. */
  readonly message?: string | undefined;
  readonly signature?: string | undefined;
}

type Decision = Pick<Verdict, 'outcome' | 'outcomeSource' | 'outcomeRule'>;
type Cause = Pick<Verdict, 'category' | 'code' | 'codeAsWritten' | 'retryable' | 'source' | 'rule'>;

const RANK: Record<Source, number> = { declared: 0, envelope: 1, code: 2, text: 3, none: 4 };
const NO_CAUSE: Cause = {
  category: undefined,
  code: undefined,
  codeAsWritten: undefined,
  retryable: undefined,
  source: 'none',
  rule: '',
};

/** Derives the verdict from claims alone, in any order of sources: judging and merging of spans share it. */
export function conclude(claims: readonly Claim[], about: About): Verdict {
  const ranked = byRank(claims);
  const { outcome, outcomeSource, outcomeRule } = decide(ranked, about);
  const failed = outcome === 'error';
  const { category, code, codeAsWritten, retryable, source, rule } = failed ? causeOf(ranked) : NO_CAUSE;
  const message = failed ? about.message : undefined;
  const signature = message === undefined ? undefined : (about.signature ?? signatureOf(message));
  // Written out: this runs for every call, and spreading several objects is many times slower.
  return {
    outcome,
    outcomeSource,
    outcomeRule,
    category,
    code,
    codeAsWritten,
    retryable,
    retryAfterMs: first(ranked, 'retryAfterMs'),
    description: first(ranked, 'description'),
    resultCount: first(ranked, 'resultCount'),
    source,
    rule,
    message,
    signature,
    claims,
  };
}

/** Strongest source first; claims of one source keep their order. */
function byRank(claims: readonly Claim[]): readonly Claim[] {
  return claims.length < 2 ? claims : [...claims].sort((a, b) => RANK[a.source] - RANK[b.source]);
}

function first<K extends keyof Claim>(ranked: readonly Claim[], key: K): Claim[K] | undefined {
  for (const claim of ranked) if (claim[key] !== undefined) return claim[key];
  return undefined;
}

/** The worst that declared, envelope and code say; text only where they are silent. A status OK overrules nobody. */
function decide(ranked: readonly Claim[], about: About): Decision {
  if (ranked.length === 0 && about.reported !== 'error') return unopposed(about);
  const stated = ranked.filter(({ source }) => source !== 'text');
  const failures = stated.filter(({ failed }) => failed === true);
  const text = ranked.find((claim) => claim.source === 'text' && claim.failed === true);
  const failure = failures[0] ?? (stated.some(({ failed }) => failed === false) ? undefined : text);
  const nothing = nothingSaid(ranked, about.effect);
  if (failure && !(nothing && failures.every(isBare))) return decision('error', failure);
  if (!failure && !nothing && about.reported === 'error') return decision('error', { source: 'code', rule: 'status' });
  const empty = nothing ?? (failure ? undefined : nothingThere(ranked, about.effect));
  if (empty) return decision('empty', empty);
  const fine = stated.find(({ failed }) => failed === false);
  if (fine) return decision('ok', fine);
  return unopposed(about);
}

/** No source says anything: the report and the sight of a result are all there is. */
function unopposed(about: About): Decision {
  const told = about.reported === 'ok' ? 'reported' : seen(about) ? 'result' : undefined;
  return { outcome: told ? 'ok' : 'unknown', outcomeSource: 'none', outcomeRule: told ?? '' };
}

function decision(outcome: Verdict['outcome'], { source, rule }: Pick<Claim, 'source' | 'rule'>): Decision {
  return { outcome, outcomeSource: source, outcomeRule: rule };
}

function seen({ resultState }: About): boolean {
  return resultState === 'captured' || resultState === 'truncated';
}

/** A phrase or a count that says "nothing found". An action has nothing to find. */
function nothingSaid(ranked: readonly Claim[], effect: Effect): Claim | undefined {
  if (effect === 'action') return undefined;
  return ranked.find((claim) => claim.empty === true && (claim.source === 'text' || claim.resultCount === 0));
}

/** A result with nothing in it means "empty" only for a question. */
function nothingThere(ranked: readonly Claim[], effect: Effect): Claim | undefined {
  return effect === 'question' ? ranked.find((claim) => claim.empty === true) : undefined;
}

/** A flag or an unknown code: says that something failed, not what. Only such a failure can be a misreported "nothing found". */
function isBare({ category, code, retryable }: Claim): boolean {
  return category === undefined && code === undefined && retryable === undefined;
}

/** Category, code and retryability from the first source that speaks; what it leaves out is filled in by the next. */
function causeOf(ranked: readonly Claim[]): Cause {
  const speaker = ranked.find((claim) => !isBare(claim));
  const codes = ranked.filter(({ code }) => code !== undefined);
  const decided = ranked.find(({ category, code }) => category !== undefined || code !== undefined);
  const category = decided?.category ?? codeRow(decided?.code)?.category;
  const fitting = codes.find(({ code }) => codeRow(code)?.category === category);
  const row = codeRow(fitting?.code);
  const stated = first(ranked, 'retryable');
  return {
    category,
    code: row?.code,
    codeAsWritten: fitting?.codeAsWritten ?? first(ranked, 'codeAsWritten'),
    retryable: stated ?? (category === undefined ? undefined : category === 'transient'),
    source: speaker?.source ?? 'none',
    rule: speaker?.rule ?? '',
  };
}
