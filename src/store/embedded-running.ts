import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usableFolder } from './embedded.js';
import { NoEmbeddedPostgres } from './embedded-binaries.js';

/**
 * Address of the embedded Postgres that another process runs on a data folder. Whoever may read the folder's password may read the data
 * anyway.
 */
export async function runningEmbedded(wanted: string): Promise<string> {
  const folder = await usableFolder(wanted, process.getuid?.() === 0);
  try {
    const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
    // The fourth line of the file is the port.
    const port = Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[3]);
    if (!Number.isInteger(port) || port <= 0) throw new Error('no port yet');
    return `postgres://refrain:${password}@127.0.0.1:${port}/refrain`;
  } catch (cause) {
    throw new NoEmbeddedPostgres(
      `another Refrain uses the data folder ${folder}, and its database cannot be reached by this account; run the command as the same user, or stop that Refrain first`,
      { cause },
    );
  }
}
