import { context, propagation, trace } from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type Analysis, analyse } from '../../src/analysis.js';
import { createSealer } from '../../src/capture/index.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import { decodeTraces } from '../../src/otlp/decode.js';
import { judgeReading, recogniseSpans } from '../../src/pipeline.js';

/** A process with OpenTelemetry set up the usual way, whose spans a test can read. */
export interface Recorder {
  spans(): ReadableSpan[];
  /** The span of that name; fails where there is none or more than one. */
  only(name: string): ReadableSpan;
  /** What the service makes of the spans: over OTLP, through conventions, outcome, assembly and detectors. */
  service(nowMs?: number): Analysis;
  /** The calls as the service sees them, in order. */
  calls(): readonly ToolCall[];
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
    serviceName: 'hook-test',
  });
  sdk.start();
  const spans = () => exporter.getFinishedSpans();
  const service = (nowMs = Date.now()) => serviceView(spans(), nowMs);
  return {
    spans,
    only(name) {
      const found = spans().filter((span) => span.name === name);
      const [first] = found;
      if (!first || found.length > 1) throw new Error(`${found.length} spans ${name} of ${spans().map((s) => s.name)}`);
      return first;
    },
    service,
    calls: () => service().calls,
    reset: () => exporter.reset(),
    async stop() {
      await sdk.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

const sealer = createSealer({ key: 'test', mode: 'redacted', maxBytes: 16_384, settings: DEFAULT_SETTINGS });

/** Spans over the wire and through the service's own units, in memory. */
export function serviceView(spans: ReadableSpan[], nowMs: number): Analysis {
  if (spans.length === 0) return analyse([], DEFAULT_SETTINGS, nowMs);
  const body = JsonTraceSerializer.serializeRequest(spans);
  if (!body) throw new Error('spans cannot be written as OTLP');
  const { records, rejected, reasons } = decodeTraces(body, 'json');
  if (rejected > 0) throw new Error(reasons.join('; '));
  const batch = judgeReading(recogniseSpans(records), { project: 'default', settings: DEFAULT_SETTINGS, sealer });
  if (batch.faults.size > 0) throw new Error(`faults in ${[...batch.faults.keys()]}`);
  return analyse([batch], DEFAULT_SETTINGS, nowMs);
}

/** What a test says about a call: only the facts that differ from "nothing is known". */
export function factsOf(call: ToolCall): Record<string, unknown> {
  const { tool, reported, outcome, category, code, retryable, retryAfterMs, resultCount, guardRefused } = call;
  const facts = { tool, reported, outcome, category, code, retryable, retryAfterMs, resultCount };
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...(guardRefused ? { guardRefused } : {}) };
}
