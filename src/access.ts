import { RefrainError } from './errors.js';
import type { Keyring } from './keyring.js';
import { foreignness, type Headers, isBrowser, isForged, isFromElsewhere, type OwnNames } from './loopback.js';
import { Refusal } from './otlp/collector.js';

/** Until keys are made there is one project, and whoever reaches the port may use it. */
export const ONLY_PROJECT = 'default';

/** The cookie in which a browser keeps the read key that was typed into the form. */
export const COOKIE = 'refrain_key';

/** Who may send to, and who may read, which project. */
export interface Access {
  /** The project that these headers may send to. */
  ingest(headers: Headers): Promise<string | undefined>;
  /** The project that these headers may read; throws where none. */
  read(headers: Headers): Promise<string>;
  /** Whether a request that changes something was made by a page of somebody else. */
  isForged(headers: Headers): boolean;
  /** Whether the text is a valid read key. */
  isReadKey(key: string): Promise<boolean>;
}

/** Access by the keys of a keyring; open to whoever is near while none was ever made. */
export function createAccess(keyring: Keyring, own: OwnNames): Access {
  return {
    async ingest(headers) {
      try {
        if (await keyring.locked()) return await keyring.projectOf(sentKey(headers), 'ingest');
        // Senders call us by many names (a container's host, for one); only browsers are held to ours.
        return isBrowser(headers) && foreignness(headers, own) !== undefined ? undefined : ONLY_PROJECT;
      } catch (error) {
        if (!(error instanceof RefrainError)) throw error;
        throw new Refusal(503, error.retryAfterSeconds ?? 1, error.message);
      }
    },
    async read(headers) {
      if (await keyring.locked()) return readWithKey(keyring, headers, own);
      const foreign = foreignness(headers, own);
      if (foreign !== undefined) throw new RefrainError('forbidden', foreign);
      return ONLY_PROJECT;
    },
    isForged: (headers) => isForged(headers, own),
    isReadKey: async (key) => (await keyring.projectOf(key, 'read')) !== undefined,
  };
}

async function readWithKey(keyring: Keyring, headers: Headers, own: OwnNames): Promise<string> {
  const sent = sentKey(headers);
  if (sent === undefined && isFromElsewhere(headers, own))
    throw new RefrainError('forbidden', 'a page of another origin may not call this service');
  const key = sent ?? cookieKey(headers);
  const project = await keyring.projectOf(key, 'read');
  if (project !== undefined) return project;
  if ((await keyring.projectOf(key, 'ingest')) !== undefined)
    throw new RefrainError(
      'forbidden',
      'this is an ingest key; reading needs a read key (refrain keys create --scope read)',
    );
  throw new RefrainError('unauthenticated', 'a valid read key is needed, as authorization: Bearer or x-refrain-key');
}

/** The key of a header. Our own one goes first: a proxy may need the other for itself. */
function sentKey(headers: Headers): string | undefined {
  const own = headers['x-refrain-key'];
  if (own !== undefined) return String(own);
  const standard = headers['authorization'];
  return typeof standard === 'string' ? /^bearer +(\S+) *$/i.exec(standard)?.[1] : undefined;
}

function cookieKey(headers: Headers): string | undefined {
  const pairs = String(headers['cookie'] ?? '').split(';');
  return pairs
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
}
