import type { RecognisedCall } from '../model/recognised.js';
import type { Claim } from '../model/tool-call.js';
import { codeRowWith, exitStatus } from './code-reading.js';

/** What codes beside the result say (source 3), and the span status. A code that nobody knows still says that the call failed. */
export function codeClaims(
  { machineCodes, failureFlag, reported }: RecognisedCall,
  message: () => string | undefined,
): readonly Claim[] {
  const claims = machineCodes.map((written) => codeClaim(written, message() ?? ''));
  if (failureFlag) claims.push({ source: 'envelope', rule: 'failure-flag', failed: true });
  if (reported === 'error') claims.push({ source: 'code', rule: 'status', failed: true });
  return claims;
}

function codeClaim(written: string, message: string): Claim {
  const exit = exitStatus(written);
  if (exit === 0) return { source: 'code', rule: 'exit-status', failed: false };
  if (/^[123]\d\d$/.test(written.trim())) return { source: 'code', rule: 'http-status', failed: false };
  const row = codeRowWith(written, message);
  return {
    source: 'code',
    rule: exit === undefined ? (row ? 'machine-code' : 'machine-code.unknown') : 'exit-status',
    failed: true,
    code: row?.code,
    codeAsWritten: written,
  };
}
