import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '../../src/store/connect.js';
import { startEmbedded } from '../../src/store/embedded.js';
import { migrate } from '../../src/store/migrate.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's migrated template database; tests clone it. */
    postgresTemplate: string;
  }
}

/** One Postgres for the whole run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'refrain-test-'));
  const server = await startEmbedded(join(folder, 'pg'));
  const pool = connect(server.url, { max: 1 });
  await migrate(pool);
  await pool.end();
  project.provide('postgresTemplate', server.url);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
