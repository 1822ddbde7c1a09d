import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Limits } from '../../src/otlp/limits.js';
import { payload, withBytes } from '../support/otlp-payload.js';
import { encode } from '../support/otlp-schema.js';
import { listening, otlpApp, type TestServer } from '../support/otlp-server.js';
import { memoryRise, pour, say, times } from '../support/raw-socket.js';
import { soon } from '../support/soon.js';

// Several suites may share the machine.
vi.setConfig({ testTimeout: 60_000 });

const MIB = 1024 * 1024;
const body = encode('Traces', withBytes(payload(5)));

let it: TestServer;
let port: number;

async function start(limits: Partial<Limits> = {}, options = {}): Promise<void> {
  it = await otlpApp(limits, undefined, options);
  port = await listening(it.app);
}

afterEach(async () => {
  await soon(() => it.inFlight.bytes).toBe(0);
  expect(it.reported).toEqual([]);
  await expectAlive();
  it.app.server.closeAllConnections();
  await it.app.close();
});

function head(headers: Record<string, string | number>, path = '/v1/traces'): string {
  const lines = Object.entries({ host: 'x', 'content-type': 'application/x-protobuf', ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Whatever was done to it, the server still takes an honest request. */
async function expectAlive(): Promise<void> {
  const before = it.collector.spans.length;
  const honest = await fetch(`http://127.0.0.1:${port}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-protobuf' },
    body: new Uint8Array(body),
  });
  expect(honest.status).toBe(200);
  expect(it.collector.spans.length).toBe(before + 5);
}

describe('bodies that are too large', () => {
  test('100 MB that are announced are refused before they are sent, and the sender can still send them', async () => {
    await start({ maxBodyBytes: 64 * MIB });
    const sender = say(port, head({ 'content-length': 100 * MIB }));
    await soon(() => sender.heard()).toMatch(/^HTTP\/1.1 413 /);
    const rise = await memoryRise(() => pour(sender, times(100, Buffer.alloc(MIB))));
    expect(sender.heard()).toContain('body is larger than 67108864 bytes');
    expect(rise).toBeLessThan(64 * MIB);
    sender.socket.destroy();
  });

  test('after a refused upload the connection serves the next request', async () => {
    await start({ maxBodyBytes: MIB });
    const sender = say(port, head({ 'content-length': 2 * MIB }));
    await pour(sender, times(2, Buffer.alloc(MIB)));
    sender.socket.write(head({ 'content-length': body.length }));
    sender.socket.write(body);
    await soon(() => sender.heard()).toMatch(/^HTTP\/1.1 413 [\s\S]*HTTP\/1.1 200 /);
    sender.socket.destroy();
  });

  test('100 MB in chunks are refused at the limit, and cut off at thrice the limit', async () => {
    await start({ maxBodyBytes: 16 * MIB });
    const sender = say(port, head({ 'transfer-encoding': 'chunked' }));
    const piece = chunk(Buffer.alloc(MIB));
    await pour(sender, times(24, piece));
    await soon(() => sender.heard()).toMatch(/^HTTP\/1.1 413 /);
    const began = performance.now();
    const written = await pour(sender, times(200, piece));
    await sender.closed;
    expect(written).toBeGreaterThan(8 * MIB);
    expect(written).toBeLessThan(64 * MIB);
    // Cut by its bytes, not by the 30 s that a body may take.
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test('a gzip bomb of a gibibyte is refused without being inflated', async () => {
    await start({ maxBodyBytes: 16 * MIB });
    const bomb = Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(16 * MIB), { level: 9 })));
    expect(bomb.length).toBeLessThan(2 * MIB);
    let answer = '';
    const rise = await memoryRise(async () => {
      const sender = say(port, head({ 'content-length': bomb.length, 'content-encoding': 'gzip' }), bomb);
      await soon(() => sender.heard()).toMatch(/^HTTP/);
      answer = sender.heard();
      sender.socket.destroy();
    });
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(rise).toBeLessThan(128 * MIB);
  });

  test('a gzip body that lies about its length is held to the truth', async () => {
    await start({ maxBodyBytes: MIB });
    const bomb = gzipSync(Buffer.alloc(50 * MIB));
    bomb.writeUInt32LE(10, bomb.length - 4);
    const sender = say(port, head({ 'content-length': bomb.length, 'content-encoding': 'gzip' }), bomb);
    await soon(() => sender.heard()).toMatch(/^HTTP\/1.1 413 /);
    sender.socket.destroy();
  });
});

test('a refused upload that goes on for ever is cut off in the time of a body', async () => {
  await start({ maxBodyBytes: MIB, bodyTimeoutMs: 500 });
  const sender = say(port, head({ 'content-length': 100 * MIB }));
  await soon(() => sender.heard()).toMatch(/^HTTP\/1.1 413 /);
  const drip = setInterval(() => sender.socket.write('x'), 20);
  await sender.closed;
  clearInterval(drip);
});

describe('bodies that inflate', () => {
  const sent = (bytes: Buffer) =>
    say(port, head({ 'content-length': bytes.length, 'content-encoding': 'gzip' }), bytes);

  test('a bomb before a small honest member is held to the limit', async () => {
    await start({ maxBodyBytes: MIB });
    const sender = sent(Buffer.concat([gzipSync(Buffer.alloc(2 * MIB)), gzipSync(Buffer.from('{}'))]));
    await soon(() => sender.heard()).toMatch(/^HTTP\/1.1 413 /);
    sender.socket.destroy();
  });

  test('what a body inflates to counts as held', async () => {
    await start({ maxInFlightBytes: 200_000 });
    const sender = sent(gzipSync(Buffer.alloc(300_000)));
    await soon(() => sender.heard()).toMatch(/^HTTP\/1.1 503 /);
    sender.socket.destroy();
  });
});

describe('bodies that do not come', () => {
  const SLOW = { bodyTimeoutMs: 300 };

  test('a body that dribbles in is given up, answered as retryable, and its connection closed', async () => {
    await start(SLOW);
    const sender = say(port, head({ 'content-length': 1000 }));
    const drip = setInterval(() => sender.socket.write('x'), 20);
    const heard = await sender.closed;
    clearInterval(drip);
    expect(heard).toMatch(/^HTTP\/1.1 503 /);
    expect(heard).toContain('retry-after: 5');
    expect(heard).toContain('the body did not arrive within 300 ms');
    expect(heard).toContain('connection: close');
  });

  test('a body shorter than announced is given up', async () => {
    await start(SLOW);
    const sender = say(port, head({ 'content-length': body.length + 1 }), body);
    expect(await sender.closed).toMatch(/^HTTP\/1.1 503 /);
  });

  test('headers that dribble in are given up', async () => {
    await start(SLOW, { http: { headersTimeout: 300, connectionsCheckingInterval: 50 } });
    const sender = say(port, 'POST /v1/traces HTTP/1.1\r\n');
    const drip = setInterval(() => sender.socket.write('x-a: b\r\n'), 20);
    const heard = await sender.closed;
    clearInterval(drip);
    expect(heard).toMatch(/^HTTP\/1.1 408 /);
  });

  test('a sender that goes away in the middle leaves nothing behind', async () => {
    await start();
    const senders = Array.from({ length: 50 }, () => say(port, head({ 'content-length': MIB }), Buffer.alloc(1000)));
    await soon(() => it.inFlight.bytes).toBeGreaterThan(50 * 16_000);
    for (const { socket } of senders) socket.destroy();
    await soon(() => it.inFlight.bytes).toBe(0);
    expect(it.collector.spans).toEqual([]);
  });

  test('a sender that goes away while its spans are committed does no harm', async () => {
    await start();
    let commit = () => {};
    it.collector.answer = () =>
      new Promise((resolve) => {
        commit = resolve;
      });
    const sender = say(port, head({ 'content-length': body.length }), body);
    await soon(() => it.inFlight.bytes).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    sender.socket.destroy();
    commit();
    it.collector.answer = async () => {};
    await soon(() => it.collector.spans.length).toBe(5);
  });

  test('many that hold their bodies back cannot hold more than the limit, others are asked to come back', async () => {
    await start({ maxInFlightBytes: 4 * MIB, bodyTimeoutMs: 2_000 });
    const held = Array.from({ length: 200 }, () => say(port, head({ 'content-length': MIB }), Buffer.alloc(40_000)));
    await soon(() => held.filter((one) => one.heard().startsWith('HTTP/1.1 503 ')).length).toBeGreaterThan(50);
    expect(it.inFlight.bytes).toBeLessThanOrEqual(4 * MIB);
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.destroy().once('close', resolve))));
  });
});

describe('requests that are bent', () => {
  test('300,000 bytes in chunks of one take no more memory than they are', async () => {
    await start();
    const sender = say(port, head({ 'transfer-encoding': 'chunked' }));
    const piece = Buffer.alloc(6_000, chunk(Buffer.from([0])));
    let highest = 0;
    const look = setInterval(() => {
      highest = Math.max(highest, it.inFlight.bytes);
    }, 1);
    await pour(sender, times(300, piece));
    sender.socket.write('0\r\n\r\n');
    await soon(() => sender.heard()).toMatch(/^HTTP\/1.1 400 /);
    clearInterval(look);
    expect(highest).toBeGreaterThan(200_000);
    expect(highest).toBeLessThan(MIB);
    sender.socket.destroy();
  });

  test('300 requests in one breath are answered in order', async () => {
    await start();
    const one = (bytes: Buffer) => Buffer.concat([Buffer.from(head({ 'content-length': bytes.length })), bytes]);
    const requests = Array.from({ length: 300 }, (_, n) => one(n % 3 === 0 ? Buffer.from('\x0f') : body));
    const sender = say(port, Buffer.concat(requests));
    const codes = () => [...sender.heard().matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => code);
    await soon(() => codes().length).toBe(300);
    expect(codes()).toEqual(Array.from({ length: 300 }, (_, n) => (n % 3 === 0 ? '400' : '200')));
    expect(it.collector.spans).toHaveLength(200 * 5);
    sender.socket.destroy();
  });

  const BENT: [words: string, request: string, status: number][] = [
    ['a body longer than announced', `${head({ 'content-length': 0 })}garbage that is no request\r\n\r\n`, 400],
    ['two lengths', head({ 'content-length': '5', 'Content-Length': '6' }), 400],
    ['a length and chunks', head({ 'content-length': 5, 'transfer-encoding': 'chunked' }), 400],
    ['a negative length', head({ 'content-length': -1 }), 400],
    ['a length that is no number', head({ 'content-length': 'many' }), 400],
    ['a chunk size that is no number', `${head({ 'transfer-encoding': 'chunked' })}zz\r\n`, 400],
    ['headers of a megabyte', head({ 'x-flood': 'x'.repeat(MIB) }), 431],
    ['a hundred thousand headers', `POST /v1/traces HTTP/1.1\r\n${'a: b\r\n'.repeat(100_000)}\r\n`, 431],
    ['a header with a line break in it', head({ 'x-a': 'b\rc' }), 400],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ];

  test.each(BENT)('%s: refused, and the connection closed', async (_words, request, status) => {
    await start({ bodyTimeoutMs: 1_000 });
    const heard = await say(port, request).closed;
    expect(heard).toMatch(new RegExp(`HTTP/1\\.1 ${status} `));
  });

  test('random bytes as bodies of every kind are bad data, never a fault', async () => {
    await start();
    const types = ['application/x-protobuf', 'application/json'];
    for (let i = 0; i < 300; i++) {
      const answer = await it.app.inject({
        method: 'POST',
        url: ['/v1/traces', '/v1/logs', '/v1/metrics'][i % 3] as string,
        headers: { 'content-type': types[i % 2] as string, ...(i % 5 === 0 && { 'content-encoding': 'gzip' }) },
        payload: randomBytes(1 + (i % 200)),
      });
      expect([200, 400]).toContain(answer.statusCode);
    }
  });
});
