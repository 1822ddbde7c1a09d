import type pg from 'pg';
import { transaction } from './connect.js';

/** What a deletion on request names: one session, or every session in which a user appears. */
export type Forgotten = { readonly session: string } | { readonly user: string };

/** How many rows a deletion took away. */
export interface Deleted {
  readonly sessions: number;
  readonly calls: number;
  readonly frames: number;
  readonly findings: number;
}

/** Sessions per transaction: long ones would hold back the watcher, which waits for whatever is under way. */
const SESSIONS_AT_ONCE = 50;

/** Deletes calls, frames and findings; the counts follow the calls. What a watcher has in memory is for its owner to drop. */
export async function forget(pool: pg.Pool, project: string, whose: Forgotten): Promise<Deleted> {
  const sessions = 'session' in whose ? [whose.session] : await sessionsOfUser(pool, project, whose.user);
  const total = { sessions: 0, calls: 0, frames: 0, findings: 0 };
  for (let at = 0; at < sessions.length; at += SESSIONS_AT_ONCE) {
    const some = sessions.slice(at, at + SESSIONS_AT_ONCE);
    const { calls, frames, findings } = await transaction(pool, (client) => forgetSessions(client, project, some));
    total.sessions += some.length;
    total.calls += calls;
    total.frames += frames;
    total.findings += findings;
  }
  return total;
}

async function sessionsOfUser(pool: pg.Pool, project: string, user: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ session: string }>(
    `SELECT session FROM tool_calls WHERE project = $1 AND user_id = $2
     UNION SELECT coalesce(conversation, trace_id) FROM frames WHERE project = $1 AND user_id = $2
     UNION SELECT call.session FROM frames AS frame JOIN tool_calls AS call USING (project, trace_id)
       WHERE frame.project = $1 AND frame.user_id = $2`,
    [project, user],
  );
  return rows.map(({ session }) => session);
}

async function forgetSessions(
  client: pg.ClientBase,
  project: string,
  sessions: readonly string[],
): Promise<Omit<Deleted, 'sessions'>> {
  const values = [project, sessions];
  const { rows: held } = await client.query<{ trace_id: string }>(
    'SELECT DISTINCT trace_id FROM tool_calls WHERE project = $1 AND session = ANY($2)',
    values,
  );
  const calls = await client.query('DELETE FROM tool_calls WHERE project = $1 AND session = ANY($2)', values);
  // Frames know no session: those of the traces go that hold no other session's call and name no other conversation.
  const frames = await client.query(
    `DELETE FROM frames AS frame WHERE project = $1 AND (
       conversation = ANY($2)
       OR (trace_id = ANY($3) AND conversation IS NULL
         AND NOT EXISTS (SELECT FROM tool_calls AS call WHERE call.project = frame.project AND call.trace_id = frame.trace_id)))`,
    [project, sessions, [...new Set([...held.map(({ trace_id }) => trace_id), ...sessions])]],
  );
  const findings = await client.query('DELETE FROM findings WHERE project = $1 AND session = ANY($2)', values);
  return { calls: calls.rowCount ?? 0, frames: frames.rowCount ?? 0, findings: findings.rowCount ?? 0 };
}
