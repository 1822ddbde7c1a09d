import type pg from 'pg';

const CHANNEL = 'refrain_forgotten';
/** A round of the watcher that was under way may write for this long after something was forgotten; ten times what a round takes. */
const ROUND_SECONDS = 60;

/** Tells the process that watches that something of a project was forgotten. */
export async function announceForgotten(pool: pg.Pool, project: string): Promise<void> {
  await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, project]);
}

/** Listens on the connection that holds the leadership; the function hands out each notice once. */
export async function listenForgotten(client: pg.PoolClient): Promise<() => readonly string[]> {
  const projects: string[] = [];
  client.on('notification', ({ payload }) => void (payload !== undefined && projects.push(payload)));
  await client.query(`LISTEN ${CHANNEL}`);
  return () => projects.splice(0);
}

/** Deletes findings written a moment ago about sessions that have no calls; whatever retention took the calls of is older. */
export async function dropRevived(pool: pg.Pool, project: string): Promise<void> {
  await pool.query(
    `DELETE FROM findings WHERE project = $1 AND session IS NOT NULL AND updated_at > now() - $2 * interval '1 second'
       AND NOT EXISTS (SELECT FROM tool_calls AS call WHERE call.project = findings.project AND call.session = findings.session)`,
    [project, ROUND_SECONDS],
  );
}
