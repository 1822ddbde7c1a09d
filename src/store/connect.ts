import pg from 'pg';

/** Two connections write, one watches, the rest read (limits page: a third writer adds nothing). */
const POOL_SIZE = 10;
/** A database that does not answer within this is away; the sender is told to come back. */
const CONNECT_TIMEOUT_MS = 5000;

/** A pool of connections. Errors of idle connections are the pool's own business: it opens new ones. */
export function connect(
  url: string,
  options: { readonly max?: number; readonly applicationName?: string } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: options.applicationName ?? 'refrain',
    keepAlive: true,
  });
  pool.on('error', () => {});
  return pool;
}

/** Classes and codes of SQLSTATE after which the same statement can succeed: connection, resources, shutdown, serialization, deadlock. */
const PASSING = /^(08|53|57P0|40001|40P01|55P03|25006)/;
const PASSING_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** Whether a fault of the database can pass by itself. What is unknown counts as passing only where the connection is gone. */
export function isPassing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code !== undefined) return PASSING.test(code) || PASSING_SYSTEM.has(code);
  return /terminat|timeout|connection|not queryable/i.test(message ?? '');
}

/** Runs work in one transaction on one connection; a broken connection is thrown away. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const onError = () => {};
  client.on('error', onError);
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    broken = await client.query('ROLLBACK').then(
      () => undefined,
      (fault: Error) => fault,
    );
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
