import { Refusal } from './collector.js';
import { BodyTooLarge, MalformedBody } from './malformed.js';

/** Every way to refuse a request: HTTP status, gRPC status (number of google.rpc.Code). */
const KINDS = {
  malformed: { http: 400, grpc: 3 },
  unauthenticated: { http: 401, grpc: 16 },
  'unknown path': { http: 404, grpc: 12 },
  'wrong method': { http: 405, grpc: 12 },
  'too large': { http: 413, grpc: 8 },
  'unknown encoding': { http: 415, grpc: 12 },
  throttled: { http: 429, grpc: 8 },
  // OTLP clients resend after 503 and UNAVAILABLE, and drop the data after 408 or 500.
  unavailable: { http: 503, grpc: 14 },
  'too slow': { http: 503, grpc: 14 },
} as const;

export type RefusalKind = keyof typeof KINDS;

/** How long a sender is asked to wait where nothing better is known: the usual first backoff of SDK exporters. */
const RETRY_SECONDS = 5;

/** A request that is answered with an error. The message is for the sender and holds nothing of the body. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly http: number;
  readonly grpc: number;
  /** Whole seconds, at least one; set exactly where sending the same again can help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly kind: RefusalKind,
    message: string,
    retryAfterSeconds?: number,
    /** For bad data: the place that is bad. */
    readonly field?: string,
  ) {
    super(message);
    this.http = KINDS[kind].http;
    this.grpc = KINDS[kind].grpc;
    this.retryAfterSeconds = retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds));
  }
}

/** The collector has no room now. */
export function overloaded(message: string): Refused {
  return new Refused('unavailable', message, RETRY_SECONDS);
}

/** The body did not arrive in time. Retryable: the network may be to blame. */
export function tooSlow(timeoutMs: number): Refused {
  return new Refused('too slow', `the body did not arrive within ${timeoutMs} ms`, RETRY_SECONDS);
}

/**
 * The refusal that answers an error. What nobody foresaw is answered as "come back", since the opposite makes the sender throw
 * its data away; `report` takes it, as it is a fault of ours.
 */
export function refusedBy(error: unknown, report: (error: unknown) => void): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof BodyTooLarge) return new Refused('too large', error.message);
  if (error instanceof MalformedBody) {
    return new Refused('malformed', error.message, undefined, String(error.position));
  }
  if (error instanceof Refusal) {
    return new Refused(error.status === 429 ? 'throttled' : 'unavailable', error.message, error.retryAfterSeconds);
  }
  report(error);
  return overloaded('the collector met a fault of its own');
}
