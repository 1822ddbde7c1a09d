import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { type ApiDeps, apiRoutes, qualityRoutes } from './api/routes.js';
import { type ConsoleDeps, consoleRoutes } from './console/routes.js';
import { RefrainError } from './errors.js';
import { HTTP_OPTIONS, otlpHttp } from './otlp/http.js';
import type { OtlpDeps } from './otlp/intake.js';

/** What the server is made of; nothing in here listens or connects. */
export interface ServerDeps {
  readonly pages: ConsoleDeps;
  readonly otlp: OtlpDeps;
  readonly api: ApiDeps;
  readonly ready: () => Promise<boolean>;
  readonly metrics: () => Promise<string>;
}

/** Request targets longer than this are no page of ours. */
const MAX_PARAM_LENGTH = 512;

/** A Fastify server that does not listen yet; main and tests use it. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const app = Fastify({ ...HTTP_OPTIONS, routerOptions: { maxParamLength: MAX_PARAM_LENGTH }, logger: false });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(async (request) => {
    throw new RefrainError('not_found', `nothing under ${request.method} ${request.url.split('?')[0] ?? ''}`);
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });
  await app.register(async (scope) => otlpHttp(scope, deps.otlp));
  await app.register(async (scope) => apiRoutes(scope, deps.api));
  await app.register(async (scope) => qualityRoutes(scope, deps.api));
  await app.register(async (scope) => consoleRoutes(scope, deps.pages));
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await deps.ready();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'database is away' });
  });
  app.get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4').send(await deps.metrics()));
  return app;
}

async function answerError(
  error: FastifyError | RefrainError,
  _request: unknown,
  reply: import('fastify').FastifyReply,
): Promise<unknown> {
  if (error instanceof RefrainError) {
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds)));
    return reply
      .code(error.status)
      .send({ error: { code: error.code, message: error.message, retryable: error.retryable } });
  }
  const status = error.statusCode ?? 500;
  if (status < 500)
    return reply.code(status).send({ error: { code: 'invalid_query', message: error.message, retryable: false } });
  process.stderr.write(`refrain: a request failed: ${error.stack ?? error.message}\n`);
  return reply
    .code(500)
    .send({ error: { code: 'internal', message: 'a fault in Refrain itself; see its log', retryable: false } });
}
