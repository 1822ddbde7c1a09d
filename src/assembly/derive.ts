import type { ToolCall } from '../model/tool-call.js';
import { deepEqual } from './deep-equal.js';
import type { CallNode } from './node.js';
import { toRemember } from './stated.js';
import { compareSpeakers } from './voice.js';

/** What all records of a call have in common: where it stands and what asked for it. */
export type Shared = Pick<
  ToolCall,
  'session' | 'sessionFrom' | 'user' | 'agent' | 'agentInstance' | 'turn' | 'model' | 'inputTokens' | 'outputTokens'
>;

/** Where a call stands: by its own record, else by the others on the caller's side. */
export function sharedBy(head: CallNode, others: readonly CallNode[]): Shared {
  const callers = others.filter(({ raw }) => raw.side === 'caller').sort(compareSpeakers);
  const tellers = [head, ...callers.filter((node) => node !== head)];
  const turn = firstOf(tellers, (node) => node.turn);
  const { raw } = head;
  return {
    ...sessionOf(head, tellers),
    user: firstOf(tellers, (node) => node.raw.user ?? node.received.user),
    agent: firstOf(tellers, (node) => node.raw.agent ?? node.received.agentName),
    agentInstance:
      firstOf(tellers, (node) => node.place?.instance) ??
      firstOf(tellers, (node) => node.raw.agentInstance || undefined) ??
      '',
    turn: turn?.spanId,
    model: turn?.raw.model ?? firstOf(tellers, (node) => node.raw.model),
    inputTokens: turn?.raw.inputTokens ?? raw.inputTokens,
    outputTokens: turn?.raw.outputTokens ?? raw.outputTokens,
  };
}

function firstOf<T>(nodes: readonly CallNode[], get: (node: CallNode) => T | undefined): T | undefined {
  for (const node of nodes) {
    const value = get(node);
    if (value !== undefined) return value;
  }
  return undefined;
}

function sessionOf({ place, raw }: CallNode, tellers: readonly CallNode[]): Pick<Shared, 'session' | 'sessionFrom'> {
  if (place && place.sessionFrom !== 'none') return { session: place.session, sessionFrom: place.sessionFrom };
  const told = tellers.find((node) => node.place && node.place.sessionFrom !== 'none')?.place;
  return told ? { session: told.session, sessionFrom: 'ancestor' } : { session: raw.traceId, sessionFrom: 'none' };
}

/** The row of the record that is the call. */
export function headRow(node: CallNode, shared: Shared, facts: Partial<ToolCall>): ToolCall {
  return finished(node, { ...facts, ...shared, partOf: undefined }, facts);
}

/** The row of a record that is a part of a call: it stands where the call stands. */
export function partRow(node: CallNode, shared: Shared, head: CallNode): ToolCall {
  const sessionFrom = node.place?.session === shared.session ? node.place.sessionFrom : 'ancestor';
  return finished(node, { ...shared, sessionFrom, partOf: head.spanId }, {});
}

/** The row itself where nothing differs, so that callers see by identity what has to be written. */
function finished({ raw, row }: CallNode, derived: Partial<ToolCall>, facts: Partial<ToolCall>): ToolCall {
  // A key added to a wide object later makes it four times as big, so it stands there from the start.
  const call = { stated: undefined as ToolCall['stated'], ...raw, ...derived };
  if (deepEqual(call, raw)) return row.stated === undefined && deepEqual(row, raw) ? row : raw;
  call.stated = toRemember(call, raw, facts);
  return deepEqual(call, row) ? row : call;
}
