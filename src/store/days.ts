import type pg from 'pg';

const DAY_MS = 86_400_000;
/** Days for which partitions are made: a year of recordings to import, and two days of clocks that run ahead. The rest shares one partition. */
const WINDOW_DAYS = { back: 400, ahead: 2 } as const;

/** Which days already have partitions, as far as this process knows. */
export type KnownDays = Set<number>;

/** The days of these times that need a partition and are not known to have one, in order. */
export function missingDays(times: Iterable<number>, known: ReadonlySet<number>, nowMs: number): number[] {
  const today = Math.floor(nowMs / DAY_MS);
  const days = new Set<number>();
  for (const ms of times) {
    const day = Math.floor(ms / DAY_MS);
    const inWindow = day >= today - WINDOW_DAYS.back && day <= today + WINDOW_DAYS.ahead;
    if (inWindow && !known.has(day)) days.add(day);
  }
  return [...days].sort((a, b) => a - b);
}

/** Any number that no other program takes: the bytes of "days" as an integer. */
const DAYS_LOCK = 0x64617973;

/** Makes partitions, each day in a transaction of its own, so that no long lock is held; two processes take turns. */
export async function makeDays(pool: pg.Pool, days: readonly number[], known: KnownDays): Promise<void> {
  for (const day of days) {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1)', [DAYS_LOCK]);
      await client.query('SELECT refrain_make_day($1::date)', [date]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
    known.add(day);
  }
}

/** Drops the partitions that end before a time; the counts in the rollups stay. Returns their names. */
export async function dropDays(pool: pg.Pool, beforeMs: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^(tool_calls|frames)_\\d{8}$' ORDER BY 1",
  );
  const last = new Date(beforeMs - DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const old = rows.map(({ name }) => name).filter((name) => name.slice(-8) <= last);
  for (const name of old) await pool.query(`DROP TABLE IF EXISTS ${name}`);
  await pool.query('DELETE FROM tool_calls_other WHERE started_at < $1', [new Date(beforeMs)]);
  await pool.query('DELETE FROM frames_other WHERE started_at < $1', [new Date(beforeMs)]);
  await pool.query('DELETE FROM arrivals WHERE committed_at < $1', [new Date(beforeMs)]);
  return old;
}
