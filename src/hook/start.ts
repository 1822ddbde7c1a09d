import { createRequire } from 'node:module';
import { context, diag, ProxyTracerProvider, type TracerProvider, trace } from '@opentelemetry/api';
import { flushOnExit } from './flush.js';
import { clearDefaults, type HookOptions, setDefaults } from './options.js';

/** How to start: where spans go and who sends them. Standard `OTEL_*` variables hold where nothing is said here. */
export interface StartOptions extends HookOptions {
  /** Address of Refrain, for example `http://localhost:4318`. Default: `OTEL_EXPORTER_OTLP_ENDPOINT`, else that. */
  readonly endpoint?: string | undefined;
  /** Default: `OTEL_SERVICE_NAME`. */
  readonly serviceName?: string | undefined;
  /** Headers of every export, for example the ingest key. */
  readonly headers?: Record<string, string> | undefined;
  /** Flush when the process ends or is told to end. Default true. */
  readonly flushOnExit?: boolean | undefined;
}

/** A running hook. */
export interface Refrain {
  /** True where a tracer provider was there before: it is used as it is, and Refrain neither flushes nor stops it. */
  readonly existing: boolean;
  flush(): Promise<void>;
  shutdown(): Promise<void>;
}

/**
 * Sets up OpenTelemetry for a process that has none, and the defaults of everything instrumented later.
 * A tracer provider that is there already is used and never replaced.
 */
export function startRefrain(options: StartOptions = {}): Refrain {
  setDefaults(options);
  if (hasProvider()) return existing(options);
  const sdk = sdkFor(options);
  sdk.start();
  return running(sdk, options);
}

function existing({ endpoint }: StartOptions): Refrain {
  if (endpoint !== undefined)
    diag.warn('refrain: spans go where the tracer provider that is there sends them', endpoint);
  return { existing: true, flush: nothing, shutdown: async () => clearDefaults() };
}

type NodeSdk = InstanceType<typeof import('@opentelemetry/sdk-node').NodeSDK>;

/** The SDK is loaded only here, so that whoever brings an own provider never pays for it. */
function sdkFor(options: StartOptions): NodeSdk {
  const load = createRequire(import.meta.url);
  const { NodeSDK } = load('@opentelemetry/sdk-node') as typeof import('@opentelemetry/sdk-node');
  return new NodeSDK({
    ...(options.serviceName === undefined ? {} : { serviceName: options.serviceName }),
    ...exporter(options, load),
    instrumentations: [],
    // Only spans: the SDK's own default would also send metrics and logs, which nobody asked for.
    metricReaders: [],
    logRecordProcessors: [],
  });
}

/** The exporter's retries keep the process alive, and the standard ten seconds are long for a program that is done. */
const TIMEOUT_MS = 4_000;

function timeoutStated(): boolean {
  return Boolean(process.env['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT'] ?? process.env['OTEL_EXPORTER_OTLP_TIMEOUT']);
}

/** Where nothing is said, `OTEL_TRACES_EXPORTER` and `OTEL_EXPORTER_OTLP_PROTOCOL` choose another exporter. */
function exporter({ endpoint, headers }: StartOptions, load: NodeJS.Require) {
  const chosen = process.env['OTEL_TRACES_EXPORTER'] ?? process.env['OTEL_EXPORTER_OTLP_PROTOCOL'];
  if (endpoint === undefined && headers === undefined && chosen) return {};
  const { OTLPTraceExporter } = load(
    '@opentelemetry/exporter-trace-otlp-http',
  ) as typeof import('@opentelemetry/exporter-trace-otlp-http');
  return {
    traceExporter: new OTLPTraceExporter({
      ...(endpoint === undefined ? {} : { url: tracesUrl(endpoint) }),
      ...(headers === undefined ? {} : { headers }),
      ...(timeoutStated() ? {} : { timeoutMillis: TIMEOUT_MS }),
    }),
  };
}

function running(sdk: NodeSdk, options: StartOptions): Refrain {
  const provider = delegate() as TracerProvider & { forceFlush?(): Promise<void> };
  const flush = async () => provider.forceFlush?.().catch(nothing);
  const stopWatching = options.flushOnExit === false ? nothing : flushOnExit(flush);
  const shutdown = async () => {
    await stopWatching();
    await sdk.shutdown().catch(nothing);
    trace.disable();
    context.disable();
    clearDefaults();
  };
  return { existing: false, flush, shutdown };
}

async function nothing(): Promise<void> {}

/** Spans go to the traces path below the address, unless the address names it already. */
function tracesUrl(endpoint: string): string {
  const base = endpoint.replace(/\/+$/, '');
  return base.endsWith('/v1/traces') ? base : `${base}/v1/traces`;
}

function delegate(): TracerProvider {
  const provider = trace.getTracerProvider();
  return provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider;
}

/** The API answers with a provider that does nothing until somebody registers one. */
function hasProvider(): boolean {
  return delegate().constructor.name !== new ProxyTracerProvider().getDelegate().constructor.name;
}
