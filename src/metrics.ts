/** What the process knows about itself at one moment. */
export interface Moment {
  readonly lagMs: number;
  readonly leading: boolean;
  readonly waitingBytes: number;
}

/** Counters of the collector in Prometheus' text format. */
export class CollectorMetrics {
  private rows = 0;

  committed(rows: number): void {
    this.rows += rows;
  }

  render({ lagMs, leading, waitingBytes }: Moment): string {
    return [
      metric('refrain_committed_rows_total', 'counter', 'Rows acknowledged since the start.', this.rows),
      metric('refrain_queue_bytes', 'gauge', 'Bytes of requests that wait for the database.', waitingBytes),
      metric(
        'refrain_detection_lag_seconds',
        'gauge',
        'Time from commit to written findings in the last round.',
        lagMs / 1000,
      ),
      metric('refrain_leading', 'gauge', 'Whether this process is the one that watches the database.', leading ? 1 : 0),
      metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', process.memoryUsage.rss()),
    ].join('');
  }
}

function metric(name: string, type: 'counter' | 'gauge', help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`;
}
