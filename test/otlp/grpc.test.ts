import { gzipSync } from 'node:zlib';
import type { Client } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../src/otlp/collector.js';
import type { Limits } from '../../src/otlp/limits.js';
import { call, grpcClient, otlpGrpc, RPC, type TestGrpc } from '../support/otlp-grpc.js';
import { hexId, payload, tracesOf, withBytes } from '../support/otlp-payload.js';
import { decode, encode } from '../support/otlp-schema.js';
import { KEY } from '../support/otlp-server.js';
import { soon } from '../support/soon.js';

const START = '1767225600000000000';
const good = { traceId: hexId(1, 32), spanId: hexId(2, 16), name: 'one', startTimeUnixNano: START };
const traces = (request: object) => encode('Traces', withBytes(request));

let it: TestGrpc;
let client: Client;

async function start(limits: Partial<Limits> = {}, key?: string, gzip = false): Promise<void> {
  it = await otlpGrpc(limits, key);
  client = grpcClient(it.server.port, gzip);
}

const send = (body: Buffer, headers: Record<string, string> = {}, path = RPC.traces) =>
  call(client, path, body, headers);

afterEach(async () => {
  client.close();
  await soon(() => it.inFlight.bytes).toBe(0);
  await it.server.close();
});

describe('success', () => {
  test('spans are taken, and the response is empty', async () => {
    await start();
    expect(await send(traces(payload(3)))).toMatchObject({ code: 0, body: Buffer.alloc(0) });
    expect(it.collector.spans).toHaveLength(3);
    expect(it.collector.origins).toEqual([{ project: 'shop', bytes: traces(payload(3)).length }]);
  });

  test('an empty request is a success', async () => {
    await start();
    expect(await send(Buffer.alloc(0))).toMatchObject({ code: 0 });
    expect(it.collector.origins).toEqual([]);
  });

  test('a gzip message is read', async () => {
    await start({}, undefined, true);
    expect(await send(traces(payload(1500)))).toMatchObject({ code: 0 });
    expect(it.collector.spans).toHaveLength(1500);
  });

  test('a bad span is a partial success that names it, the good ones are kept', async () => {
    await start();
    const { body } = await send(traces(tracesOf([good, { ...good, traceId: '' }])));
    expect(decode('ExportResponse', body as Buffer)).toEqual({
      partialSuccess: {
        rejected: '1',
        errorMessage:
          '1 spans rejected: resourceSpans[0].scopeSpans[0].spans[1]: trace id is missing, all zero or not 16 bytes; rejected',
      },
    });
    expect(it.collector.spans).toHaveLength(1);
  });

  test('logs are taken, metrics are counted and dropped', async () => {
    await start();
    const record = { timeUnixNano: START, body: { stringValue: 'x' } };
    const logs = encode('Logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });
    expect(await send(logs, {}, RPC.logs)).toMatchObject({ code: 0 });
    expect(it.collector.logRecords).toHaveLength(1);
    const gauge = { dataPoints: [{ timeUnixNano: START }] };
    const metrics = encode('Metrics', { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge }] }] }] });
    expect(await send(metrics, {}, RPC.metrics)).toMatchObject({ code: 0, body: Buffer.alloc(0) });
    expect(it.collector.points).toBe(1);
  });

  test('two hundred calls at once on one connection all succeed', async () => {
    await start();
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(traces(payload(5)))));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(200);
    expect(it.collector.spans).toHaveLength(1000);
  });
});

