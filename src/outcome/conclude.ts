import type { Content } from '../model/recognised.js';
import type { Claim, Effect, Reported, Source, Verdict } from '../model/tool-call.js';
import { type CodeRow, codeRow } from './codes.js';
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

const RANK: Record<Source, number> = { declared: 0, envelope: 1, code: 2, text: 3, none: 4 };

/** Derives the verdict from claims alone, in any order: judging and merging of spans share it. */
export function conclude(claims: readonly Claim[], about: About): Verdict {
  const ranked = [...claims].sort((a, b) => RANK[a.source] - RANK[b.source]);
  const decided = outcomeOf(ranked, about);
  const failed = decided.outcome === 'error';
  const speaker = failed ? ranked.find(speaks) : undefined;
  const row = codeRow(speaker?.code);
  const category = speaker?.category ?? row?.category;
  const first = <K extends keyof Claim>(key: K): Claim[K] | undefined =>
    ranked.find((claim) => claim[key] !== undefined)?.[key];
  return {
    ...decided,
    category,
    code: row?.code,
    codeAsWritten: speaker?.codeAsWritten,
    retryable: failed ? (first('retryable') ?? retryableBy(category, row)) : undefined,
    retryAfterMs: first('retryAfterMs'),
    description: first('description'),
    resultCount: first('resultCount'),
    source: speaker?.source ?? 'none',
    rule: speaker?.rule ?? '',
    message: failed ? about.message : undefined,
    signature: failed ? (about.signature ?? (about.message && signatureOf(about.message))) : undefined,
    claims,
  };
}

function speaks({ category, code, retryable }: Claim): boolean {
  return category !== undefined || code !== undefined || retryable !== undefined;
}

function retryableBy(category: Verdict['category'], row: CodeRow | undefined): boolean | undefined {
  return category === undefined && row === undefined ? undefined : category === 'transient';
}

function outcomeOf(ranked: readonly Claim[], about: About): Pick<Verdict, 'outcome' | 'outcomeSource' | 'outcomeRule'> {
  const failure = ranked.find(({ failed }) => failed === true);
  if (failure) return { outcome: 'error', outcomeSource: failure.source, outcomeRule: failure.rule };
  const empty = about.effect === 'question' ? ranked.find((claim) => claim.empty === true) : undefined;
  if (empty) return { outcome: 'empty', outcomeSource: empty.source, outcomeRule: empty.rule };
  if (about.reported === 'ok' || about.resultState === 'captured' || about.resultState === 'truncated')
    return { outcome: 'ok', outcomeSource: 'none', outcomeRule: '' };
  return { outcome: 'unknown', outcomeSource: 'none', outcomeRule: '' };
}
