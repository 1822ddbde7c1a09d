import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPLogExporter as GrpcLogs } from '@opentelemetry/exporter-logs-otlp-grpc';
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtoLogs } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter as GrpcMetrics } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as GrpcTraces } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  JsonLogsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../src/otlp/collector.js';
import { decodeLogs, decodeTraces } from '../../src/otlp/decode.js';
import { otlpGrpc, type TestGrpc } from '../support/otlp-grpc.js';
import { KEY, listening, otlpApp, type TestServer } from '../support/otlp-server.js';

// Several suites may share the machine.
vi.setConfig({ testTimeout: 60_000 });

const resource = resourceFromAttributes({ 'service.name': 'agent', tags: ['a', 'b'] });

/** Spans as an instrumented agent makes them: an agent span with two tool calls, one failed, with event, link and every type of value. */
function finishedSpans() {
  const memory = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new SimpleSpanProcessor(memory)] });
  const tracer = provider.getTracer('agent.tools', '1.2.3');
  const root = tracer.startSpan('invoke_agent', { kind: SpanKind.INTERNAL });
  const inside = trace.setSpan(ROOT_CONTEXT, root);
  const ok = tracer.startSpan(
    'execute_tool search',
    { attributes: { 'gen_ai.tool.name': 'search', n: 42, big: 2 ** 53, f: 0.25 } },
    inside,
  );
  ok.end();
  const failed = tracer.startSpan(
    'execute_tool read',
    { links: [{ context: ok.spanContext() }], kind: SpanKind.CLIENT },
    inside,
  );
  failed.setAttributes({ flag: true, list: ['x', 'y'], numbers: [1, 2.5], text: 'Grüße 😀' });
  failed.recordException(new TypeError('no such file'));
  failed.setStatus({ code: SpanStatusCode.ERROR, message: 'ENOENT' });
  failed.end();
  root.end();
  return memory.getFinishedSpans();
}

/** Log records as a command-line agent makes them. */
function finishedLogs() {
  const memory = new InMemoryLogRecordExporter();
  const provider = new LoggerProvider({ resource, processors: [new SimpleLogRecordProcessor({ exporter: memory })] });
  const logger = provider.getLogger('cli', '0.1');
  logger.emit({
    eventName: 'tool_result',
    severityNumber: 9,
    body: { tool: 'Bash', lines: [1, null] },
    attributes: { success: 'true' },
  });
  logger.emit({ body: 'plain text' });
  return memory.getFinishedLogRecords();
}

const spans = finishedSpans();
const logs = finishedLogs();

describe('what the serializers of the SDK write', () => {
  const traces = (serialized: Uint8Array | undefined, encoding: 'protobuf' | 'json') =>
    decodeTraces(serialized as Uint8Array, encoding);

  test('spans come out as they were made, the same in both encodings', () => {
    const { records, reasons } = traces(ProtobufTraceSerializer.serializeRequest(spans), 'protobuf');
    expect(reasons).toEqual([]);
    expect(records).toEqual(traces(JsonTraceSerializer.serializeRequest(spans), 'json').records);
    const [ok, failed, root] = records;
    expect(ok).toMatchObject({
      traceId: spans[0]?.spanContext().traceId,
      parentSpanId: root?.spanId,
      name: 'execute_tool search',
      attributes: { 'gen_ai.tool.name': 'search', n: 42, f: 0.25 },
      scope: { name: 'agent.tools', version: '1.2.3' },
      resource: { attributes: { 'service.name': 'agent', tags: ['a', 'b'] } },
    });
    expect(failed).toMatchObject({
      kind: 'client',
      status: { code: 'error', message: 'ENOENT' },
      attributes: { flag: true, list: ['x', 'y'], numbers: [1, 2.5], text: 'Grüße 😀' },
      events: [
        { name: 'exception', attributes: { 'exception.type': 'TypeError', 'exception.message': 'no such file' } },
      ],
      links: [{ traceId: ok?.traceId, spanId: ok?.spanId }],
    });
    expect(root?.parentSpanId).toBeUndefined();
  });

  test('times are those of the span to the microsecond', () => {
    const { records } = traces(ProtobufTraceSerializer.serializeRequest(spans), 'protobuf');
    for (const [index, { startTime }] of spans.entries()) {
      expect(records[index]?.startedMs).toBeCloseTo(startTime[0] * 1000 + startTime[1] / 1e6, 2);
    }
  });

  test('log records come out as they were made, the same in both encodings', () => {
    const { records, reasons } = decodeLogs(ProtobufLogsSerializer.serializeRequest(logs) as Uint8Array, 'protobuf');
    expect(reasons).toEqual([]);
    expect(records).toEqual(decodeLogs(JsonLogsSerializer.serializeRequest(logs) as Uint8Array, 'json').records);
    expect(records).toMatchObject([
      {
        eventName: 'tool_result',
        severity: 9,
        body: { tool: 'Bash', lines: [1, null] },
        attributes: { success: 'true' },
      },
      { body: 'plain text', severity: undefined },
    ]);
  });
});