describe('refusal', () => {
  test('a body that is no message is an invalid argument, final, with its place', async () => {
    await start();
    const answer = await send(Buffer.from('\x0f{'));
    expect(answer).toMatchObject({ code: status.INVALID_ARGUMENT, message: expect.stringMatching(/ at byte \d+$/) });
    expect(answer.details).toMatchObject([{ typeUrl: 'type.googleapis.com/google.rpc.BadRequest' }]);
  });

  test('an unknown method is unimplemented', async () => {
    await start();
    expect(
      await send(Buffer.alloc(0), {}, '/opentelemetry.proto.collector.trace.v1.TraceService/Import'),
    ).toMatchObject({
      code: status.UNIMPLEMENTED,
    });
  });

  test('a sender without a valid key is unauthenticated, with one it is let in', async () => {
    await start({}, KEY);
    expect(await send(traces(payload(1)))).toMatchObject({ code: status.UNAUTHENTICATED });
    expect(await send(traces(payload(1)), { authorization: 'Bearer wrong' })).toMatchObject({
      code: status.UNAUTHENTICATED,
    });
    expect(await send(traces(payload(1)), { authorization: `Bearer ${KEY}` })).toMatchObject({ code: 0 });
    expect(it.collector.spans).toHaveLength(1);
  });

  test('a message above the limit is resource exhausted, final: without RetryInfo', async () => {
    await start({ maxBodyBytes: 50_000 });
    const answer = await send(traces(payload(100)));
    expect(answer).toMatchObject({ code: status.RESOURCE_EXHAUSTED, details: [] });
    expect(await send(traces(payload(10)))).toMatchObject({ code: 0 });
  });

  test('a gzip bomb is resource exhausted', async () => {
    await start({ maxBodyBytes: 50_000 }, undefined, true);
    expect(await send(Buffer.alloc(20_000_000))).toMatchObject({ code: status.RESOURCE_EXHAUSTED, details: [] });
  });

  const BACK_PRESSURE: [http: 429 | 503, code: number][] = [
    [429, status.RESOURCE_EXHAUSTED],
    [503, status.UNAVAILABLE],
  ];

  test.each(BACK_PRESSURE)('a collector that refuses with %i is retryable, with RetryInfo', async (http, code) => {
    await start();
    it.collector.answer = async () => {
      throw new Refusal(http, 6.2, 'busy: 50 % ü\n');
    };
    const answer = await send(traces(payload(1)));
    expect(answer).toMatchObject({ code, message: 'busy: 50 % ü\n' });
    expect(answer.details).toMatchObject([{ typeUrl: 'type.googleapis.com/google.rpc.RetryInfo' }]);
    const value = Buffer.from(String(answer.details[0]?.value), 'base64');
    expect(decode('RetryInfo', value)).toEqual({ retryDelay: { seconds: '7' } });
  });

  test('a fault that nobody foresaw is reported, told to nobody, and keeps the data with the sender', async () => {
    await start();
    it.collector.answer = async () => {
      throw new Error('hunter2');
    };
    const answer = await send(traces(payload(1)));
    expect(answer).toMatchObject({ code: status.UNAVAILABLE, message: 'the collector met a fault of its own' });
    expect(it.reported).toMatchObject([{ message: 'hunter2' }]);
  });

  test('while the collector holds as much as it can, others are asked to come back', async () => {
    await start({ maxInFlightBytes: 100_000 });
    let release = () => {};
    it.collector.answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const first = send(traces(payload(30)));
    await soon(() => it.inFlight.bytes).toBeGreaterThan(50_000);
    const second = await send(traces(payload(30)));
    expect(second).toMatchObject({
      code: status.UNAVAILABLE,
      details: [{ typeUrl: 'type.googleapis.com/google.rpc.RetryInfo' }],
    });
    release();
    expect(await first).toMatchObject({ code: 0 });
  });

  test('a compressed message without an encoding, or with one that is unknown, is refused', async () => {
    await start();
    expect(await send(gzipSync(traces(payload(1))))).toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});

describe('stopping', () => {
  test('a call under way is answered before the server is closed', async () => {
    await start();
    let commit = () => {};
    it.collector.answer = () =>
      new Promise((resolve) => {
        commit = resolve;
      });
    const answer = send(traces(payload(1)));
    await soon(() => it.inFlight.bytes).toBeGreaterThan(0);
    const closed = it.server.close(5_000);
    setTimeout(() => commit(), 100);
    expect(await answer).toMatchObject({ code: 0 });
    await closed;
  });

  test('a call that does not end is cut once the time given is over', async () => {
    await start();
    it.collector.answer = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    const answer = send(traces(payload(1)));
    await soon(() => it.inFlight.bytes).toBeGreaterThan(0);
    const began = performance.now();
    await it.server.close(100);
    expect(performance.now() - began).toBeLessThan(900);
    expect((await answer).code).not.toBe(0);
  });

  test('an idle client does not keep the server open', async () => {
    await start();
    await send(traces(payload(1)));
    const began = performance.now();
    await it.server.close(5_000);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
