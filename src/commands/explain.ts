/** What usually stands behind a fault at the start, as a sentence that says what to do; undefined where nobody foresaw it. */
export function explainStart(error: unknown): string | undefined {
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  switch (code) {
    case 'EADDRINUSE':
      return `${address}:${port} is taken, perhaps by another Refrain or collector; set REFRAIN_HTTP_PORT or REFRAIN_GRPC_PORT (0 takes a free one)`;
    case 'EADDRNOTAVAIL':
      return `${address} is no address of this machine; set REFRAIN_HOST`;
    case 'EACCES':
      return `${address ?? 'a file or port'} may not be used by this account${port === undefined ? '' : `: port ${port}`}`;
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return 'no Postgres answers under DATABASE_URL; check host and port, or unset it to use the embedded one';
    case '28P01':
    case '28000':
      return 'Postgres refuses the user or password of DATABASE_URL';
    case '3D000':
      return 'the database that DATABASE_URL names does not exist; create it first (createdb)';
    case '42501':
      return 'the user of DATABASE_URL may not create tables; grant it CREATE on the database';
    default:
      return undefined;
  }
}
