import type { ToolCall } from '../model/tool-call.js';
import { deepEqual } from './deep-equal.js';

/** What a call has from where it stands. Taken off again unless `stated` says that the record itself said so. */
const CONTEXT = [
  'user',
  'agent',
  'model',
  'inputTokens',
  'outputTokens',
] as const satisfies readonly (keyof ToolCall)[];

/** What a call may borrow; kept in `stated` only where it was replaced. */
const FACTS = [
  ...(['tool', 'traits', 'effect', 'arguments', 'result', 'answerHash', 'reported', 'callId', 'requestId'] as const),
  ...(['server', 'endedMs', 'guardRefused', 'guardWaitedMs', 'attemptsInside', 'outcome', 'outcomeSource'] as const),
  ...(['outcomeRule', 'category', 'code', 'codeAsWritten', 'retryable', 'retryAfterMs', 'description'] as const),
  ...(['resultCount', 'source', 'rule', 'message', 'signature', 'claims'] as const),
] satisfies readonly (keyof ToolCall)[];

/** The record's own words: a stored row without what an earlier assembly put on it. */
export function ownWords(row: ToolCall): ToolCall {
  const { stated } = row;
  const own = row.sessionFrom === 'call';
  const plain: ToolCall = {
    ...row,
    session: own ? row.session : row.traceId,
    sessionFrom: own ? 'call' : 'none',
    turn: undefined,
    partOf: undefined,
    stated: undefined,
  };
  if (stated === undefined) return plain;
  const blank = Object.fromEntries(CONTEXT.map((key) => [key, undefined]));
  const words = Object.fromEntries(Object.entries(stated).map(([key, value]) => [key, value ?? undefined]));
  return { ...plain, ...blank, agentInstance: '', ...words };
}

/** The call with what has to be remembered of the record's own words. */
export function remembering(call: ToolCall, own: ToolCall): ToolCall {
  const stated: Record<string, unknown> = {};
  for (const key of CONTEXT) if (own[key] !== undefined) stated[key] = own[key];
  if (own.agentInstance !== '') stated['agentInstance'] = own.agentInstance;
  for (const key of FACTS) if (!deepEqual(call[key], own[key])) stated[key] = own[key] ?? null;
  if (own.sessionFrom === 'call' && (call.session !== own.session || call.sessionFrom !== 'call'))
    Object.assign(stated, { session: own.session, sessionFrom: 'call' });
  return { ...call, stated };
}
