import { context, propagation, trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** A process with OpenTelemetry set up the usual way, whose spans a test can read. */
export interface Recorder {
  spans(): ReadableSpan[];
  /** The span of that name; fails where there is none or more than one. */
  only(name: string): ReadableSpan;
  reset(): void;
  stop(): Promise<void>;
}

export function startRecorder(): Recorder {
  const exporter = new InMemorySpanExporter();
  const sdk = new NodeSDK({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    metricReaders: [],
    logRecordProcessors: [],
    autoDetectResources: false,
  });
  sdk.start();
  const spans = () => exporter.getFinishedSpans();
  return {
    spans,
    only(name) {
      const found = spans().filter((span) => span.name === name);
      const [first] = found;
      if (!first || found.length > 1)
        throw new Error(`${found.length} spans ${name} among ${spans().map((s) => s.name)}`);
      return first;
    },
    reset: () => exporter.reset(),
    async stop() {
      await sdk.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
