import type pg from 'pg';

/** One committed batch, as the log of arrivals names it. */
export interface Arrival {
  readonly seq: bigint;
  readonly project: string;
  readonly traceIds: readonly string[];
  readonly committedMs: number;
}

/**
 * Arrivals after a place, oldest first. Numbers are drawn before commit, so a lower one may become visible after a higher one:
 * only rows older than every transaction under way are handed out, and no batch is ever skipped.
 */
export async function arrivalsAfter(pool: pg.Pool, seq: bigint, limit: number): Promise<readonly Arrival[]> {
  const { rows } = await pool.query<{ seq: string; project: string; trace_ids: string[]; committed_ms: number }>(
    `SELECT seq, project, trace_ids, (extract(epoch FROM committed_at) * 1000)::float8 AS committed_ms FROM arrivals
     WHERE seq > $1 AND xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY seq LIMIT $2`,
    [seq.toString(), limit],
  );
  return rows.map((row) => ({
    seq: BigInt(row.seq),
    project: row.project,
    traceIds: row.trace_ids,
    committedMs: row.committed_ms,
  }));
}

const WATERMARK = 'watched_seq';

/** The last arrival whose findings are written. */
export async function readWatermark(pool: pg.Pool): Promise<bigint> {
  return BigInt((await readMeta(pool, WATERMARK)) ?? '0');
}

/** Moves the place up to which findings are written. */
export async function saveWatermark(pool: pg.Pool, seq: bigint): Promise<void> {
  await writeMeta(pool, WATERMARK, seq.toString());
}

/** Writes a small fact. */
export async function writeMeta(pool: pg.Pool, key: string, value: string): Promise<void> {
  await pool.query(
    'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [key, value],
  );
}

/** A small fact about the database; undefined where nobody wrote it. */
export async function readMeta(pool: pg.Pool, key: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [key]);
  return rows[0]?.value;
}

/** The value under a key; made by the first process that asks, the same for all that follow. */
export async function metaOr(pool: pg.Pool, key: string, make: () => string): Promise<string> {
  await pool.query('INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING', [key, make()]);
  return (await readMeta(pool, key)) ?? '';
}
