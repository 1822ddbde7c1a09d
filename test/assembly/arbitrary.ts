import fc from 'fast-check';
import type { Frame, ToolCall } from '../../src/model/tool-call.js';
import { type Book, framed, log, message, span, type Told } from './story.js';

const maybe = <T>(...values: T[]) => fc.constantFrom(undefined, ...values);
const parent = maybe('a', 'b', 'c', 'd', 'e', 'f', 'lost');
const time = fc.constantFrom(0, 0.02, 0.04, 1, 1.01, 2, 3, 5, 9);
const lasting = fc.constantFrom(0, 0.01, 0.5, 1, 4);

/** Span ids are unique beyond their trace. */
function elsewhere<T extends ToolCall | Frame>(record: T): T {
  const { traceId, spanId, parentSpanId } = record;
  if (traceId === 't1') return record;
  return { ...record, spanId: `${spanId}2`, parentSpanId: parentSpanId === undefined ? undefined : `${parentSpanId}2` };
}

/** Few values for everything, so that records meet in every way there is. */
const callRecord: fc.Arbitrary<ToolCall> = fc
  .record({
    spanId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    traceId: fc.constantFrom('t1', 't1', 't1', 't2'),
    from: fc.constantFrom('span', 'span', 'span', 'log', 'message'),
    parentSpanId: parent,
    callId: maybe('k1', 'k2'),
    requestId: maybe('r1'),
    tool: fc.constantFrom('search', 'search', 'srv_search', 'mcp__srv__search', 'mcp_tool', 'read'),
    server: maybe('srv'),
    scope: fc.constantFrom('native', 'openinference.x', 'fastmcp'),
    side: fc.constantFrom('caller', 'caller', 'server'),
    service: fc.constantFrom('app', 'app', undefined, 'other'),
    args: maybe(1, 2),
    answer: maybe('x'),
    conversation: maybe('s1', 's2'),
    agent: maybe('bob'),
    traits: fc.constantFrom([], [], ['agent' as const]),
    outcome: fc.constantFrom('ok', 'error', 'unknown'),
    at: time,
    takes: lasting,
  })
  .map(({ spanId, from, outcome, ...words }) => {
    const tell = from === 'log' ? log : from === 'message' ? message : span;
    const claims = outcome === 'error' ? [{ source: 'code' as const, rule: 'code', failed: true }] : [];
    const callId = from === 'message' ? (words.callId ?? 'k1') : words.callId;
    const made = from === 'span' ? spanId : `${from}-${spanId}`;
    return elsewhere(tell(made, { ...words, from, callId, outcome, claims, agentInstance: words.agent ?? '' }));
  });

const frameRecord: fc.Arbitrary<Frame> = fc
  .record({
    spanId: fc.constantFrom('c', 'd', 'g', 'h', 'i', 'j'),
    traceId: fc.constantFrom('t1', 't1', 't2'),
    kind: fc.constantFrom('agent', 'model', 'model', 'plumbing', 'other', 'user'),
    parentSpanId: maybe('a', 'b', 'c', 'g', 'h', 'lost'),
    conversation: maybe('s1', 's2'),
    service: fc.constantFrom('app', 'app', undefined),
    agent: maybe('bob', 'ann'),
    asksFor: fc.constantFrom([], [], ['k1'], ['k1', 'k2']),
    inputTokens: maybe(10, 20),
    lent: fc.boolean(),
    at: time,
    takes: lasting,
  })
  .map(({ spanId, kind, lent, ...words }) => {
    const claims = [{ source: 'envelope' as const, rule: 'flag', failed: true }];
    const lends = lent && kind === 'plumbing' ? { claims, callId: 'lent' } : undefined;
    return elsewhere(framed(spanId, kind, { ...words, lends }));
  });

/** A handful of records that have to do with each other. */
export const records: fc.Arbitrary<Told> = fc.array(fc.oneof({ weight: 3, arbitrary: callRecord }, frameRecord), {
  maxLength: 24,
  size: 'max',
});

/** One way to deliver records: each once or more often, in some order, cut into some requests. */
export const delivery = records.chain((told) =>
  fc.record({
    told: fc.constant(told),
    order: fc.shuffledSubarray([...told, ...told], { minLength: told.length, maxLength: told.length * 2 }),
    cuts: fc.array(fc.nat(5), { maxLength: 30 }),
  }),
);

/** Tells a book the records, cut into requests. */
export function deliver(target: Book, order: Told, cuts: readonly number[]): Book {
  let at = 0;
  for (const cut of cuts) {
    target.add(order.slice(at, at + cut));
    at += cut;
  }
  return target.add(order.slice(at));
}

/** As if nothing had been late. */
export const inOrder = (told: Told) => [...told].sort((a, b) => a.startedMs - b.startedMs);
