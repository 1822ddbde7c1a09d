import type { Category } from '../model/tool-call.js';

/** One row of the code table: what a code means, how often a call that got it may be made, and what helps. */
export interface CodeRow {
  readonly code: string;
  readonly category: Category | undefined;
  /** Real calls at most for one series that keeps getting this code. Undefined: no budget (cancelled, denied). */
  readonly realCalls: number | undefined;
  readonly recovery: string;
  /** Other spellings, canonical spelling left out. Compared without case, punctuation, namespace and `Error`/`Exception`. */
  readonly aliases: readonly string[];
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const SLOW = 'Wait, resend once; then say that the source is not answering.';
const BUSY = 'Wait the stated time, else back off with jitter; give up after two waits.';
const REPAIR = 'Correct the input; a corrected call is a new call, once more.';
const DOMAIN = 'Take another path or escalate; never shrink the request to slip under a limit.';
const RIGHTS = 'Escalate or change the credentials; no other tool as a way around.';

/** The code table of the design, the only place where a code gets its meaning. */
export const CODES: readonly CodeRow[] = [
  {
    code: 'timeout',
    category: 'transient',
    realCalls: 2,
    recovery: SLOW,
    aliases: words('408 504 DEADLINE_EXCEEDED ETIMEDOUT'),
  },
  { code: 'source_error', category: 'transient', realCalls: 2, recovery: SLOW, aliases: [] },
  { code: 'internal', category: 'transient', realCalls: 2, recovery: SLOW, aliases: words('500') },
  {
    code: 'unavailable',
    category: 'transient',
    realCalls: 3,
    recovery: BUSY,
    aliases: words('SYSTEM_UNAVAILABLE temporarily_unavailable 502 503'),
  },
  { code: 'overloaded', category: 'transient', realCalls: 3, recovery: BUSY, aliases: words('529') },
  {
    code: 'connection_failed',
    category: 'transient',
    realCalls: 3,
    recovery: BUSY,
    aliases: words('ECONNREFUSED ECONNRESET'),
  },
  { code: 'rate_limited', category: 'transient', realCalls: 3, recovery: BUSY, aliases: words('RATE_LIMIT 429') },
  {
    code: 'invalid_arguments',
    category: 'validation',
    realCalls: 1,
    recovery: REPAIR,
    aliases: words('VALIDATION_ERROR invalid_parameters 400 422 -32602 INVALID_ARGUMENT'),
  },
  { code: 'malformed', category: 'validation', realCalls: 1, recovery: REPAIR, aliases: words('-32700 -32600') },
  {
    code: 'unknown_name',
    category: 'validation',
    realCalls: 1,
    recovery: 'Correct the name.',
    aliases: words('unknown_endpoint -32601 ENOENT'),
  },
  {
    code: 'not_found',
    category: 'business',
    realCalls: 1,
    recovery: 'Tell the user, or ask something else.',
    aliases: words('404'),
  },
  { code: 'policy_violation', category: 'business', realCalls: 1, recovery: DOMAIN, aliases: [] },
  { code: 'limit_exceeded', category: 'business', realCalls: 1, recovery: DOMAIN, aliases: [] },
  {
    code: 'precondition_failed',
    category: 'business',
    realCalls: 1,
    recovery: DOMAIN,
    aliases: words('FAILED_PRECONDITION 412'),
  },
  { code: 'conflict', category: 'business', realCalls: 1, recovery: DOMAIN, aliases: words('409 ALREADY_EXISTS') },
  {
    code: 'insufficient_credits',
    category: 'business',
    realCalls: 1,
    recovery: 'Stop and tell the user; no other tool as a way around.',
    aliases: words('402'),
  },
  { code: 'unauthenticated', category: 'permission', realCalls: 1, recovery: RIGHTS, aliases: words('401') },
  { code: 'permission_denied', category: 'permission', realCalls: 1, recovery: RIGHTS, aliases: words('403 EACCES') },
  { code: 'restricted', category: 'permission', realCalls: 1, recovery: RIGHTS, aliases: words('restricted_endpoint') },
  { code: 'cancelled', category: undefined, realCalls: undefined, recovery: 'Do as the user said.', aliases: [] },
  { code: 'denied_by_user', category: undefined, realCalls: undefined, recovery: 'Do as the user said.', aliases: [] },
];

/** What holds for an error that no row covers. */
export const UNCLASSIFIED: Pick<CodeRow, 'category' | 'realCalls' | 'recovery'> = {
  category: undefined,
  realCalls: 2,
  recovery: 'Resend once at most; then report the error as it is.',
};

const byName = new Map<string, CodeRow>();
for (const row of CODES) for (const name of [row.code, ...row.aliases]) byName.set(keyOf(name), row);

function keyOf(written: string): string {
  const last = /^-?\d+$/.test(written) ? written : (written.split(/[.:\\/]/).pop() ?? '');
  return last
    .toLowerCase()
    .replace(/[^a-z0-9-]|(?<=[a-z])-/g, '')
    .replace(/(?:error|exception|fault)$/, '');
}

/** The row of a code as somebody wrote it; undefined where the table does not know it. */
export function codeRow(written: string | undefined): CodeRow | undefined {
  return written === undefined ? undefined : byName.get(keyOf(written));
}
