import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../src/otlp/collector.js';
import type { Limits } from '../../src/otlp/limits.js';
import { hexId, payload, tracesOf, withBytes } from '../support/otlp-payload.js';
import { decode, encode } from '../support/otlp-schema.js';
import { KEY, otlpApp, type TestServer } from '../support/otlp-server.js';
import { soon } from '../support/soon.js';

let server: TestServer | undefined;

async function start(limits: Partial<Limits> = {}, key?: string): Promise<TestServer> {
  server = await otlpApp(limits, key);
  return server;
}

afterEach(async () => {
  expect(server?.inFlight.bytes ?? 0).toBe(0);
  await server?.app.close();
  server = undefined;
});

const PROTOBUF = 'application/x-protobuf';
const JSON_TYPE = 'application/json';
const START = '1767225600000000000';
const good = { traceId: hexId(1, 32), spanId: hexId(2, 16), name: 'one', startTimeUnixNano: START };
const bad = { ...good, spanId: '' };
const late = { ...good, endTimeUnixNano: '1000' };

const asJson = (request: object) => Buffer.from(JSON.stringify(request));
const asProtobuf = (request: object) => encode('Traces', withBytes(request));

interface Sent {
  readonly url?: string;
  readonly method?: 'POST' | 'GET' | 'PUT' | 'HEAD' | 'DELETE' | 'PATCH' | 'OPTIONS';
  readonly type?: string | undefined;
  readonly body?: Buffer;
  readonly headers?: Record<string, string>;
}

async function send({ app }: TestServer, { url = '/v1/traces', method = 'POST', type, body, headers }: Sent) {
  const contentType = type === undefined ? {} : { 'content-type': type };
  return app.inject({ method, url, headers: { ...contentType, ...headers }, ...(body && { payload: body }) });
}

const ENCODINGS: [
  type: string,
  write: (request: object) => Buffer,
  read: (name: 'ExportResponse' | 'RpcStatus', body: Buffer) => object,
][] = [
  [PROTOBUF, asProtobuf, (name, body) => decode(name, body)],
  [JSON_TYPE, asJson, (_name, body) => JSON.parse(body.toString())],
];

