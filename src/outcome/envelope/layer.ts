import type { Json } from '../../model/json.js';
import type { Claim } from '../../model/tool-call.js';
import { codeRow, codeRowWith, exitStatus } from '../code-reading.js';
import type { Facts } from './facts.js';

/** What a reader needs to know beyond the value. */
export interface Setting {
  /** When the answer arrived, for waits stated as a date. */
  readonly nowMs: number;
  /** The tool asks: a record it returns may tell of somebody else's failure. */
  readonly question: boolean;
}

/** One wrapper taken off: what it said, and what it held. */
export interface Layer {
  readonly claims: readonly Claim[];
  /** Error texts, best first. */
  readonly texts: readonly string[];
  readonly rest: Json | undefined;
  /** The rest is data; looking for further wrappers in it would misread records. */
  readonly last?: boolean | undefined;
}

/** A wrapper that says nothing by itself. */
export function plainLayer(rest: Json | undefined): Layer {
  return { claims: [], texts: [], rest };
}

/** A failure flag without facts. */
export function flagged(rule: string, failed: boolean): Claim {
  return { source: 'envelope', rule, failed };
}

/** The claim that an error object makes. An exit status is a code even inside an envelope. */
export function failure(rule: string, facts: Facts, extra: Partial<Claim> = {}): Claim {
  const written = facts.codes[0];
  const row = facts.codes.map((code) => codeRowWith(code, facts.message ?? '')).find(Boolean);
  const exit = written !== undefined && exitStatus(written) !== undefined;
  return {
    source: exit ? 'code' : 'envelope',
    rule,
    failed: true,
    category: facts.category,
    code: row?.code,
    codeAsWritten: row ? (facts.codes.find((code) => codeRow(code) !== undefined) ?? written) : written,
    retryable: facts.retryable,
    retryAfterMs: facts.retryAfterMs,
    description: facts.description,
    ...extra,
  };
}
