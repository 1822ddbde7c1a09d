import type pg from 'pg';
import { ConfigFault, readConfig } from '../config.js';
import { connect } from '../store/connect.js';
import { startEmbedded } from '../store/embedded.js';
import { FolderInUse } from '../store/embedded-binaries.js';
import { runningEmbedded } from '../store/embedded-running.js';
import { migrate } from '../store/migrate.js';
import { explainStart } from './explain.js';

/**
 * Runs a piece of work on the database that the service of this environment uses: DATABASE_URL, else the embedded one, whether a service
 * runs it just now or not.
 */
export async function withStore<T>(env: NodeJS.ProcessEnv, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig(env);
  const database = databaseUrl === undefined ? await embedded(dataDir) : { url: databaseUrl, stop: async () => {} };
  const pool = connect(database.url, { max: 2, applicationName: 'refrain-admin' });
  try {
    await migrate(pool);
    return await work(pool);
  } catch (error) {
    const sentence = explainStart(error);
    throw sentence === undefined ? error : new ConfigFault([sentence]);
  } finally {
    await pool.end();
    await database.stop();
  }
}

async function embedded(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  try {
    const { url, stop } = await startEmbedded(folder);
    return { url, stop };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return { url: await runningEmbedded(folder), stop: async () => {} };
  }
}
