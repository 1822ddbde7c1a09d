/** One way in which Refrain says no. `retryable` decides the status class: what cannot succeed is never answered 429 or 503. */
export interface ErrorEntry {
  readonly status: number;
  readonly retryable: boolean;
  readonly sentence: string;
}

/** Every error that Refrain answers with, in one place; the README table is generated from it. */
export const ERRORS = {
  malformed_body: {
    status: 400,
    retryable: false,
    sentence: 'The body is not the OTLP message that its content type promises.',
  },
  invalid_query: { status: 400, retryable: false, sentence: 'A query parameter has a value that it cannot have.' },
  unauthenticated: {
    status: 401,
    retryable: false,
    sentence: 'A key is needed and none, or an unknown one, was sent.',
  },
  forbidden: { status: 403, retryable: false, sentence: 'The key is valid, but not for this.' },
  not_found: { status: 404, retryable: false, sentence: 'There is nothing under this name.' },
  body_too_large: {
    status: 413,
    retryable: false,
    sentence: 'The body, or what it inflates to, is larger than the limit.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    sentence: 'Content type or content encoding is not one that OTLP/HTTP names.',
  },
  busy: {
    status: 429,
    retryable: true,
    sentence: 'The ingest queue is full; nothing was stored. Send again after the stated wait.',
  },
  store_unavailable: {
    status: 503,
    retryable: true,
    sentence: 'The database is away or too slow; nothing was acknowledged. Send again after the stated wait.',
  },
  shutting_down: {
    status: 503,
    retryable: true,
    sentence: 'The process is stopping; send again, another one answers.',
  },
  internal: { status: 500, retryable: false, sentence: 'A fault in Refrain itself; it is logged with its cause.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** An error that is part of the answer: its code is a row of ERRORS, its message names the place. */
export class RefrainError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, { cause: options.cause });
    this.name = 'RefrainError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }
}
