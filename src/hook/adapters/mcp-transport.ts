import type { Attributes } from '@opentelemetry/api';
import { trace } from '@opentelemetry/api';
import { safely } from '../safely.js';

/** The parts of a transport that say something about a call; all of them optional, because transports are many. */
export interface TransportLike {
  readonly sessionId?: string | undefined;
  readonly protocolVersion?: string | undefined;
  readonly pid?: number | null | undefined;
  readonly _url?: URL | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: message types differ between the SDK's major lines.
  send?: (message: any, ...rest: any[]) => unknown;
}

interface ConnectedClient {
  readonly transport?: TransportLike | undefined;
  getServerVersion?(): { name?: string } | undefined;
}

/** Name of the server behind a client, and how it is reached. */
export function serverFacts(client: object): { server: string | undefined; attributes: Attributes } {
  const { transport } = client as ConnectedClient;
  const server = (client as ConnectedClient).getServerVersion?.()?.name;
  return { server, attributes: { ...(transport ? transportFacts(transport) : {}) } };
}

/** How a transport reaches the other side, as far as it says. */
export function transportFacts(transport: TransportLike): Attributes {
  const url = transport._url;
  const piped = 'pid' in transport;
  return {
    'network.transport': url ? 'tcp' : piped ? 'pipe' : undefined,
    'server.address': url?.hostname,
    'server.port': url?.port ? Number(url.port) : undefined,
    'mcp.session.id': transport.sessionId,
    'mcp.protocol.version': transport.protocolVersion,
  };
}

const watched = new WeakSet<object>();

/** Writes the JSON-RPC id of each request on the span that it was sent within: that joins client and server views. */
export function noteRequestIds(client: object): void {
  const { transport } = client as ConnectedClient;
  if (!transport?.send || watched.has(transport)) return;
  watched.add(transport);
  const original = transport.send;
  transport.send = function (this: unknown, message, ...rest) {
    safely(() => noteRequestId(message));
    return original.call(this, message, ...rest);
  };
}

function noteRequestId(message: { method?: unknown; id?: unknown } | undefined): void {
  if (message?.method !== 'tools/call' || message.id === undefined) return;
  trace.getActiveSpan()?.setAttribute('jsonrpc.request.id', String(message.id));
}

interface Hints {
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
}

interface Listed {
  tools?: { name: string; annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean } }[];
}

/** Learns what tools say about themselves from the listings that the agent asks for anyway. */
export function learnAnnotations(client: object): (tool: string) => Hints {
  const known = new Map<string, Hints>();
  const lister = client as { listTools?: (...args: unknown[]) => Promise<Listed> };
  const original = lister.listTools;
  if (typeof original !== 'function') return () => ({});
  const listTools = function (this: unknown, ...args: unknown[]) {
    const listed = original.apply(this, args);
    listed.then(({ tools }) => safely(() => remember(known, tools ?? []))).then(undefined, () => undefined);
    return listed;
  };
  Object.defineProperty(client, 'listTools', { value: listTools, configurable: true, writable: true });
  return (tool) => known.get(tool) ?? {};
}

function remember(known: Map<string, Hints>, tools: NonNullable<Listed['tools']>): void {
  for (const { name, annotations } of tools)
    if (annotations) known.set(name, { readOnly: annotations.readOnlyHint, destructive: annotations.destructiveHint });
}
