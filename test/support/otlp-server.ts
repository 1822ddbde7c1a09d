import Fastify, { type FastifyInstance } from 'fastify';
import { HTTP_OPTIONS, otlpHttp } from '../../src/otlp/http.js';
import { InFlight } from '../../src/otlp/in-flight.js';
import { DEFAULT_LIMITS, type Limits } from '../../src/otlp/limits.js';
import { MemoryCollector } from './otlp-collector.js';

/** An app with the endpoints, and what stands behind them. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly collector: MemoryCollector;
  readonly inFlight: InFlight;
  /** Faults that nobody foresaw. */
  readonly reported: unknown[];
}

/** The key that the test servers want; any other refuses the sender. Without a key everybody is let in. */
export const KEY = 'secret-key';

/** Builds the app; it does not listen yet. `options` replaces Fastify's, where waiting for the real ones takes too long. */
export async function otlpApp(limits: Partial<Limits> = {}, key?: string, options = {}): Promise<TestServer> {
  const collector = new MemoryCollector();
  const all = { ...DEFAULT_LIMITS, ...limits };
  const inFlight = new InFlight(all.maxInFlightBytes);
  const reported: unknown[] = [];
  const app = Fastify({ ...HTTP_OPTIONS, ...options });
  await otlpHttp(app, {
    collector,
    inFlight,
    limits: all,
    report: (error) => reported.push(error),
    authorise: (headers) => (key === undefined || headers.authorization === `Bearer ${key}` ? 'shop' : undefined),
  });
  return { app, collector, inFlight, reported };
}

/** Listens on a free port of loopback. */
export async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as { port: number }).port;
}
