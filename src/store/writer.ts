import type pg from 'pg';
import { RefrainError } from '../errors.js';
import { isPassing, transaction } from './connect.js';
import { type KnownDays, makeDays, missingDays } from './days.js';
import { insertRows, type Rows } from './insert.js';

/** One request's rows, waiting for its commit. */
export interface WriteRequest extends Rows {
  /** Size of the request, for the bound of the queue. */
  readonly bytes: number;
}

export interface WriterOptions {
  readonly pool: pg.Pool;
  readonly queueBytes: number;
  readonly now: () => number;
  readonly log: (message: string, cause?: unknown) => void;
  /** Called after each commit, before its requests are answered. */
  readonly onCommit: (seq: bigint, rows: Rows) => void;
}

export interface Writer {
  /** Resolves after commit. Rejects with a RefrainError that says whether to come back. */
  write(request: WriteRequest): Promise<void>;
  readonly waitingBytes: number;
  /** Takes nothing more, writes what waits. */
  close(): Promise<void>;
}

interface Waiting {
  readonly request: WriteRequest;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Rows per commit: beyond some thousand a larger batch gains nothing (limits page, table Write). */
const ROWS_PER_COMMIT = 5000;
/** Connections that write at once; a third adds nothing (limits page). */
const WRITERS = 2;
/** How long a sender is asked to wait while the database is away. */
const AWAY_SECONDS = 5;
/** How long a sender is asked to wait while the queue is full: it empties within a second or two. */
const FULL_SECONDS = 2;
/** Deadlocks and serialization failures are resolved by trying again at once. */
const ATTEMPTS = 3;

/** Commits requests in groups: while one group is being written, the next one gathers. */
export function createWriter(options: WriterOptions): Writer {
  return new GroupWriter(options);
}

class GroupWriter implements Writer {
  private readonly queue: Waiting[] = [];
  private readonly knownDays: KnownDays = new Set();
  private busy = 0;
  private closed = false;
  private idle: (() => void) | undefined;
  waitingBytes = 0;

  constructor(private readonly options: WriterOptions) {}

  write(request: WriteRequest): Promise<void> {
    if (this.closed) return Promise.reject(stopping());
    if (this.waitingBytes > 0 && this.waitingBytes + request.bytes > this.options.queueBytes)
      return Promise.reject(full());
    this.waitingBytes += request.bytes;
    return new Promise<void>((resolve, reject) => {
      this.queue.push({ request, resolve, reject });
      this.start();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.busy === 0 && this.queue.length === 0) return;
    await new Promise<void>((resolve) => {
      this.idle = resolve;
    });
  }

  private start(): void {
    while (this.busy < WRITERS && this.queue.length > 0) {
      this.busy++;
      const group = this.take();
      void this.writeGroup(group).finally(() => this.done(group));
    }
  }

  private done(group: readonly Waiting[]): void {
    this.busy--;
    this.waitingBytes -= group.reduce((sum, { request }) => sum + request.bytes, 0);
    if (this.queue.length > 0) this.start();
    else if (this.busy === 0) this.idle?.();
  }

  /** Requests of one project, in order, up to the rows of one commit. */
  private take(): Waiting[] {
    const group: Waiting[] = [];
    let rows = 0;
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      const size = next.request.calls.length + next.request.frames.length;
      const fits =
        group.length === 0 || (rows + size <= ROWS_PER_COMMIT && next.request.project === group[0]?.request.project);
      if (!fits) break;
      rows += size;
      group.push(next);
      this.queue.shift();
    }
    return group;
  }

  private async writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await this.commit(merge(group.map(({ request }) => request)));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (isPassing(error)) for (const { reject } of group) reject(away(error));
      else if (group.length > 1) for (const one of group) await this.writeGroup([one]);
      else for (const one of group) await this.writeIsolated(one, error);
    }
  }

  /** A row that Postgres refuses must not take its neighbours with it: halves are tried until it stands alone. */
  private async writeIsolated({ request, resolve, reject }: Waiting, cause: unknown): Promise<void> {
    try {
      await this.commitHalves(request, cause);
      resolve();
    } catch (error) {
      reject(away(error));
    }
  }

  private async commitHalves(rows: Rows, cause: unknown): Promise<void> {
    if (rows.calls.length + rows.frames.length <= 1) {
      const [row] = [...rows.calls, ...rows.frames];
      this.options.log(`a row that Postgres refuses was left out (span ${row?.spanId ?? '?'})`, cause);
      return;
    }
    for (const half of halves(rows)) {
      try {
        await this.commit(half);
      } catch (error) {
        if (isPassing(error)) throw error;
        await this.commitHalves(half, error);
      }
    }
  }

  private async commit(rows: Rows): Promise<void> {
    const times = [...rows.calls, ...rows.frames].map(({ startedMs }) => startedMs);
    const days = missingDays(times, this.knownDays, this.options.now());
    if (days.length > 0) await makeDays(this.options.pool, days, this.knownDays);
    for (let attempt = 1; ; attempt++) {
      try {
        const seq = await transaction(this.options.pool, (client) => insertRows(client, rows));
        this.options.onCommit(seq, rows);
        return;
      } catch (error) {
        const { code } = error as { code?: string };
        if (attempt >= ATTEMPTS || (code !== '40P01' && code !== '40001')) throw error;
      }
    }
  }
}

function stopping(): RefrainError {
  return new RefrainError('shutting_down', 'the collector is stopping', { retryAfterSeconds: FULL_SECONDS });
}

function away(cause: unknown): RefrainError {
  return new RefrainError('store_unavailable', 'the database does not take the rows now', {
    cause,
    retryAfterSeconds: AWAY_SECONDS,
  });
}

function full(): RefrainError {
  return new RefrainError('busy', 'the queue in front of the database is full', { retryAfterSeconds: FULL_SECONDS });
}

function merge(requests: readonly WriteRequest[]): Rows {
  return {
    project: requests[0]?.project ?? 'default',
    calls: requests.flatMap(({ calls }) => calls),
    frames: requests.flatMap(({ frames }) => frames),
    notes: requests.flatMap(({ notes }) => notes),
  };
}

function halves({ project, calls, frames, notes }: Rows): [Rows, Rows] {
  const split = <T>(rows: readonly T[]): [readonly T[], readonly T[]] => [
    rows.slice(0, rows.length >> 1),
    rows.slice(rows.length >> 1),
  ];
  if (calls.length > 0 && frames.length > 0)
    return [
      { project, calls, frames: [], notes },
      { project, calls: [], frames, notes: [] },
    ];
  const [firstCalls, otherCalls] = split(calls);
  const [firstFrames, otherFrames] = split(frames);
  return [
    { project, calls: firstCalls, frames: firstFrames, notes },
    { project, calls: otherCalls, frames: otherFrames, notes: [] },
  ];
}
