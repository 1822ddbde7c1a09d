import * as v2client from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as v2server from '@modelcontextprotocol/server';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { instrumentMcpClient, instrumentMcpServer, mcp, withConversation } from '../../src/hook/index.js';
import { type HttpServer, serveOverHttp } from './http-server.js';
import { shopServer } from './mcp-shop.js';
import { INPUT, SEEN, type ShopTool, TOOLS } from './shop.js';
import { type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
let server: HttpServer;
let client: Client;
beforeAll(async () => {
  recorder = startRecorder();
  server = await serveOverHttp(() => instrumentMcpServer(shopServer()));
  client = instrumentMcpClient(new Client({ name: 'test', version: '1' }));
  await client.connect(new StreamableHTTPClientTransport(server.url) as never);
});
beforeEach(() => recorder.reset());
afterAll(async () => {
  await client.close();
  await server.close();
  await recorder.stop();
});

const callTool = (name: string, args: object = INPUT) =>
  withConversation('c1', () => client.callTool({ name, arguments: { ...args } }));

describe('client and server over streamable HTTP', () => {
  test.each(TOOLS)(
    '%s is one call, exactly as it happened, though client and server both tell of it',
    async (tool: ShopTool) => {
      await callTool(tool);
      expect(
        recorder
          .spans()
          .map(({ kind }) => kind)
          .sort(),
      ).toEqual([SpanKind.SERVER, SpanKind.CLIENT]);
      expect(recorder.calls()).toMatchObject([{ ...SEEN[tool], tool, server: 'shop', side: 'caller', session: 'c1' }]);
    },
  );

  test('client and server share the trace, request id and session', async () => {
    await callTool('find_orders');
    const [inner, outer] = recorder.spans();
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(inner?.spanContext().traceId).toBe(outer?.spanContext().traceId);
    for (const key of ['jsonrpc.request.id', 'mcp.session.id', 'network.transport', 'mcp.server.name'])
      expect([key, inner?.attributes[key]]).toEqual([key, outer?.attributes[key]]);
    expect(outer?.attributes['network.transport']).toBe('tcp');
    expect(outer?.attributes['server.address']).toBe('127.0.0.1');
  });

  test('a structured error stands in attributes that every backend can show', async () => {
    await callTool('get_prices');
    for (const span of recorder.spans())
      expect(span.attributes).toMatchObject({
        'error.type': 'tool_error',
        errorCategory: 'transient',
        isRetryable: true,
        description: 'Too many requests',
        'refrain.error.code': 'rate_limited',
        'refrain.retry_after_ms': 30_000,
      });
  });

  test('arguments that never reach the tool are seen on both sides', async () => {
    await callTool('find_orders', { customer: 7 });
    expect(recorder.spans()).toHaveLength(2);
    expect(recorder.calls()).toMatchObject([{ outcome: 'error', category: 'validation' }]);
  });

  test('a call that times out at the client is an error there', async () => {
    const call = client.callTool({ name: 'find_orders', arguments: INPUT as never }, undefined, { timeout: 0 });
    await expect(call).rejects.toThrow();
    const span = recorder.spans().find(({ kind }) => kind === SpanKind.CLIENT);
    expect(span?.status.code).toBe(SpanStatusCode.ERROR);
    expect(recorder.calls().find(({ side }) => side === 'caller')).toMatchObject({ code: 'timeout', retryable: true });
  });

  test('an aborted call is cancelled', async () => {
    const controller = new AbortController();
    const call = client.callTool({ name: 'find_orders', arguments: INPUT as never }, undefined, {
      signal: controller.signal,
    });
    controller.abort();
    await expect(call).rejects.toThrow();
    expect(recorder.calls().find(({ side }) => side === 'caller')).toMatchObject({ code: 'cancelled' });
  });
});

describe('client and server of SDK 2', () => {
  test('share a trace and are one call', async () => {
    const made = new v2server.McpServer({ name: 'shop2', version: '1.0.0' });
    made.registerTool('cancel', { inputSchema: z.object({ id: z.number() }) }, async () =>
      mcp.permission({ description: 'Only the owner may' }),
    );
    const second = instrumentMcpClient(new v2client.Client({ name: 'test', version: '1' }));
    const [left, right] = v2server.InMemoryTransport.createLinkedPair();
    await instrumentMcpServer(made).connect(left);
    await second.connect(right as never);
    await second.callTool({ name: 'cancel', arguments: { id: 1 } });
    const [inner, outer] = recorder.spans();
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(recorder.calls()).toMatchObject([
      { tool: 'cancel', server: 'shop2', outcome: 'error', category: 'permission', retryable: false },
    ]);
    await second.close();
  });
});
