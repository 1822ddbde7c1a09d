import { connect as connectHttp2 } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Limits } from '../../src/otlp/limits.js';
import { call, grpcClient, otlpGrpc, RPC, type TestGrpc } from '../support/otlp-grpc.js';
import { payload, withBytes } from '../support/otlp-payload.js';
import { encode } from '../support/otlp-schema.js';
import { data, endless, headers, prefix, RawHttp2, reset } from '../support/raw-http2.js';
import { memoryRise, pour, say, times } from '../support/raw-socket.js';
import { soon } from '../support/soon.js';

// Several suites may share the machine.
vi.setConfig({ testTimeout: 60_000 });

const MIB = 1024 * 1024;
const body = encode('Traces', withBytes(payload(5)));

let it: TestGrpc;

async function start(limits: Partial<Limits> = {}): Promise<void> {
  it = await otlpGrpc(limits);
}

afterEach(async () => {
  await soon(() => it.inFlight.bytes).toBe(0);
  expect(it.reported).toEqual([]);
  const client = grpcClient(it.server.port);
  expect(await call(client, RPC.traces, body)).toMatchObject({ code: 0 });
  client.close();
  await it.server.close(100);
});

/** One call made by hand over node:http2, with whatever bytes, ended or not; resolves with status and trailers. */
function byHand(bytes: Buffer, more: Record<string, string> = {}, end = true): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    const session = connectHttp2(`http://127.0.0.1:${it.server.port}`);
    session.on('error', () => {});
    const stream = session.request({
      ':method': 'POST',
      ':path': RPC.traces,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...more,
    });
    const answer: Record<string, unknown> = {};
    stream.on('response', (found) => Object.assign(answer, found));
    stream.on('trailers', (found) => Object.assign(answer, found));
    stream.on('error', () => {});
    stream.on('close', () => {
      session.destroy();
      resolve(answer);
    });
    stream.resume();
    stream.write(bytes);
    if (end) stream.end();
  });
}

const framed = (message: Buffer, compressed = 0) => Buffer.concat([prefix(message.length, compressed), message]);

describe('framing that lies', () => {
  const LIES: [words: string, bytes: Buffer, code: number][] = [
    ['no message at all', Buffer.alloc(0), status.INVALID_ARGUMENT],
    ['half a prefix', Buffer.alloc(3), status.INVALID_ARGUMENT],
    ['a message shorter than its prefix says', Buffer.concat([prefix(body.length + 1), body]), status.INVALID_ARGUMENT],
    ['a message longer than its prefix says', Buffer.concat([prefix(body.length - 1), body]), status.INVALID_ARGUMENT],
    ['two messages', Buffer.concat([framed(body), framed(body)]), status.INVALID_ARGUMENT],
    ['a message of 4 GiB', Buffer.concat([prefix(0xffffffff), body]), status.RESOURCE_EXHAUSTED],
    ['a compressed message without encoding', framed(gzipSync(body), 1), status.INVALID_ARGUMENT],
    ['random bytes', Buffer.from('GET / HTTP/1.1\r\n\r\n'), status.RESOURCE_EXHAUSTED],
  ];

  test.each(LIES)('%s is refused for good', async (_words, bytes, code) => {
    await start();
    const answer = await byHand(bytes);
    expect(answer).toMatchObject({ ':status': 200, 'grpc-status': String(code) });
    expect(it.collector.spans).toEqual([]);
  });

  const ENCODED: [words: string, encoding: string, bytes: Buffer, code: number][] = [
    ['gzip that is none', 'gzip', framed(body, 1), status.INVALID_ARGUMENT],
    ['truncated gzip', 'gzip', framed(gzipSync(body).subarray(0, 50), 1), status.INVALID_ARGUMENT],
    ['a bomb', 'gzip', framed(gzipSync(Buffer.alloc(64 * MIB)), 1), status.RESOURCE_EXHAUSTED],
    ['an encoding that is unknown', 'snappy', framed(body, 1), status.UNIMPLEMENTED],
    ['an encoding that is named but not used', 'gzip', framed(body), status.OK],
    ['gzip', 'gzip', framed(gzipSync(body), 1), status.OK],
  ];

  test.each(ENCODED)('%s', async (_words, encoding, bytes, code) => {
    await start({ maxBodyBytes: 8 * MIB });
    const answer = await byHand(bytes, { 'grpc-encoding': encoding });
    expect(answer['grpc-status']).toBe(String(code));
    if (code === status.UNIMPLEMENTED) expect(answer['grpc-accept-encoding']).toBe('identity,gzip');
  });

  test.each(['application/json', 'application/grpc-web', 'application/grpc+json'])('%s is no gRPC', async (type) => {
    await start();
    expect(await byHand(framed(body), { 'content-type': type })).toMatchObject({ ':status': 415 });
  });
});

