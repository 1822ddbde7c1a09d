import type { RecognisedCall } from '../model/recognised.js';
import type { Claim } from '../model/tool-call.js';
import { codeRow } from './code-reading.js';

/** What the tool or its author stated as attributes (source 1). A category or a code states a failure; the rest only describes. */
export function declaredClaims({ declared, cancelled }: RecognisedCall): readonly Claim[] {
  const claims: Claim[] = [];
  const { code, resultCount, ...rest } = declared;
  const states = code !== undefined || Object.values(rest).some((value) => value !== undefined);
  if (cancelled) claims.push({ source: 'declared', rule: 'call.cancelled', failed: true, code: 'cancelled' });
  if (states)
    claims.push({
      source: 'declared',
      rule: 'declared.attributes',
      ...rest,
      failed: declared.category !== undefined || code !== undefined ? true : undefined,
      code: codeRow(code)?.code,
      codeAsWritten: code,
    });
  if (resultCount !== undefined)
    claims.push({
      source: 'declared',
      rule: 'declared.result-count',
      resultCount,
      empty: resultCount === 0 ? true : undefined,
    });
  return claims;
}
