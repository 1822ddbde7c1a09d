import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { instrumentMcpClient, mcp, transientFailure } from '../../src/hook/index.js';
import { scoreTools } from '../../src/score.js';
import { type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
beforeAll(() => {
  recorder = startRecorder();
});
beforeEach(() => recorder.reset());
afterAll(() => recorder.stop());

const failure = transientFailure({ description: 'The source is down' });

type Tools = Record<string, () => object>;

/** Calls every tool of a server twice, and reads what the service makes of it. */
async function playServer(tools: Tools) {
  const server = new McpServer({ name: 'cards', version: '1.0.0' });
  for (const [name, answer] of Object.entries(tools))
    server.registerTool(name, { inputSchema: { n: z.number() } }, async () => answer() as never);
  const client = instrumentMcpClient(new Client({ name: 'test', version: '1' }), { conversation: 'cards' });
  const [left, right] = InMemoryTransport.createLinkedPair();
  await server.connect(left);
  await client.connect(right);
  for (const name of Object.keys(tools)) for (const n of [1, 2]) await client.callTool({ name, arguments: { n } });
  await client.close();
  const { calls, findings } = recorder.service();
  return { cards: scoreTools(calls, findings), detectors: new Set(findings.map(({ detector }) => detector)) };
}

describe('the tool score card', () => {
  test('of a server written with the builders is full in every column, and no finding is about its tools', async () => {
    const { cards, detectors } = await playServer({
      get_order: () => mcp.success({ order: { id: 1 } }),
      search_orders: () => mcp.empty({ what: 'orders' }),
      get_price: () => mcp.transient({ code: 'rate_limited', description: 'Too many requests', retryAfterMs: 50 }),
      set_price: () =>
        mcp.validation({ description: 'The price is wrong', fields: [{ field: 'n', problem: 'is odd' }] }),
      delete_order: () => mcp.permission({ description: 'Ask the owner' }),
      refund_order: () => mcp.business({ code: 'limit_exceeded', description: 'Refunds end at 500' }),
      list_prices: () => mcp.partial({ succeeded: [1], attempted: ['1', '2'], failed: [{ item: '2', failure }] }),
      list_stock: () => mcp.fromError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
    });
    expect(cards).toHaveLength(8);
    for (const { tool, errors, ...card } of cards) {
      const full = errors === 0 ? undefined : 1;
      expect({ tool, ...card }).toMatchObject({
        structured: full,
        withCategory: full,
        withRetryable: full,
        withDescription: full,
        contradictions: 0,
        emptyReportedAsError: 0,
        errorReportedAsSuccess: 0,
      });
    }
    expect(cards.find(({ tool }) => tool === 'list_prices')).toMatchObject({ calls: 2, errors: 0 });
    expect(cards.find(({ tool }) => tool === 'get_price')?.withRetryAfter).toBe(1);
    for (const about of [
      'unstructured-error',
      'contradictory-metadata',
      'empty-reported-as-error',
      'error-reported-as-success',
    ])
      expect([...detectors]).not.toContain(about);
  });

  test('of the same server that throws "Operation failed" shows what is missing', async () => {
    const fail = () => {
      throw new Error('Operation failed');
    };
    const { cards, detectors } = await playServer({ get_order: fail, search_orders: fail });
    for (const card of cards)
      expect(card).toMatchObject({ errors: 2, structured: 0, withCategory: 0, withRetryable: 0, withDescription: 0 });
    expect([...detectors]).toContain('unstructured-error');
  });
});
