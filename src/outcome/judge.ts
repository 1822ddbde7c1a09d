import { isObject } from '../model/json.js';
import type { RecognisedCall } from '../model/recognised.js';
import type { Settings } from '../model/settings.js';
import type { Claim, Verdict } from '../model/tool-call.js';
import { codeRow } from './codes.js';
import { conclude } from './conclude.js';
import { effectOf, type Nature } from './effect.js';

/** A verdict with the effect and the traits of the tool. */
export type Judgement = Verdict & Nature;

/** Judges one recognised call: reads every source, keeps every claim, concludes. */
export function judge(call: RecognisedCall, settings: Settings): Judgement {
  const nature = effectOf({ ...call, arguments: call.arguments.value }, settings);
  const verdict = conclude(claimsOf(call), {
    reported: call.reported,
    effect: nature.effect,
    resultState: call.result.state,
    message: call.errorTexts[0],
  });
  return { ...verdict, ...nature };
}

function claimsOf(call: RecognisedCall): Claim[] {
  const claims: Claim[] = [];
  const { declared } = call;
  if (declared.category ?? declared.code ?? declared.retryable)
    claims.push({ source: 'declared', rule: 'declared', failed: true, ...declared, codeAsWritten: declared.code });
  if (call.failureFlag) claims.push({ source: 'envelope', rule: 'failure-flag', failed: true });
  for (const code of call.machineCodes)
    claims.push({ source: 'code', rule: 'code', failed: true, code: codeRow(code)?.code, codeAsWritten: code });
  if (call.reported === 'error') claims.push({ source: 'code', rule: 'status', failed: true });
  const { value } = call.result;
  const nothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (call.result.state === 'captured' && (nothing || (isObject(value) && Object.keys(value).length === 0)))
    claims.push({ source: 'envelope', rule: 'result.nothing', empty: true });
  return claims;
}
