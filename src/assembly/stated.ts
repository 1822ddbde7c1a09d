import type { ToolCall } from '../model/tool-call.js';
import { deepEqual } from './deep-equal.js';

/**
 * What a call has from where it stands: taken off again unless `stated` says that the record itself said so. All other
 * fields are in `stated` only where a borrowed fact replaced them.
 */
const CONTEXT = [
  'user',
  'agent',
  'model',
  'inputTokens',
  'outputTokens',
] as const satisfies readonly (keyof ToolCall)[];

/** The record's own words: a stored row without what an earlier assembly put on it. */
export function ownWords(row: ToolCall): ToolCall {
  const { stated } = row;
  if (isOwn(row)) return row;
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

/** Nothing was put on it yet. */
function isOwn({ stated, turn, partOf, session, sessionFrom, traceId }: ToolCall): boolean {
  if (stated !== undefined || turn !== undefined || partOf !== undefined) return false;
  return sessionFrom === 'call' || (sessionFrom === 'none' && session === traceId);
}

/** What has to be remembered of the record's own words beside a row that replaces some of them. */
export function toRemember(call: ToolCall, own: ToolCall, facts: Partial<ToolCall>): Record<string, unknown> {
  const stated: Record<string, unknown> = {};
  for (const key of CONTEXT) if (own[key] !== undefined) stated[key] = own[key];
  if (own.agentInstance !== '') stated['agentInstance'] = own.agentInstance;
  for (const key of Object.keys(facts) as (keyof ToolCall)[])
    if (!deepEqual(call[key], own[key])) stated[key] = own[key] ?? null;
  if (own.sessionFrom === 'call' && (call.session !== own.session || call.sessionFrom !== 'call'))
    Object.assign(stated, { session: own.session, sessionFrom: 'call' });
  return stated;
}
