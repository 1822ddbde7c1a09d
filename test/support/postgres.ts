import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { connect } from '../../src/store/connect.js';

/** A database of a test's own. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
}

/** Clones the migrated template; the clone is dropped when the test file is done. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('postgresTemplate'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  await once(admin.href, `CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const pool = connect(url.href);
  afterAll(async () => {
    await pool.end();
    await once(admin.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  return { url: url.href, pool };
}

async function once(url: string, sql: string): Promise<void> {
  const pool = connect(url, { max: 1 });
  try {
    await retryBusy(() => pool.query(sql));
  } finally {
    await pool.end();
  }
}

/** Two files that clone at the same moment: Postgres refuses the second while the first reads the template. */
async function retryBusy(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt >= 50 || (error as { code?: string }).code !== '55006') throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
