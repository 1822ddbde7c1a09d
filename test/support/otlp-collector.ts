import type { LogRecord, Span } from '../../src/model/span.js';
import type { Collector, Origin } from '../../src/otlp/collector.js';

/** A collector that keeps what it is given in memory and answers as `answer` says. */
export class MemoryCollector implements Collector {
  readonly spans: Span[] = [];
  readonly logRecords: LogRecord[] = [];
  readonly origins: Origin[] = [];
  points = 0;
  /** Awaited before anything is kept; reject to refuse. */
  answer: () => Promise<void> = async () => {};

  async traces(spans: Span[], origin: Origin): Promise<void> {
    await this.answer();
    this.spans.push(...spans);
    this.origins.push(origin);
  }

  async logs(logs: LogRecord[], origin: Origin): Promise<void> {
    await this.answer();
    this.logRecords.push(...logs);
    this.origins.push(origin);
  }

  metrics(points: number, origin: Origin): void {
    this.points += points;
    this.origins.push(origin);
  }
}
