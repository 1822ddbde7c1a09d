import type pg from 'pg';
import { listenForgotten } from './forget-notice.js';

/** Held while this process is the one that watches. */
export interface Leadership {
  /** Resolves when the connection, and with it the lock, is gone. */
  readonly lost: Promise<void>;
  /** Projects of which something was forgotten since the last time of asking. */
  forgotten(): readonly string[];
  release(): Promise<void>;
}

/** Any number that no other program takes: the bytes of "lead" as an integer. */
const LEAD_LOCK = 0x6c656164;

/** Tries to become the one that watches this database; undefined where another process is. */
export async function lead(pool: pg.Pool): Promise<Leadership | undefined> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [LEAD_LOCK]);
    if (rows[0]?.got) {
      const forgotten = await listenForgotten(client);
      return { lost: gone(client), forgotten, release: () => giveUp(client) };
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
  return undefined;
}

function gone(client: pg.PoolClient): Promise<void> {
  return new Promise((resolve) => {
    client.once('error', () => resolve());
    client.once('end', () => resolve());
  });
}

/** The connection is closed rather than handed back, so that the lock cannot outlive the leader. */
async function giveUp(client: pg.PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1)', [LEAD_LOCK]).catch(() => {});
  client.release(true);
}
