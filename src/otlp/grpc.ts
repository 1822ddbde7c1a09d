import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { answerCall } from './grpc-call.js';
import { type Intake, intakeOf, type OtlpDeps } from './intake.js';

/** The gRPC way in. */
export interface GrpcServer {
  /** The port it listens on. */
  readonly port: number;
  /** Stops listening, lets calls under way end within the time given, then cuts what is left. */
  close(graceMs?: number): Promise<void>;
}

/** Calls under way on one connection; exporters use one or a few. */
const MAX_STREAMS = 128;

/** What a sender may have on the way before it waits: enough for a usual body on a slow line, little enough times MAX_STREAMS. */
const STREAM_WINDOW = 1024 * 1024;
const SESSION_WINDOW = 4 * 1024 * 1024;

/** A connection without any call for this long is closed; clients reconnect by themselves. */
const IDLE_MS = 10 * 60_000;

/** As long as a call may take to be committed when the process is told to stop. */
const GRACE_MS = 5_000;

/**
 * Starts OTLP/gRPC. It stands on node:http2 rather than on a gRPC library: the call is unary and its framing five bytes, and the
 * library keeps every DATA frame as an object of its own, so that a body sent byte by byte took 100 times its size in memory.
 */
export async function startGrpc(deps: OtlpDeps & { host: string; port: number }): Promise<GrpcServer> {
  const { host, port, ...rest } = deps;
  const intake = intakeOf(rest);
  const sessions = new Set<ServerHttp2Session>();
  const server = createGrpcServer(intake, sessions);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs = GRACE_MS) => closeServer(server, sessions, graceMs),
  };
}

function createGrpcServer(intake: Intake, sessions: Set<ServerHttp2Session>): Http2Server {
  const settings = { maxConcurrentStreams: MAX_STREAMS, initialWindowSize: STREAM_WINDOW, enablePush: false };
  const server = createServer({ settings });
  server.maxConnections = intake.limits.maxConnections;
  // A stream that breaks while it is answered throws here; nobody is left to tell.
  server.on('stream', (stream, headers) => void answerCall(intake, stream, headers).catch(intake.report));
  server.on('session', (session) => {
    sessions.add(session);
    session.on('connect', () => session.setLocalWindowSize(SESSION_WINDOW));
    session.setTimeout(IDLE_MS, () => session.close());
    // A peer that speaks no HTTP/2 or breaks off is no fault of ours.
    session.on('error', () => session.destroy());
    session.on('close', () => sessions.delete(session));
  });
  server.on('sessionError', () => {});
  return server;
}

async function closeServer(server: Http2Server, sessions: Set<ServerHttp2Session>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const session of sessions) session.close();
  const timer = setTimeout(() => {
    for (const session of sessions) session.destroy();
  }, graceMs);
  await closed;
  clearTimeout(timer);
}
