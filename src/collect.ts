import type { Sealer } from './capture/index.js';
import type { Settings } from './model/settings.js';
import type { LogRecord, Span } from './model/span.js';
import type { Frame, ToolCall } from './model/tool-call.js';
import type { Collector, Origin } from './otlp/collector.js';
import { type Batch, judgeReading, type Reading, recogniseLogs, recogniseSpans } from './pipeline.js';
import { count, stage } from './telemetry.js';

/** Where rows go; resolves after commit with what was new. */
export type Commit = (batch: CommitBatch) => Promise<void>;

/** Rows of one request, and what was noticed about it. */
export interface CommitBatch {
  readonly project: string;
  readonly bytes: number;
  readonly calls: readonly ToolCall[];
  readonly frames: readonly Frame[];
  readonly notes: readonly Note[];
}

/** A counter of the pipeline, kept per minute in the database and shown on the health panels. */
export interface Note {
  readonly name: 'received' | 'recognised' | 'unclaimed' | 'faults' | 'metric_points';
  readonly label: string;
  readonly value: number;
}

export interface CollectDeps {
  readonly settings: Settings;
  readonly sealer: Sealer;
  readonly commit: Commit;
  readonly log: (message: string) => void;
}

/** The way in: records to rows to the store. An answer is given only after commit. */
export function createCollector({ settings, sealer, commit, log }: CollectDeps): Collector {
  const faultsSeen = new Set<string>();

  async function take(reading: Reading, records: number, origin: Origin): Promise<void> {
    const batch = stage('judge', {}, () => judgeReading(reading, { project: origin.project, settings, sealer }));
    for (const unit of batch.faults.keys()) reportOnce(unit);
    const { calls, frames } = batch;
    count('recognised', calls.length);
    await stage('commit', { 'refrain.calls': calls.length, 'refrain.frames': frames.length }, () =>
      commit({ project: origin.project, bytes: origin.bytes, calls, frames, notes: notesOf(batch, records) }),
    );
  }

  /** A unit that throws on some input is named once in the log and counted always. */
  function reportOnce(unit: string): void {
    if (faultsSeen.has(unit)) return;
    faultsSeen.add(unit);
    log(`${unit} threw on a record; the record was left out, please report it`);
  }

  return {
    traces: (spans: Span[], origin: Origin) =>
      stage('receive', { 'refrain.records': spans.length, 'refrain.bytes': origin.bytes }, async () => {
        count('received', spans.length);
        await take(
          stage('recognise', {}, () => recogniseSpans(spans)),
          spans.length,
          origin,
        );
      }),
    logs: (logs: LogRecord[], origin: Origin) =>
      stage('receive', { 'refrain.records': logs.length, 'refrain.bytes': origin.bytes }, async () => {
        count('received', logs.length);
        await take(
          stage('recognise', {}, () => recogniseLogs(logs)),
          logs.length,
          origin,
        );
      }),
    metrics: (points: number) => count('metric_points', points),
  };
}

function notesOf({ calls, unclaimed, faults }: Batch, records: number): Note[] {
  const byConvention = new Map<string, number>();
  for (const { convention } of calls) byConvention.set(convention, (byConvention.get(convention) ?? 0) + 1);
  return [
    { name: 'received', label: '', value: records },
    ...[...byConvention].map(([label, value]): Note => ({ name: 'recognised', label, value })),
    ...[...unclaimed].map(([label, value]): Note => ({ name: 'unclaimed', label, value })),
    ...[...faults].map(([label, value]): Note => ({ name: 'faults', label, value })),
  ];
}
