import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Access, COOKIE } from './access.js';
import { type ApiDeps, apiRoutes, qualityRoutes } from './api/routes.js';
import { loginRoutes, sendForm } from './console/login.js';
import { type ConsoleDeps, consoleRoutes } from './console/routes.js';
import { RefrainError } from './errors.js';
import type { Log } from './log.js';
import { HTTP_OPTIONS, otlpHttp } from './otlp/http.js';
import type { OtlpDeps } from './otlp/intake.js';
import { DEFAULT_LIMITS } from './otlp/limits.js';

/** What the server is made of; nothing in here listens or connects. */
export interface ServerDeps {
  readonly access: Access;
  readonly pages: Omit<ConsoleDeps, 'authorise'>;
  readonly otlp: Omit<OtlpDeps, 'authorise'>;
  readonly api: Omit<ApiDeps, 'authorise'>;
  readonly ready: () => Promise<boolean>;
  readonly metrics: () => Promise<string>;
  readonly log: Log;
  /** Whether people come by https only, so that the cookie may be held to it. */
  readonly isSecure: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Why a route needs no read key. Every other route needs one. */
    readonly open?: string;
    /** A page for a person, who is asked for a key by a form. */
    readonly isPage?: boolean;
  }
}

/** Request targets longer than this are no page of ours. */
const MAX_PARAM_LENGTH = 512;

/** A Fastify server that does not listen yet; main and tests use it. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const app = Fastify({
    ...HTTP_OPTIONS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    logger: false,
    // Addresses that no router can read reach no hook.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(SAFE_HEADERS), deps.log),
  });
  app.server.maxConnections = DEFAULT_LIMITS.maxConnections;
  app.setErrorHandler((error: FastifyError | RefrainError, request, reply) =>
    answerError(error, request, reply, deps.log),
  );
  app.setNotFoundHandler(async (request) => {
    throw new RefrainError('not_found', `nothing under ${request.method} ${request.url.split('?')[0] ?? ''}`);
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(SAFE_HEADERS);
    // Answers differ by key; what is the same for everybody says so itself.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  const projects = new WeakMap<FastifyRequest, string>();
  // One place for every route, so that a new one cannot forget to ask.
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw new RefrainError('invalid_query', 'no text here can hold a NUL');
    const { config, url } = request.routeOptions;
    // OTLP asks for a key of its own kind.
    if (config?.open !== undefined || url?.startsWith('/v1/')) return;
    projects.set(request, await deps.access.read(request.headers));
  });
  const authorise = async (request: FastifyRequest) => projects.get(request) ?? deps.access.read(request.headers);
  await app.register(async (scope) => otlpHttp(scope, { ...deps.otlp, authorise: deps.access.ingest }));
  await app.register(async (scope) => apiRoutes(scope, { ...deps.api, authorise }));
  await app.register(async (scope) => qualityRoutes(scope, { ...deps.api, authorise }));
  await app.register(async (scope) => consoleRoutes(scope, { ...deps.pages, authorise }));
  const { isReadKey, isForged } = deps.access;
  await app.register(async (scope) =>
    loginRoutes(scope, { isReadKey, isForged, cookie: COOKIE, isSecure: deps.isSecure }),
  );
  healthRoutes(app, deps);
  return app;
}

function healthRoutes(app: FastifyInstance, { ready, metrics }: ServerDeps): void {
  const config = { open: 'orchestrators have no keys; the answer is one word' };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  let asking: Promise<boolean> | undefined;
  app.get('/readyz', { config }, async (_request, reply) => {
    // One question at a time: a stranger who asks a thousand times does not take the connections of those who send.
    asking ??= ready().finally(() => {
      asking = undefined;
    });
    const isReady = await asking;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'database is away' });
  });
  app.get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4').send(await metrics()));
}

/** Nothing from elsewhere, nothing inline: text from spans that looks like markup can do nothing even if a page had a fault. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** On every answer. The referrer stays within: a form's Origin is told to ourselves, session names to nobody. */
const SAFE_HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

async function answerError(
  error: FastifyError | RefrainError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  if (error instanceof RefrainError) return answerRefusal(error, request, reply);
  const status = error.statusCode ?? 500;
  if (status < 500)
    return reply.code(status).send({ error: { code: 'invalid_query', message: error.message, retryable: false } });
  log('a request failed', error);
  return reply
    .code(500)
    .send({ error: { code: 'internal', message: 'a fault in Refrain itself; see its log', retryable: false } });
}

async function answerRefusal(error: RefrainError, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { code, status, message, retryable, retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)));
  if (code === 'unauthenticated') {
    reply.header('www-authenticate', 'Bearer');
    if (request.routeOptions.config?.isPage) return sendForm(reply, 401, undefined, request.url);
  }
  return reply.code(status).send({ error: { code, message, retryable } });
}
