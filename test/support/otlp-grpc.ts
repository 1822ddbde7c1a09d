import { Client, credentials, type Metadata, Metadata as NewMetadata, type ServiceError } from '@grpc/grpc-js';
import { type GrpcServer, startGrpc } from '../../src/otlp/grpc.js';
import { InFlight } from '../../src/otlp/in-flight.js';
import { DEFAULT_LIMITS, type Limits } from '../../src/otlp/limits.js';
import { MemoryCollector } from './otlp-collector.js';
import { decode } from './otlp-schema.js';

/** A gRPC server on a free port of loopback, and what stands behind it. */
export interface TestGrpc {
  readonly server: GrpcServer;
  readonly collector: MemoryCollector;
  readonly inFlight: InFlight;
  readonly reported: unknown[];
}

/** Starts the server; without a key everybody is let in. */
export async function otlpGrpc(limits: Partial<Limits> = {}, key?: string): Promise<TestGrpc> {
  const collector = new MemoryCollector();
  const all = { ...DEFAULT_LIMITS, ...limits };
  const inFlight = new InFlight(all.maxInFlightBytes);
  const reported: unknown[] = [];
  const server = await startGrpc({
    host: '127.0.0.1',
    port: 0,
    collector,
    inFlight,
    limits: all,
    report: (error) => reported.push(error),
    authorise: (headers) => (key === undefined || headers.authorization === `Bearer ${key}` ? 'shop' : undefined),
  });
  return { server, collector, inFlight, reported };
}

/** What a call came back with. */
export interface GrpcAnswer {
  readonly code: number;
  readonly message: string;
  readonly body: Buffer | undefined;
  /** The details of the status, decoded as far as known. */
  readonly details: Record<string, unknown>[];
}

/** RPC paths by signal. */
export const RPC = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
};

/** A client of the official library. */
export function grpcClient(port: number, gzip = false): Client {
  const compression = gzip ? { 'grpc.default_compression_algorithm': 2 as const } : {};
  return new Client(`127.0.0.1:${port}`, credentials.createInsecure(), compression);
}

/** Metadata of these headers. */
export function metadata(headers: Record<string, string>): Metadata {
  const made = new NewMetadata();
  for (const [name, value] of Object.entries(headers)) made.set(name, value);
  return made;
}

const raw = (bytes: Buffer) => bytes;

/** One unary call with raw bytes. */
export function call(
  client: Client,
  path: string,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<GrpcAnswer> {
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, raw, raw, body, metadata(headers), (error: ServiceError | null, value?: Buffer) => {
      if (!error) return resolve({ code: 0, message: '', body: value, details: [] });
      const [status] = error.metadata.get('grpc-status-details-bin');
      const { details = [] } =
        status === undefined ? {} : (decode('RpcStatus', status as Buffer) as { details?: Record<string, unknown>[] });
      resolve({ code: error.code, message: error.details, body: undefined, details });
    });
  });
}
