/**
 * Refrain's own attribute names: what a tool, or an instrumentation that knows it, states about one call beside the result.
 * Source: this file. They may stand on any span that describes a tool call, whatever convention claims it.
 * Units are in the name; a number may also be written as text.
 */
export const REFRAIN = {
  /** `transient`, `validation`, `business` or `permission`. */
  errorCategory: 'refrain.error.category',
  /** The code as the tool writes it, for example `RATE_LIMITED`. */
  errorCode: 'refrain.error.code',
  /** Whether resending this exact call can work. */
  retryable: 'refrain.retryable',
  /** A sentence for the agent: what happened and what to do. */
  description: 'refrain.description',
  /** How long to wait before a resend, in milliseconds. */
  retryAfterMs: 'refrain.retry_after_ms',
  /** How many records a question found; 0 says "searched, found nothing". */
  resultCount: 'refrain.result.count',
  /** Annotation of the tool: it changes nothing. */
  readOnly: 'refrain.tool.read_only',
  /** Annotation of the tool: it may destroy something. */
  destructive: 'refrain.tool.destructive',
  /** The guard did not send the call. Also the name of the span event that carries reason, category and code. */
  guardRefused: 'refrain.guard.refused',
  /** The guard delayed the call. Name of the span event; its attributes are ms and reason. */
  guardWaited: 'refrain.guard.waited',
  /** The guard noted a repeat of a call that worked. Name of the span event; its attributes are reason and description. */
  guardWarned: 'refrain.guard.warned',
  guardReason: 'refrain.guard.reason',
  guardWaitedMs: 'refrain.guard.waited_ms',
} as const;
