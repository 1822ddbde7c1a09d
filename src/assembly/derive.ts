import type { ToolCall } from '../model/tool-call.js';
import { deepEqual } from './deep-equal.js';
import type { CallNode } from './node.js';
import { remembering } from './stated.js';
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
export function headRow({ raw, row }: CallNode, shared: Shared, facts: Partial<ToolCall>): ToolCall {
  return finished({ ...raw, ...facts, ...shared, partOf: undefined }, raw, row);
}

/** The row of a record that is a part of a call: it stands where the call stands. */
export function partRow({ raw, row, place }: CallNode, shared: Shared, head: CallNode): ToolCall {
  const sessionFrom = place?.session === shared.session ? place.sessionFrom : 'ancestor';
  return finished({ ...raw, ...shared, sessionFrom, partOf: head.spanId }, raw, row);
}

/** The row itself where nothing differs, so that callers see by identity what has to be written. */
function finished(call: ToolCall, own: ToolCall, row: ToolCall): ToolCall {
  if (deepEqual(call, own)) return row.stated === undefined && deepEqual(row, own) ? row : call;
  const whole = remembering(call, own);
  return deepEqual(whole, row) ? row : whole;
}
