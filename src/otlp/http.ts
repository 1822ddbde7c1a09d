import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONTENT_TYPES, exportResponse, statusOf } from './answer.js';
import { readUpload } from './body.js';
import { encodingOf, isGzip } from './content.js';
import type { Encoding } from './decode.js';
import type { Claim } from './in-flight.js';
import { inflate } from './inflate.js';
import { type Intake, intakeOf, type OtlpDeps, take } from './intake.js';
import type { Limits } from './limits.js';
import { BodyTooLarge } from './malformed.js';
import { Refused, refusedBy } from './refused.js';
import { SIGNAL_NAMES, SIGNALS, type Signal } from './signals.js';
import { endUpload } from './upload.js';

/** Methods that these paths do not take. */
const WRONG_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/**
 * Fastify options that the endpoints rely on: headers that dribble in are cut off after ten seconds, a request after a minute (twice
 * the time of a body, which is answered before), an idle connection after the 72 seconds that outlive the usual 60 of proxies.
 */
export const HTTP_OPTIONS = {
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
} as const;

/** Adds POST /v1/traces, /v1/logs and /v1/metrics to an app. */
export async function otlpHttp(app: FastifyInstance, deps: OtlpDeps): Promise<void> {
  const intake = intakeOf(deps);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error, request, reply) => refuse(intake, error, request, reply));
    for (const signal of SIGNAL_NAMES) addSignal(scope, intake, signal);
    scope.all('/v1/*', () => {
      throw new Refused('unknown path', `no such path; OTLP/HTTP is taken at ${paths()}`);
    });
  });
}

function paths(): string {
  return SIGNAL_NAMES.map((signal) => SIGNALS[signal].path).join(', ');
}

function addSignal(scope: FastifyInstance, intake: Intake, signal: Signal): void {
  const { path } = SIGNALS[signal];
  scope.post(path, (request, reply) => receive(intake, signal, request, reply));
  scope.route({
    method: WRONG_METHODS,
    url: path,
    exposeHeadRoute: false,
    handler: (_request, reply) => {
      reply.header('allow', 'POST');
      throw new Refused('wrong method', `${path} takes POST`);
    },
  });
}

async function receive(intake: Intake, signal: Signal, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const claim = intake.inFlight.open();
  try {
    const project = await intake.authorise(request.headers);
    if (project === undefined) throw new Refused('unauthenticated', 'no valid ingest key');
    const encoding = acceptable(request, intake.limits);
    const body = await bodyOf(request, intake.limits, claim);
    const accepted = await take(intake, { signal, encoding, body, project, claim });
    return reply.header('content-type', CONTENT_TYPES[encoding]).send(exportResponse(encoding, signal, accepted));
  } finally {
    claim.release();
  }
}

/** What the headers already tell is refused before the body is read. */
function acceptable({ headers }: FastifyRequest, limits: Limits): Encoding {
  const encoding = encodingOf(headers);
  if (encoding === undefined) {
    throw new Refused('unknown encoding', 'content-type must be application/x-protobuf or application/json in UTF-8');
  }
  isGzip(headers['content-encoding']);
  if (Number(headers['content-length'] ?? 0) > limits.maxBodyBytes) {
    throw new BodyTooLarge(`body is larger than ${limits.maxBodyBytes} bytes`);
  }
  return encoding;
}

async function bodyOf({ raw, headers }: FastifyRequest, limits: Limits, claim: Claim): Promise<Buffer> {
  const bounds = { most: limits.maxBodyBytes, timeoutMs: limits.bodyTimeoutMs, claim };
  const body = await readUpload(raw, bounds);
  return isGzip(headers['content-encoding']) && body.length > 0 ? inflate(body, bounds) : body;
}

function refuse(intake: Intake, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = refusedByFastify(error) ?? refusedBy(error, intake.report);
  const encoding = encodingOf(request.headers) ?? 'json';
  if (refused.kind === 'too slow') reply.header('connection', 'close');
  else endUpload(request.raw, intake.limits);
  if (refused.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  if (refused.kind === 'unknown encoding') reply.header('accept-encoding', 'gzip, identity');
  if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', String(refused.retryAfterSeconds));
  return reply.code(refused.http).header('content-type', CONTENT_TYPES[encoding]).send(statusOf(encoding, refused));
}

/** Fastify itself refuses headers that make no sense, with a status of its own. */
function refusedByFastify(error: unknown): Refused | undefined {
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown };
  if (typeof code !== 'string' || !code.startsWith('FST_')) return undefined;
  if (statusCode === 413) return new Refused('too large', 'body is too large');
  if (statusCode === 415) return new Refused('unknown encoding', 'content-type makes no sense');
  return typeof statusCode === 'number' && statusCode < 500
    ? new Refused('malformed', 'headers make no sense')
    : undefined;
}