describe.each(ENCODINGS)('%s', (type, write, read) => {
  test('a full success is an empty response in the encoding of the request', async () => {
    const it = await start();
    const answer = await send(it, { type, body: write(payload(3)) });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.rawPayload.toString()).toBe(type === JSON_TYPE ? '{}' : '');
    expect(it.collector.spans).toHaveLength(3);
    expect(it.collector.origins).toEqual([{ project: 'shop', bytes: write(payload(3)).length }]);
  });

  test('an empty request is a success and disturbs nobody', async () => {
    const it = await start();
    const answer = await send(it, { type, body: write({ resourceSpans: [] }) });
    expect(answer.statusCode).toBe(200);
    expect(it.collector.origins).toEqual([]);
  });

  test('a partial success counts and names the bad span and keeps the good ones', async () => {
    const it = await start();
    const answer = await send(it, { type, body: write(tracesOf([good, bad, good])) });
    expect(answer.statusCode).toBe(200);
    const { partialSuccess } = read('ExportResponse', answer.rawPayload) as { partialSuccess: Record<string, unknown> };
    expect(partialSuccess[type === JSON_TYPE ? 'rejectedSpans' : 'rejected']).toBe('1');
    expect(partialSuccess.errorMessage).toBe(
      '1 spans rejected: resourceSpans[0].scopeSpans[0].spans[1]: span id is missing, all zero or not 8 bytes; rejected',
    );
    expect(it.collector.spans).toHaveLength(2);
  });

  test('a span that was mended is a warning with nothing rejected', async () => {
    const it = await start();
    const answer = await send(it, { type, body: write(tracesOf([late])) });
    expect(read('ExportResponse', answer.rawPayload)).toEqual({
      partialSuccess: {
        errorMessage: 'resourceSpans[0].scopeSpans[0].spans[0]: end is before start; end taken as unknown',
      },
    });
    expect(it.collector.spans).toMatchObject([{ endedMs: undefined }]);
  });

  test('a gzip body is read, whatever the letters of the header', async () => {
    const it = await start();
    for (const coding of ['gzip', 'GZIP', 'x-gzip']) {
      const answer = await send(it, {
        type,
        body: gzipSync(write(payload(3))),
        headers: { 'content-encoding': coding },
      });
      expect(answer.statusCode).toBe(200);
    }
    expect(it.collector.spans).toHaveLength(9);
    expect(it.collector.origins[0]?.bytes).toBe(write(payload(3)).length);
  });

  test('a large gzip body and one of several members are read', async () => {
    const it = await start();
    const [first, second] = [write(payload(600)), write(payload(1200))];
    const members = type === PROTOBUF ? [first, second] : [second.subarray(0, 1000), second.subarray(1000)];
    const body = Buffer.concat(members.map((part) => gzipSync(part)));
    const answer = await send(it, { type, body, headers: { 'content-encoding': 'gzip' } });
    expect(answer.statusCode).toBe(200);
    expect(it.collector.spans).toHaveLength(type === PROTOBUF ? 1800 : 1200);
  });

  const REFUSALS: [words: string, sent: Sent, status: number, message: RegExp][] = [
    ['a body that is no message', { body: Buffer.from('\x0f{') }, 400, / at byte \d+$/],
    ['a truncated body', { body: write(payload(1)).subarray(0, 100) }, 400, / at byte \d+$/],
    [
      'a gzip body that is none',
      { body: write(payload(1)), headers: { 'content-encoding': 'gzip' } },
      400,
      /^body is not gzip/,
    ],
    [
      'a truncated gzip body',
      { body: gzipSync(write(payload(1))).subarray(0, 90), headers: { 'content-encoding': 'gzip' } },
      400,
      /^body is not gzip/,
    ],
    [
      'a body of another compression',
      { body: write(payload(1)), headers: { 'content-encoding': 'zstd' } },
      415,
      /gzip/,
    ],
    [
      'a body compressed twice',
      { body: write(payload(1)), headers: { 'content-encoding': 'gzip, gzip' } },
      415,
      /gzip/,
    ],
    ['an unknown path', { url: '/v1/profiles', body: write({}) }, 404, /\/v1\/traces, \/v1\/logs, \/v1\/metrics/],
    ['a path with a slash too many', { url: '/v1/traces/', body: write({}) }, 404, /no such path/],
    ['PUT', { method: 'PUT', body: write({}) }, 405, /takes POST/],
    ['GET', { method: 'GET' }, 405, /takes POST/],
  ];

  test.each(REFUSALS)(
    '%s is refused with a status message in the encoding of the request',
    async (_words, sent, status, message) => {
      const it = await start();
      const answer = await send(it, { type, ...sent });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['content-type']).toBe(type);
      expect(read('RpcStatus', answer.rawPayload)).toMatchObject({ message: expect.stringMatching(message) });
      expect(it.reported).toEqual([]);
      expect(it.collector.spans).toEqual([]);
    },
  );

  test('bad data names its place in a BadRequest', async () => {
    const it = await start();
    const answer = await send(it, { type, body: write(payload(1)).subarray(0, 50) });
    const { details } = read('RpcStatus', answer.rawPayload) as { details: Record<string, unknown>[] };
    if (type === JSON_TYPE) {
      expect(details).toMatchObject([
        { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: '50' }] },
      ]);
      return;
    }
    expect(details).toMatchObject([{ typeUrl: 'type.googleapis.com/google.rpc.BadRequest' }]);
    const value = Buffer.from(String(details[0]?.value), 'base64');
    expect(decode('BadRequest', value)).toMatchObject({ fieldViolations: [{ field: expect.stringMatching(/^\d+$/) }] });
  });

  test.each([429, 503] as const)('a collector that refuses with %i tells when to come back', async (status) => {
    const it = await start();
    it.collector.answer = async () => {
      throw new Refusal(status, 6.2, 'busy');
    };
    const answer = await send(it, { type, body: write(payload(1)) });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['retry-after']).toBe('7');
    const { message, details } = read('RpcStatus', answer.rawPayload) as {
      message: string;
      details: Record<string, unknown>[];
    };
    expect(message).toBe('busy');
    if (type === JSON_TYPE) expect(details).toMatchObject([{ retryDelay: '7s' }]);
    else {
      expect(details).toMatchObject([{ typeUrl: 'type.googleapis.com/google.rpc.RetryInfo' }]);
      const value = Buffer.from(String(details[0]?.value), 'base64');
      expect(decode('RetryInfo', value)).toEqual({ retryDelay: { seconds: '7' } });
    }
  });

  test('a fault that nobody foresaw is reported, told to nobody, and keeps the data with the sender', async () => {
    const it = await start();
    it.collector.answer = async () => {
      throw new Error('password of the database is hunter2');
    };
    const answer = await send(it, { type, body: write(payload(1)) });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.rawPayload.toString()).not.toContain('hunter2');
    expect(it.reported).toMatchObject([{ message: 'password of the database is hunter2' }]);
  });
});

