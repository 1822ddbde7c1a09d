import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Whether listening on this host is reachable from this machine only; a name counts as what it leads to. */
export async function isLoopback(host: string): Promise<boolean> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.length > 0 && found.every(({ address }) => /^(127\.|::1$|::ffff:127\.)/i.test(address));
}

/** Headers by lower-case name. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Under which names this process is reached, beside addresses and localhost. */
export interface OwnNames {
  readonly names: ReadonlySet<string>;
  /** Origins that pages of ours have where a proxy tells us another Host. */
  readonly origins: ReadonlySet<string>;
  /** Names without a dot, as containers call each other; nobody can register one in the public DNS. */
  readonly isBareAllowed: boolean;
}

/**
 * Why a request without a key looks like a browser that was sent here by a foreign page; undefined where it does not. A page that makes
 * its own name lead here (DNS rebinding) sends that name as Host; one that just calls us sends its Origin or says that it is another site.
 */
export function foreignness(headers: Headers, own: OwnNames): string | undefined {
  const host = one(headers['host'] ?? headers[':authority']);
  if (host !== undefined && !isOwnName(hostnameOf(`http://${host}`), own))
    return 'the Host is not a name of this service; call it by address or localhost, or set REFRAIN_PUBLIC_URL';
  return isFromElsewhere(headers, own) ? 'a page of another origin may not call this service' : undefined;
}

/** Whether a browser says that another site made this request; following a link counts as the person's own doing. */
export function isFromElsewhere(headers: Headers, own: OwnNames): boolean {
  const site = one(headers['sec-fetch-site']);
  if (site === undefined) return isForeignOrigin(headers, own);
  const isLink = one(headers['sec-fetch-mode']) === 'navigate' && one(headers['sec-fetch-dest']) === 'document';
  return site !== 'same-origin' && site !== 'none' && !isLink;
}

/** Whether headers are a browser's: no exporter and no script says these. */
export function isBrowser(headers: Headers): boolean {
  return headers['origin'] !== undefined || headers['sec-fetch-site'] !== undefined;
}

/** The same for requests that change something: a link from elsewhere is no excuse. */
export function isForged(headers: Headers, own: OwnNames): boolean {
  const site = one(headers['sec-fetch-site']);
  return site === undefined ? isForeignOrigin(headers, own) : site !== 'same-origin' && site !== 'none';
}

/** Whether the Origin is given and neither the Host nor an address of ours. */
function isForeignOrigin(headers: Headers, { origins }: OwnNames): boolean {
  const origin = one(headers['origin']);
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const host = one(headers['host'] ?? headers[':authority']);
  const { host: from, origin: whole } = new URL(origin);
  return !origins.has(whole) && (host === undefined || from !== plainHost(origin, host));
}

/** The host as a URL of the origin's scheme writes it, without its usual port. */
function plainHost(origin: string, host: string): string | undefined {
  const text = `${new URL(origin).protocol}//${host}`;
  return URL.canParse(text) ? new URL(text).host : undefined;
}

function isOwnName(name: string | undefined, { names, isBareAllowed }: OwnNames): boolean {
  if (name === undefined) return false;
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  if (name === 'localhost' || name.endsWith('.localhost') || names.has(name)) return true;
  return isBareAllowed && !name.includes('.');
}

/** The host name of an address, in lower case; undefined where there is none or more than a host was written. */
function hostnameOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, username, pathname } = new URL(address);
  return hostname === '' || username !== '' || pathname !== '/' ? undefined : hostname.replace(/\.$/, '');
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