test('a sender may have a megabyte on the way before it has to wait', async () => {
  await start();
  const sender = new RawHttp2(it.server.port);
  await soon(() => sender.window).toBe(MIB);
  sender.raw.socket.destroy();
});

describe('senders that misbehave', () => {
  test('300,000 DATA frames of one byte take no more memory than they are', async () => {
    await start();
    const sender = new RawHttp2(it.server.port);
    sender.send(headers(1, RPC.traces), data(1, prefix(60 * MIB)));
    const rise = await memoryRise(() => sender.dribble(300_000));
    expect(it.inFlight.bytes).toBeLessThan(MIB);
    expect(rise).toBeLessThan(32 * MIB);
    sender.raw.socket.destroy();
  });

  test('a body that does not come is given up as retryable, and its stream closed', async () => {
    await start({ bodyTimeoutMs: 300 });
    const answer = await byHand(prefix(1000), {}, false);
    expect(answer).toMatchObject({
      'grpc-status': String(status.UNAVAILABLE),
      'grpc-message': 'the%20body%20did%20not%20arrive%20within%20300%20ms',
    });
  });

  test('calls that are cancelled in the middle leave nothing behind', async () => {
    await start();
    const sender = new RawHttp2(it.server.port);
    for (let n = 0; n < 100; n++) sender.send(headers(2 * n + 1, RPC.traces), data(2 * n + 1, prefix(1000)));
    await soon(() => it.inFlight.bytes).toBeGreaterThan(100 * 16_000);
    for (let n = 0; n < 100; n++) sender.send(reset(2 * n + 1));
    await soon(() => it.inFlight.bytes).toBe(0);
    sender.raw.socket.destroy();
  });

  test('a connection that breaks while its spans are committed does no harm', async () => {
    await start();
    let commit = () => {};
    it.collector.answer = () =>
      new Promise((resolve) => {
        commit = resolve;
      });
    const sender = new RawHttp2(it.server.port);
    sender.send(headers(1, RPC.traces), data(1, framed(body), true));
    await soon(() => it.inFlight.bytes).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    sender.raw.socket.destroy();
    commit();
    it.collector.answer = async () => {};
    await soon(() => it.collector.spans.length).toBe(5);
  });

  test('ten thousand calls that are opened and cancelled at once do not bring it down', async () => {
    await start();
    const sender = new RawHttp2(it.server.port);
    for (let n = 0; n < 10_000 && !sender.raw.socket.destroyed; n++) {
      sender.send(headers(2 * n + 1, RPC.traces), reset(2 * n + 1));
      if (n % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await soon(() => it.inFlight.bytes).toBe(0);
    sender.raw.socket.destroy();
  });

  test.each([
    ['HTTP/1', 'POST /v1/traces HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['noise', 'x'.repeat(100_000)],
  ])('%s on the gRPC port is closed', async (_words, words) => {
    await start();
    await say(it.server.port, words).closed;
  });

  test('headers of a megabyte in one frame are refused', async () => {
    await start();
    const sender = new RawHttp2(it.server.port);
    const flood = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`x-${n}`, 'x'.repeat(100)]));
    sender.send(headers(1, RPC.traces, flood));
    await soon(() => sender.raw.heard()).toContain('too large frame size');
    sender.raw.socket.destroy();
  });

  test('headers that never end are cut off', async () => {
    await start();
    const sender = new RawHttp2(it.server.port);
    sender.send(endless(1, true, { ':method': 'POST', ':scheme': 'http', ':path': RPC.traces }));
    const flood = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x-${n}`, 'x'.repeat(100)]));
    const rise = await memoryRise(() => pour(sender.raw, times(5_000, endless(1, false, flood))));
    expect(rise).toBeLessThan(32 * MIB);
    sender.raw.socket.destroy();
  });

  test('more connections than allowed are turned away, those inside are served', async () => {
    await start({ maxConnections: 3 });
    const inside = [1, 2].map(() => new RawHttp2(it.server.port));
    await soon(() => inside.every(({ raw }) => raw.heard() !== '')).toBe(true);
    const client = grpcClient(it.server.port);
    expect(await call(client, RPC.traces, body)).toMatchObject({ code: 0 });
    const turnedAway = new RawHttp2(it.server.port);
    expect(await turnedAway.raw.closed).toBe('');
    expect(await call(client, RPC.traces, body)).toMatchObject({ code: 0 });
    client.close();
    for (const { raw } of inside) raw.socket.destroy();
    await Promise.all(inside.map(({ raw }) => raw.closed));
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