describe('content types', () => {
  const TYPES: [type: string | undefined, status: number][] = [
    ['application/json; charset=utf-8', 200],
    ['application/json;charset="UTF-8"', 200],
    ['APPLICATION/JSON', 200],
    ['application/json; charset=us-ascii', 200],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset=latin1', 415],
    ['text/plain', 415],
    ['text/json', 415],
    ['application/protobuf', 415],
    ['multipart/form-data; boundary=x', 415],
    ['nonsense', 415],
    ['application/json, text/plain', 415],
    ['', 415],
    [undefined, 415],
  ];

  test.each(TYPES)('JSON as %s is answered %i', async (type, status) => {
    const it = await start();
    const answer = await send(it, { type, body: asJson(payload(1)) });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe(JSON_TYPE);
    expect(it.reported).toEqual([]);
    if (status === 415) expect(answer.headers['accept-encoding']).toBe('gzip, identity');
  });

  test('protobuf with parameters is protobuf', async () => {
    const it = await start();
    const answer = await send(it, { type: 'application/x-protobuf; messageType="x.Y"', body: asProtobuf(payload(1)) });
    expect(answer.statusCode).toBe(200);
    expect(it.collector.spans).toHaveLength(1);
  });

  test('no body at all is an empty protobuf request, but no JSON', async () => {
    const it = await start();
    expect((await send(it, { type: PROTOBUF })).statusCode).toBe(200);
    expect((await send(it, { type: PROTOBUF, headers: { 'content-encoding': 'gzip' } })).statusCode).toBe(200);
    expect((await send(it, { type: JSON_TYPE })).statusCode).toBe(400);
  });
});

describe('keys', () => {
  test('a sender without a valid key is refused before its body is read', async () => {
    const it = await start({}, KEY);
    for (const headers of [{}, { authorization: 'Bearer wrong' }] as Record<string, string>[]) {
      const answer = await send(it, { type: PROTOBUF, body: Buffer.from('not read'), headers });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(decode('RpcStatus', answer.rawPayload)).toEqual({ code: 16, message: 'no valid ingest key' });
    }
  });

  test('the key decides the project', async () => {
    const it = await start({}, KEY);
    const answer = await send(it, {
      type: PROTOBUF,
      body: asProtobuf(payload(1)),
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(it.collector.origins).toMatchObject([{ project: 'shop' }]);
  });
});

describe('logs and metrics', () => {
  const record = { timeUnixNano: START, body: { stringValue: 'x' } };
  const logs = (...logRecords: object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });

  test('logs are taken, and bad ones named with the words of logs', async () => {
    const it = await start();
    const answer = await send(it, { url: '/v1/logs', type: JSON_TYPE, body: asJson(logs(record, {})) });
    expect(JSON.parse(answer.payload)).toEqual({
      partialSuccess: {
        rejectedLogRecords: '1',
        errorMessage:
          '1 log records rejected: resourceLogs[0].scopeLogs[0].logRecords[1]: time and observed time are missing; rejected',
      },
    });
    expect(it.collector.logRecords).toHaveLength(1);
  });

  test('metrics are counted and dropped with success', async () => {
    const it = await start();
    const gauge = { dataPoints: [{ timeUnixNano: START }, { timeUnixNano: START }] };
    const body = encode('Metrics', { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge }] }] }] });
    const answer = await send(it, { url: '/v1/metrics', type: PROTOBUF, body });
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0]);
    expect(it.collector.points).toBe(2);
  });
});

