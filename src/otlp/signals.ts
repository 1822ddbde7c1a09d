/** The signals of OTLP that are answered: path on HTTP, service on gRPC, and the words of a partial success. */
export const SIGNALS = {
  traces: {
    path: '/v1/traces',
    method: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    records: 'spans',
    rejectedField: 'rejectedSpans',
  },
  logs: {
    path: '/v1/logs',
    method: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
    records: 'log records',
    rejectedField: 'rejectedLogRecords',
  },
  metrics: {
    path: '/v1/metrics',
    method: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
    records: 'data points',
    rejectedField: 'rejectedDataPoints',
  },
} as const;

export type Signal = keyof typeof SIGNALS;

/** All of them. */
export const SIGNAL_NAMES = Object.keys(SIGNALS) as Signal[];
