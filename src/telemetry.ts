import { type Attributes, metrics, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { NodeSDK } from '@opentelemetry/sdk-node';

/** Stops the export; flushes first. */
export interface Telemetry {
  readonly exporting: boolean;
  shutdown(): Promise<void>;
}

const SILENT: Telemetry = { exporting: false, shutdown: async () => {} };

/**
 * Exports the collector's own spans and metrics, only where OTEL_EXPORTER_OTLP_ENDPOINT says so.
 * An endpoint that is this very process is refused: it would feed on itself for ever.
 */
export function startTelemetry(
  env: Readonly<Record<string, string | undefined>>,
  own: { host: string; ports: readonly number[] },
): Telemetry {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (endpoint === undefined || endpoint === '') return SILENT;
  if (isOwn(endpoint, own)) {
    process.stderr.write('OTEL_EXPORTER_OTLP_ENDPOINT is this collector itself; own telemetry is not exported\n');
    return SILENT;
  }
  const sdk = new NodeSDK({
    serviceName: env['OTEL_SERVICE_NAME'] ?? 'refrain',
    traceExporter: new OTLPTraceExporter(),
    metricReaders: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
    instrumentations: [],
  });
  sdk.start();
  return { exporting: true, shutdown: () => sdk.shutdown() };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '[::1]', '0.0.0.0', '::', '[::]']);

/** Whether an endpoint is this process: same port, and an address that leads here. */
export function isOwn(endpoint: string, own: { host: string; ports: readonly number[] }): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url) return false;
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const sameHost = url.hostname === own.host || LOOPBACK.has(url.hostname);
  return sameHost && own.ports.includes(port);
}

const SCOPE = 'refrain';

/** Runs one stage inside a span named after it; errors are recorded and go on. */
export function stage<T>(name: string, attributes: Attributes, work: (span: Span) => T): T {
  return trace.getTracer(SCOPE).startActiveSpan(`refrain.${name}`, { attributes }, (span) => {
    try {
      const result = work(span);
      if (result instanceof Promise) return endAfter(result, span) as T;
      span.end();
      return result;
    } catch (error) {
      fail(span, error);
      throw error;
    }
  });
}

async function endAfter<T>(result: Promise<T>, span: Span): Promise<T> {
  try {
    const value = await result;
    span.end();
    return value;
  } catch (error) {
    fail(span, error);
    throw error;
  }
}

function fail(span: Span, error: unknown): void {
  span.recordException(error instanceof Error ? error : String(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Counts something, by name; instruments are made once. Names follow OpenTelemetry: dotted, singular, unit apart. */
export function count(name: string, value: number, attributes: Attributes = {}): void {
  if (value > 0) metrics.getMeter(SCOPE).createCounter(`refrain.${name}`).add(value, attributes);
}

/** Records a duration in seconds. */
export function observe(name: string, seconds: number, attributes: Attributes = {}): void {
  metrics.getMeter(SCOPE).createHistogram(`refrain.${name}.duration`, { unit: 's' }).record(seconds, attributes);
}
