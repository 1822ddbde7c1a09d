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
  const queue: Waiting[] = [];
  const knownDays: KnownDays = new Set();
  let bytes = 0;
  let busy = 0;
  let closed = false;
  let idle: (() => void) | undefined;

  function start(): void {
    while (busy < WRITERS && queue.length > 0) {
      const group = take();
      busy++;
      void writeGroup(group).finally(() => {
        busy--;
        bytes -= group.reduce((sum, { request }) => sum + request.bytes, 0);
        if (queue.length > 0) start();
        else if (busy === 0) idle?.();
      });
    }
  }

  /** Requests of one project, in order, up to the rows of one commit. */
  function take(): Waiting[] {
    const group: Waiting[] = [];
    let rows = 0;
    while (queue[0] && queue[0].request.project === (group[0] ?? queue[0]).request.project) {
      const size = queue[0].request.calls.length + queue[0].request.frames.length;
      if (group.length > 0 && rows + size > ROWS_PER_COMMIT) break;
      rows += size;
      group.push(queue.shift() as Waiting);
    }
    return group;
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await commit(merge(group.map(({ request }) => request)));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (isPassing(error)) for (const { reject } of group) reject(away(error));
      else if (group.length > 1) for (const one of group) await writeGroup([one]);
      else await writeIsolated(group[0] as Waiting, error);
    }
  }

  /** A row that Postgres refuses must not take its neighbours with it: halves are tried until it stands alone. */
  async function writeIsolated({ request, resolve, reject }: Waiting, cause: unknown): Promise<void> {
    try {
      await commitHalves(request, cause);
      resolve();
    } catch (error) {
      reject(away(error));
    }
  }

  async function commitHalves(rows: Rows, cause: unknown): Promise<void> {
    const size = rows.calls.length + rows.frames.length;
    if (size <= 1) {
      const [row] = [...rows.calls, ...rows.frames];
      options.log(`a row that Postgres refuses was left out (span ${row?.spanId ?? '?'})`, cause);
      return;
    }
    for (const half of halves(rows)) {
      try {
        await commit(half);
      } catch (error) {
        if (isPassing(error)) throw error;
        await commitHalves(half, error);
      }
    }
  }

  async function commit(rows: Rows): Promise<void> {
    const times = [...rows.calls, ...rows.frames].map(({ startedMs }) => startedMs);
    const days = missingDays(times, knownDays, options.now());
    if (days.length > 0) await makeDays(options.pool, days, knownDays);
    for (let attempt = 1; ; attempt++) {
      try {
        const seq = await transaction(options.pool, (client) => insertRows(client, rows));
        options.onCommit(seq, rows);
        return;
      } catch (error) {
        const code = (error as { code?: string }).code;
        if (attempt >= ATTEMPTS || (code !== '40P01' && code !== '40001')) throw error;
      }
    }
  }

  return {
    get waitingBytes() {
      return bytes;
    },
    write(request) {
      if (closed)
        return Promise.reject(
          new RefrainError('shutting_down', 'the collector is stopping', { retryAfterSeconds: FULL_SECONDS }),
        );
      if (bytes > 0 && bytes + request.bytes > options.queueBytes) return Promise.reject(full());
      bytes += request.bytes;
      return new Promise<void>((resolve, reject) => {
        queue.push({ request, resolve, reject });
        start();
      });
    },
    async close() {
      closed = true;
      if (busy === 0 && queue.length === 0) return;
      await new Promise<void>((resolve) => {
        idle = resolve;
      });
    },
  };
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
