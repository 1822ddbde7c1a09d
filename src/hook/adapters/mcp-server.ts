import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import type { Call, Ending } from '../call.js';
import { within } from '../observe.js';
import { type Hook, type HookOptions, hookOf } from '../options.js';
import { type Recording, startRecording } from '../record.js';
import { safely } from '../safely.js';
import { readMcpResult } from './mcp-result.js';
import { type TransportLike, transportFacts } from './mcp-transport.js';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly arguments?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly requestId?: string | number;
  };
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

interface ServerTransport extends TransportLike {
  onmessage?: ((message: Message, ...rest: unknown[]) => void) | undefined;
}

interface Connectable {
  // biome-ignore lint/suspicious/noExplicitAny: transport types differ between the SDK's major lines.
  connect(transport: any, ...rest: any[]): Promise<any>;
}

/** A server of the official SDK: the high-level one holds the low-level one. */
export type McpServerLike = Connectable & { readonly server?: Connectable };

const instrumented = new WeakSet<object>();

/**
 * Turns every tool call that an official MCP TypeScript server answers into a SERVER span, also those that never reach a
 * tool: unknown names and invalid arguments. A trace context in `_meta` is continued. Call it before `connect`.
 */
export function instrumentMcpServer<S extends McpServerLike>(server: S, options: HookOptions = {}): S {
  const low: Connectable = server.server ?? server;
  if (instrumented.has(low)) return server;
  instrumented.add(low);
  const hook = hookOf({ ...options, guard: false });
  const original = low.connect;
  const connect: Connectable['connect'] = function (this: unknown, transport, ...rest) {
    const connected = original.call(this, transport, ...rest);
    // The protocol puts its listener on the transport while it connects, and no tool is called before it has.
    connected.then(
      () => safely(() => watch(transport, low, hook)),
      () => undefined,
    );
    return connected;
  };
  Object.defineProperty(low, 'connect', { value: connect, configurable: true, writable: true, enumerable: false });
  return server;
}

type Open = Map<string | number, Recording>;

function watch(transport: ServerTransport, server: object, hook: Hook): void {
  const open: Open = new Map();
  const { onmessage, send } = transport;
  transport.onmessage = function (this: unknown, message, ...rest) {
    const where = safely(() => received(message, open, transport, server, hook));
    if (where) within(where, () => onmessage?.call(this, message, ...rest));
    else onmessage?.call(this, message, ...rest);
  };
  if (!send) return;
  transport.send = function (this: unknown, message: Message, ...rest) {
    safely(() => answered(message, open));
    return send.call(this, message, ...rest);
  };
}

/** Where the handler of a tool call runs; undefined for every other message. */
function received(
  message: Message,
  open: Open,
  transport: ServerTransport,
  server: object,
  hook: Hook,
): Context | undefined {
  const { id, method, params } = message;
  if (method === 'notifications/cancelled' && params?.requestId !== undefined) {
    end(open, params.requestId, { unseen: true, cancelled: true, failed: true, errorType: 'cancelled' });
    return undefined;
  }
  if (method !== 'tools/call' || id === undefined) return undefined;
  const recording = within(remote(params?._meta), () => startRecording(describe(message, transport, server), hook));
  open.set(id, recording);
  return recording.context;
}

function answered({ id, result, error }: Message, open: Open): void {
  if (id === undefined) return;
  if (error) end(open, id, readProtocolError(error));
  else if (result !== undefined) end(open, id, readMcpResult(result));
}

function end(open: Open, id: string | number, ending: Ending): void {
  const recording = open.get(id);
  open.delete(id);
  recording?.end(ending);
}

function readProtocolError({ code, message }: NonNullable<Message['error']>): Ending {
  const written = code === undefined ? undefined : String(code);
  return {
    unseen: true,
    failed: true,
    errorType: written,
    text: message,
    attributes: { 'rpc.response.status_code': written },
  };
}

function describe({ id, params }: Message, transport: ServerTransport, server: object): Call {
  const tool = typeof params?.name === 'string' ? params.name : 'unknown';
  const { _serverInfo } = server as { _serverInfo?: { name?: string } };
  return {
    tool,
    arguments: params?.arguments ?? {},
    spanName: `tools/call ${tool}`,
    kind: SpanKind.SERVER,
    server: _serverInfo?.name,
    attributes: {
      'mcp.method.name': 'tools/call',
      'jsonrpc.request.id': String(id),
      ...transportFacts(transport),
      ...sideOf(transport),
    },
  };
}

/** Server transports of the SDK: over HTTP they handle requests, over stdio they hold a stream. */
function sideOf(transport: object) {
  if ('handleRequest' in transport) return { 'network.transport': 'tcp' };
  return '_stdin' in transport ? { 'network.transport': 'pipe' } : {};
}

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/;

/** The context that the caller sent. The carrier is W3C by specification, whatever propagator this process uses. */
function remote(meta: Readonly<Record<string, unknown>> = {}): Context {
  const found = TRACEPARENT.exec(String(meta['traceparent']));
  const [, traceId, spanId, flags] = found ?? [];
  if (!traceId || !spanId) return context.active();
  const bag = propagation.extract(ROOT_CONTEXT, { baggage: meta['baggage'] });
  const traceFlags = Number.parseInt(flags ?? '00', 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(bag, { traceId, spanId, traceFlags, isRemote: true });
}