describe('exporters of the SDK against listening servers', () => {
  let http: TestServer;
  let grpc: TestGrpc;
  let httpUrl: string;
  let grpcUrl: string;

  beforeAll(async () => {
    [http, grpc] = [await otlpApp({}, KEY), await otlpGrpc({}, KEY)];
    httpUrl = `http://127.0.0.1:${await listening(http.app)}`;
    grpcUrl = `http://127.0.0.1:${grpc.server.port}`;
  });

  afterAll(async () => {
    await Promise.all([http.app.close(), grpc.server.close()]);
  });

  beforeEach(() => {
    for (const { collector } of [http, grpc]) {
      collector.spans.length = 0;
      collector.logRecords.length = 0;
      collector.points = 0;
      collector.answer = async () => {};
    }
  });

  const headers = { authorization: `Bearer ${KEY}` };
  const compressions = ['none', 'gzip'] as const;
  const options = (url: string, compression: 'none' | 'gzip') => ({
    url,
    headers,
    compression: compression as never,
    timeoutMillis: 5_000,
  });
  const ways = ['http/json', 'http/protobuf', 'grpc'].flatMap((way) =>
    compressions.map((compression) => [way, compression] as const),
  );

  /** An exporter of the SDK for one way in. The gRPC ones take headers as metadata, which the environment gives them. */
  function exporter<T>(
    way: string,
    path: string,
    compression: 'none' | 'gzip',
    kinds: Record<string, new (options: never) => unknown>,
  ): T {
    process.env.OTEL_EXPORTER_OTLP_HEADERS = `authorization=Bearer ${KEY}`;
    const url = way === 'grpc' ? grpcUrl : httpUrl + path;
    return new (kinds[way] as new (options: never) => T)(options(url, compression) as never);
  }

  function exported<T>(
    to: { export(items: T, done: (result: ExportResult) => void): void },
    items: T,
  ): Promise<ExportResult> {
    return new Promise((resolve) => to.export(items, resolve));
  }

  const collectorOf = (way: string) => (way === 'grpc' ? grpc : http).collector;

  test.each(ways)('traces over %s, compression %s', async (way, compression) => {
    const to = exporter<JsonTraces>(way, '/v1/traces', compression, {
      'http/json': JsonTraces,
      'http/protobuf': ProtoTraces,
      grpc: GrpcTraces,
    });
    expect(await exported(to, spans)).toEqual({ code: ExportResultCode.SUCCESS });
    expect(collectorOf(way).spans.map(({ name }) => name)).toEqual(spans.map(({ name }) => name));
    await to.shutdown();
  });

  test.each(ways)('logs over %s, compression %s', async (way, compression) => {
    const to = exporter<JsonLogs>(way, '/v1/logs', compression, {
      'http/json': JsonLogs,
      'http/protobuf': ProtoLogs,
      grpc: GrpcLogs,
    });
    expect(await exported(to, logs)).toEqual({ code: ExportResultCode.SUCCESS });
    expect(collectorOf(way).logRecords).toHaveLength(logs.length);
    await to.shutdown();
  });

  test.each(ways)('metrics over %s, compression %s', async (way, compression) => {
    const to = exporter<JsonMetrics>(way, '/v1/metrics', compression, {
      'http/json': JsonMetrics,
      'http/protobuf': ProtoMetrics,
      grpc: GrpcMetrics,
    });
    const reader = new PeriodicExportingMetricReader({ exporter: to, exportIntervalMillis: 60_000 });
    const provider = new MeterProvider({ readers: [reader] });
    provider.getMeter('m').createCounter('calls').add(3, { tool: 'search' });
    provider.getMeter('m').createHistogram('seconds').record(0.5);
    await provider.shutdown();
    expect(collectorOf(way).points).toBe(2);
  });

  // The JavaScript exporter over gRPC gives up at once; what it is told is tested in grpc.test.ts.
  test.each(ways.filter(([way, compression]) => compression === 'none' && way !== 'grpc'))(
    'over %s an exporter that is refused once comes back and loses nothing',
    async (way, compression) => {
      let refusals = 1;
      collectorOf(way).answer = async () => {
        if (refusals-- > 0) throw new Refusal(503, 1, 'busy');
      };
      const to = exporter<JsonTraces>(way, '/v1/traces', compression, {
        'http/json': JsonTraces,
        'http/protobuf': ProtoTraces,
        grpc: GrpcTraces,
      });
      expect(await exported(to, spans)).toEqual({ code: ExportResultCode.SUCCESS });
      expect(refusals).toBe(-1);
      expect(collectorOf(way).spans).toHaveLength(spans.length);
      await to.shutdown();
    },
  );
});
