import { MAX_WEIGHT } from './decode.js';

/** What a request may cost. */
export interface Limits {
  /** Largest body in bytes, as sent and once inflated. */
  readonly maxBodyBytes: number;
  /** Largest sum of bytes held for all requests under way, on HTTP and gRPC together. */
  readonly maxInFlightBytes: number;
  /** Most estimated heap bytes of one decoded body. */
  readonly maxDecodedBytes: number;
  /** Time in which a body must have arrived. */
  readonly bodyTimeoutMs: number;
  /** Open connections to the gRPC port. */
  readonly maxConnections: number;
}

export const DEFAULT_LIMITS: Limits = {
  // What OTLP recommends.
  maxBodyBytes: 64 * 1024 * 1024,
  // Four largest bodies at once, or four hundred of the usual 0.6 MB.
  maxInFlightBytes: 256 * 1024 * 1024,
  maxDecodedBytes: MAX_WEIGHT,
  // SDK exporters give up after 10 s; three times that leaves room for a slow proxy, and none for a slow loris.
  bodyTimeoutMs: 30_000,
  // A connection costs about 50 KB, and an agent process keeps one.
  maxConnections: 2_000,
};
