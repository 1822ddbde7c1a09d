import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { Chance, fuzz, fuzzCase } from '../support/otlp-fuzz.js';
import { call, grpcClient, otlpGrpc, RPC } from '../support/otlp-grpc.js';
import { otlpApp } from '../support/otlp-server.js';
import { soon } from '../support/soon.js';

// Several suites may share the machine.
vi.setConfig({ testTimeout: 60_000 });

/** Another seed each day, so that the share that is run here adds up; printed with every failure. */
const SEED = Math.floor(Date.now() / 86_400_000) * 1_000_000;
const PATHS = { Traces: 'traces', Logs: 'logs', Metrics: 'metrics' } as const;

test(`5,000 bent bodies from seed ${SEED} are read or refused, and what is read is sound`, () => {
  const { taken, refused } = fuzz(SEED, 5_000);
  // Both happen often, else the bodies would test nothing.
  expect(taken).toBeGreaterThan(1_000);
  expect(refused).toBeGreaterThan(500);
});

test('300 bent bodies over HTTP are answered with success or bad data', async () => {
  const it = await otlpApp();
  for (let n = 0; n < 300; n++) {
    const { name, encoding, body } = fuzzCase(new Chance(SEED + n));
    const gzip = n % 3 === 0;
    const answer = await it.app.inject({
      method: 'POST',
      url: `/v1/${PATHS[name]}`,
      headers: {
        'content-type': encoding === 'json' ? 'application/json' : 'application/x-protobuf',
        ...(gzip && { 'content-encoding': 'gzip' }),
      },
      payload: gzip ? gzipSync(body) : body,
    });
    expect([200, 400, 413], `seed ${SEED + n}`).toContain(answer.statusCode);
  }
  expect(it.reported).toEqual([]);
  expect(it.inFlight.bytes).toBe(0);
  await it.app.close();
});

test('300 bent bodies over gRPC are answered with success or bad data', async () => {
  const it = await otlpGrpc();
  const client = grpcClient(it.server.port);
  for (let n = 0; n < 300; n++) {
    const { name, body } = fuzzCase(new Chance(SEED + n));
    const { code } = await call(client, RPC[PATHS[name]], body);
    expect([0, 3, 8], `seed ${SEED + n}`).toContain(code);
  }
  client.close();
  expect(it.reported).toEqual([]);
  await soon(() => it.inFlight.bytes).toBe(0);
  await it.server.close();
});