describe('limits', () => {
  const LIMIT = 100_000;

  test('a body above the limit is refused by its length, and one at the limit is not', async () => {
    const it = await start({ maxBodyBytes: LIMIT });
    const large = await send(it, { type: PROTOBUF, body: Buffer.alloc(LIMIT + 1) });
    expect(large.statusCode).toBe(413);
    expect(decode('RpcStatus', large.rawPayload)).toEqual({ code: 8, message: 'body is larger than 100000 bytes' });
    const fits = await send(it, { type: JSON_TYPE, body: Buffer.from('{}'.padEnd(LIMIT)) });
    expect(fits.statusCode).toBe(200);
  });

  test('a gzip body is held to the limit once inflated', async () => {
    const it = await start({ maxBodyBytes: LIMIT });
    const gzip = (bytes: number) => gzipSync(Buffer.from('{}'.padEnd(bytes)));
    const headers = { 'content-encoding': 'gzip' };
    expect((await send(it, { type: JSON_TYPE, body: gzip(LIMIT), headers })).statusCode).toBe(200);
    expect((await send(it, { type: JSON_TYPE, body: gzip(LIMIT + 1), headers })).statusCode).toBe(413);
    expect((await send(it, { type: JSON_TYPE, body: gzip(LIMIT * 1000), headers })).statusCode).toBe(413);
  });

  test('a body whose values would fill the memory is refused', async () => {
    const it = await start({ maxDecodedBytes: 10_000 });
    expect((await send(it, { type: PROTOBUF, body: asProtobuf(payload(100)) })).statusCode).toBe(413);
    expect((await send(it, { type: PROTOBUF, body: asProtobuf(payload(2)) })).statusCode).toBe(200);
  });

  test('while the collector holds as much as it can, others are asked to come back', async () => {
    const it = await start({ maxInFlightBytes: 100_000 });
    let release = () => {};
    it.collector.answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const first = send(it, { type: PROTOBUF, body: asProtobuf(payload(30)) });
    await soon(() => it.inFlight.bytes).toBeGreaterThan(50_000);
    const second = await send(it, { type: PROTOBUF, body: asProtobuf(payload(30)) });
    expect(second.statusCode).toBe(503);
    expect(second.headers['retry-after']).toBe('5');
    release();
    expect((await first).statusCode).toBe(200);
    const third = send(it, { type: PROTOBUF, body: asProtobuf(payload(30)) });
    await soon(() => it.inFlight.bytes).toBeGreaterThan(50_000);
    release();
    expect((await third).statusCode).toBe(200);
  });

  test('success is told only after the collector has committed', async () => {
    const it = await start();
    let commit = () => {};
    it.collector.answer = () =>
      new Promise((resolve) => {
        commit = resolve;
      });
    let answered = false;
    const answer = send(it, { type: PROTOBUF, body: asProtobuf(payload(1)) }).then((done) => {
      answered = true;
      return done;
    });
    await soon(() => it.inFlight.bytes).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(answered).toBe(false);
    commit();
    expect((await answer).statusCode).toBe(200);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    '%s is answered with the method to use',
    async (method) => {
      const it = await start();
      const answer = await send(it, { method });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('POST');
    },
  );
});
