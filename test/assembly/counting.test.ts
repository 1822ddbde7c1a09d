import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Frame, ToolCall } from '../../src/model/tool-call.js';
import { shuffled } from '../support/test-detector.js';
import { Book, framed, log, message, span } from './story.js';

/** Who watches a session, and whether the watched framework knows call ids. */
const watchers = fc.record({
  ids: fc.boolean(),
  twice: fc.boolean(),
  client: fc.boolean(),
  server: fc.constantFrom('below', 'apart', 'none'),
  logs: fc.boolean(),
  messages: fc.boolean(),
});
type Watchers = typeof watchers extends fc.Arbitrary<infer W> ? W : never;

/** What an agent really did: turns of calls, some alike, some at once, some again. */
const turns = fc.array(
  fc.array(
    fc.record({
      tool: fc.constantFrom('search', 'read'),
      args: fc.constantFrom(1, 2),
      takes: fc.constantFrom(0.2, 1, 3),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  { minLength: 1, maxLength: 6 },
);

interface Real {
  readonly id: string;
  readonly tool: string;
  readonly args: number;
  readonly at: number;
  readonly takes: number;
  /** When the model is shown the answer. */
  readonly shownAt: number;
}

const TURN = 10;

function realCalls(done: typeof turns extends fc.Arbitrary<infer T> ? T : never): Real[] {
  return done.flatMap((calls, turn) =>
    calls.map(({ tool, args, takes }, i) => {
      const at = turn * TURN + 1 + i * 0.003;
      return { id: `${turn}-${i}`, tool, args, takes, at, shownAt: (turn + 1) * TURN };
    }),
  );
}

/** Everything that the watchers tell of one call. The first record that is there is the one that counts. */
function told({ id, tool, args, at, takes, shownAt }: Real, who: Watchers): ToolCall[] {
  const callId = `k${id}`;
  const known = who.ids ? callId : undefined;
  const request = `m#${id}`;
  const remote = { side: 'server', service: 'tools', scope: 'fastmcp', requestId: request } as const;
  const records = [
    span(`f${id}`, { parentSpanId: 'root', tool: `srv_${tool}`, server: 'srv', callId: known, args, at, takes }),
  ];
  const oi = { parentSpanId: 'root', tool, scope: 'openinference.x', convention: 'openinference', server: 'srv' };
  if (who.twice) records.push(span(`o${id}`, { ...oi, args, at: at + 0.001, takes }));
  const client = { parentSpanId: `f${id}`, scope: 'mcp-python-sdk', convention: 'mcp', requestId: request } as const;
  if (who.client) records.push(span(`c${id}`, { ...client, tool, at: at + 0.01, takes: takes - 0.02 }));
  if (who.client && who.server === 'below')
    records.push(span(`s${id}`, { ...remote, parentSpanId: `c${id}`, tool, at: at - 3600, takes }));
  if (who.client && who.server === 'apart')
    records.push(span(`s${id}`, { ...remote, traceId: `x${id}`, tool, at, takes }));
  if (who.logs)
    records.push(
      log(`l${id}`, { tool: `srv_${tool}`, callId, conversation: 'chat', traceId: 'logs', at, takes: takes + 0.001 }),
    );
  if (who.messages)
    records.push(message(`m${id}`, { parentSpanId: 'root', tool: `srv_${tool}`, callId, args, at: shownAt }));
  return records;
}

function frames(reals: readonly Real[]): Frame[] {
  const last = Math.max(...reals.map(({ shownAt }) => shownAt));
  const models = Array.from({ length: last / TURN + 1 }, (_, turn) =>
    framed(`model${turn}`, 'model', { parentSpanId: 'root', at: turn * TURN, takes: 1 }),
  );
  return [framed('root', 'agent', { conversation: 'chat', takes: last }), ...models];
}

describe('counting', { timeout: 60_000 }, () => {
  test('whoever watches, as many calls as were made: repeats and parallel calls stay what they are', () => {
    fc.assert(
      fc.property(turns, watchers, fc.nat(), (done, who, seed) => {
        const reals = realCalls(done);
        const records = [...frames(reals), ...reals.flatMap((real) => told(real, who))];
        const book = new Book();
        for (const record of shuffled(records, seed)) book.add([record]);
        const calls = book.calls();
        expect(Object.keys(calls).sort()).toEqual(reals.map(({ id }) => `f${id}`).sort());
        for (const real of reals) {
          expect(calls[`f${real.id}`]?.length).toBe(told(real, who).length - 1);
          const turn = `model${real.id.split('-')[0]}`;
          expect(book.row(`f${real.id}`)).toMatchObject({ session: 'chat', agentInstance: 'root', turn });
        }
      }),
      { numRuns: 400 },
    );
  });
});
