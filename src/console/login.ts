import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefrainError } from '../errors.js';

/** What signing in needs to know. */
export interface LoginDeps {
  readonly isReadKey: (key: string) => Promise<boolean>;
  /** Whether a page of somebody else made this request. */
  readonly isForged: (headers: FastifyRequest['headers']) => boolean;
  readonly cookie: string;
  /** Whether people come by https only. */
  readonly isSecure: boolean;
}

const FORM = fileURLToPath(new URL('../../src/console/assets/login.html', import.meta.url));
/** A key is 60 characters and a page's address at most 2,000. */
const MOST_FORM_BYTES = 8192;
/** A week: long enough not to be a nuisance, and a key can be revoked at any time. */
const KEPT_SECONDS = 7 * 86_400;

/** Registers the form in which a person types a read key, and the way out again. */
export async function loginRoutes(app: FastifyInstance, deps: LoginDeps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MOST_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  const config = { open: 'whoever has no key yet types it here' };
  app.get('/login', { config }, async (_request, reply) => sendForm(reply, 200));
  app.post<{ Body: URLSearchParams }>('/login', { config }, async (request, reply) => {
    refuseForged(request, deps);
    const key = request.body.get('key')?.trim() ?? '';
    if (!(await deps.isReadKey(key))) return sendForm(reply, 401, 'This is no valid read key.', request.body.get('to'));
    return reply.header('set-cookie', cookieOf(deps, key, KEPT_SECONDS)).redirect(ownPath(request.body.get('to')), 303);
  });
  app.post('/logout', { config }, async (request, reply) => {
    refuseForged(request, deps);
    return reply.header('set-cookie', cookieOf(deps, '', 0)).redirect('/login', 303);
  });
}

function refuseForged(request: FastifyRequest, { isForged }: LoginDeps): void {
  if (isForged(request.headers)) throw new RefrainError('forbidden', 'a page of another origin may not sign in here');
}

function cookieOf({ cookie, isSecure }: LoginDeps, key: string, seconds: number): string {
  return `${cookie}=${key}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

/** Answers with the form; afterwards it leads back to the page that was asked for. */
export async function sendForm(
  reply: FastifyReply,
  status: number,
  words = 'Keys exist for this service. A read key opens its project here.',
  to: string | null = null,
): Promise<FastifyReply> {
  const html = (await readFile(FORM, 'utf8')).replace(/\{(words|to)\}/g, (_whole, name) =>
    escaped(name === 'to' ? ownPath(to) : words),
  );
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}

/** A path of this service, whatever was asked for: never another host. */
export function ownPath(to: string | null): string {
  const isPath = to !== null && /^\/[\x21-\x7e]{0,2000}$/.test(to) && !/^\/[/\\]|\\/.test(to);
  return isPath && new URL(to, 'http://own.invalid').origin === 'http://own.invalid' ? to : '/overview';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');
}
