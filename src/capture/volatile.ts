/**
 * Keys that a framework or transport adds to every call and that say nothing about what was asked. Compared without case and
 * punctuation, at any depth. Keys that a model fills with meaning (`timestamp`, `date`, `id`, `session_id`) are not here: two
 * calls that differ in them are two calls. Settings add keys per tool.
 */
export const VOLATILE_KEYS: readonly string[] = [
  '_meta',
  'progress_token',
  'request_id',
  'x_request_id',
  'request_uuid',
  'correlation_id',
  'trace_id',
  'span_id',
  'traceparent',
  'tracestate',
  'baggage',
  'idempotency_key',
  'nonce',
  'tool_call_id',
  'tool_use_id',
  'call_id',
  'invocation_id',
  'request_timestamp',
  'request_time',
  'client_timestamp',
  'sent_at',
  'current_timestamp',
];

/** Keys that in an answer only say when and how fast it was given. */
export const ANSWER_VOLATILE_KEYS: readonly string[] = [
  ...VOLATILE_KEYS,
  'timestamp',
  'generated_at',
  'fetched_at',
  'retrieved_at',
  'server_time',
  'served_at',
  'response_time',
  'response_id',
  'elapsed',
  'elapsed_ms',
  'elapsed_seconds',
  'took',
  'took_ms',
  'duration',
  'duration_ms',
  'duration_seconds',
  'execution_time',
  'execution_time_ms',
  'latency',
  'latency_ms',
  'wall_time',
];
