import type { LogRecord, Span } from '../model/span.js';

/** Where records came from. */
export interface Origin {
  readonly project: string;
  /** Size of the request body once inflated. */
  readonly bytes: number;
}

/** Takes records over. A promise resolves once they are committed, and only then is the sender told so. */
export interface Collector {
  traces(spans: Span[], origin: Origin): Promise<void>;
  logs(logs: LogRecord[], origin: Origin): Promise<void>;
  /** Metrics are counted and dropped. */
  metrics(points: number, origin: Origin): void;
}

/** The collector cannot take the records now; the sender is to come back. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** 429: this sender sends too much; 503: the collector or its database cannot keep up. */
  constructor(
    readonly status: 429 | 503,
    readonly retryAfterSeconds: number,
    message: string,
  ) {
    super(message);
  }
}
