import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { transaction } from './connect.js';

/** Any number that no other program takes: the bytes of "refrain" as an integer. */
const MIGRATION_LOCK = 0x72656672;

/** The database was made by a newer program. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
  readonly sentence = true;
}

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Applies what is missing, one transaction for all, under an advisory lock: any number of programs may start at once. */
export async function migrate(pool: pg.Pool, folder: string = FOLDER): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
  return transaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const applied = new Set(rows.map(({ name }) => name));
    refuseNewer(applied, files);
    const missing = files.filter((name) => !applied.has(name));
    for (const name of missing) {
      await client.query(await readFile(`${folder}/${name}`, 'utf8'));
      await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    }
    return missing;
  });
}

function refuseNewer(applied: ReadonlySet<string>, files: readonly string[]): void {
  const unknown = [...applied].filter((name) => !files.includes(name)).sort();
  if (unknown.length === 0) return;
  throw new NewerDatabase(
    `the database has been migrated by a newer Refrain (${unknown.join(', ')}); start that version, or point DATABASE_URL at another database`,
  );
}
