import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccess } from '../../src/access.js';
import { Keyring } from '../../src/keyring.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { buildServer } from '../../src/server.js';
import { loadKeys } from '../../src/store/keys.js';
import { openReader } from '../../src/store/reader.js';
import { bearer, keyFor } from '../support/locked.js';
import { MemoryCollector } from '../support/otlp-collector.js';
import { testDatabase } from '../support/postgres.js';

let app: FastifyInstance;
let read: string;
let ingest: string;

beforeAll(async () => {
  const db = await testDatabase();
  read = await keyFor(db, 'a', 'read');
  ingest = await keyFor(db, 'a', 'ingest');
  const reader = openReader(db.pool);
  app = await buildServer({
    access: createAccess(new Keyring(() => loadKeys(db.pool)), {
      names: new Set(),
      origins: new Set(),
      isBareAllowed: false,
    }),
    pages: { pool: db.pool },
    api: { reader, settings: DEFAULT_SETTINGS },
    otlp: { collector: new MemoryCollector() },
    ready: () => reader.ready(),
    metrics: async () => '',
    log: () => {},
    isSecure: false,
  });
  await app.ready();
});
afterAll(() => app.close());

interface Route {
  readonly path: string;
  readonly methods: readonly string[];
}

/** The routes of a printed tree: four characters of indentation a level, each line the next piece of a path. */
function routesOf(tree: string): Route[] {
  const pieces: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', piece = '', methods] = /^([│ ]*)[├└]── (\S*?)(?: \(([A-Z, -]+)\))?$/.exec(line) ?? [];
    if (line.trim() === '') return [];
    pieces.splice(indent.length / 4, pieces.length, piece);
    return methods === undefined ? [] : [{ path: pieces.join(''), methods: methods.split(', ') }];
  });
}

/** Answered without a read key, and why. */
const OPEN: Readonly<Record<string, string>> = {
  '/healthz': 'orchestrators have no keys',
  '/readyz': 'orchestrators have no keys',
  '/login': 'here a key is typed',
  '/assets/:name': 'files of the product, the same for everybody',
};

/** How the printed tree, which drops its first half, calls `/v1/*`. */
const REST_OF_OTLP = '/*';

/** A value for each parameter. */
const filled = (path: string) => path.replace(/:\w+/g, 'overview').replace('*', 'anything');

test('the printed tree is read whole', () => {
  const paths = routesOf(app.printRoutes({ commonPrefix: false })).map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      '/',
      '/api/findings',
      '/api/sessions/:id',
      '/api/panels/:id',
      '/metrics',
      '/overview',
      '/v1/traces',
      ...Object.keys(OPEN),
    ]),
  );
  for (const path of paths.filter((one) => !one.includes('*'))) {
    expect(app.hasRoute({ method: 'GET', url: path }) || app.hasRoute({ method: 'POST', url: path })).toBe(true);
  }
});

describe('every route', () => {
  const wrong = ['none', 'an ingest key', 'nonsense'] as const;
  const headersOf = { none: () => ({}), 'an ingest key': () => bearer(ingest), nonsense: () => bearer('nonsense') };

  test.each(wrong)('that can be got needs a read key: %s is not enough', async (sent) => {
    const routes = routesOf(app.printRoutes({ commonPrefix: false }));
    const answers = await Promise.all(
      routes.flatMap(({ path, methods }) =>
        methods
          .filter((method) => method === 'GET' || method === 'HEAD')
          .map(async (method) => {
            const { statusCode } = await app.inject({
              method: method as 'GET',
              url: filled(path),
              headers: headersOf[sent](),
            });
            return { path, method, statusCode };
          }),
      ),
    );
    const let_in = answers.filter(
      ({ path, statusCode }) => OPEN[path] === undefined && ![401, 403, 404, 405].includes(statusCode),
    );
    expect(let_in).toEqual([]);
    // What is answered "not there" or "not so" is the way in of OTLP, which holds nothing to read.
    const odd = answers.filter(
      ({ path, statusCode }) => [404, 405].includes(statusCode) && !path.startsWith('/v1/') && path !== '/assets/:name',
    );
    expect(odd).toEqual([]);
  });

  test('with a read key is answered', async () => {
    const routes = routesOf(app.printRoutes({ commonPrefix: false })).filter(({ methods }) => methods.includes('GET'));
    for (const { path } of routes.filter((one) => !one.path.startsWith('/v1/'))) {
      const { statusCode } = await app.inject({ url: filled(path), headers: bearer(read) });
      expect([path, [200, 302, 404].includes(statusCode)]).toEqual([path, true]);
    }
  });

  test('that changes something is OTLP, or signing in and out', () => {
    const changing = routesOf(app.printRoutes({ commonPrefix: false })).filter(
      ({ path, methods }) =>
        !path.startsWith('/v1/') &&
        path !== REST_OF_OTLP &&
        methods.some((one) => !['GET', 'HEAD', 'OPTIONS'].includes(one)),
    );
    expect(changing.map(({ path }) => path).sort()).toEqual(['/login', '/logout']);
  });

  test('that does not exist tells a stranger no more than one that does', async () => {
    for (const url of [
      '/api/secret',
      '/nothing',
      '/api/findings/',
      '/API/findings',
      '//api/findings',
      '/v1/../api/findings',
      '/assets/../api/findings',
    ]) {
      expect([url, (await app.inject({ url })).statusCode]).toEqual([
        url,
        url.startsWith('/v1') || url.startsWith('/assets') ? expect.any(Number) : 401,
      ]);
      expect((await app.inject({ url })).body).not.toContain('"findings":');
    }
  });

  test('carries the safe headers and names no software', async () => {
    const urls = routesOf(app.printRoutes({ commonPrefix: false })).map(({ path }) => filled(path));
    for (const url of [...urls, '/nothing', '/sessions/%ff', '/assets/..%2f..%2fpackage.json']) {
      const { headers } = await app.inject({ url, headers: bearer(read) });
      expect({ url, ...headers }).toMatchObject({
        url,
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cache-control': expect.stringMatching(/^no-(store|cache)$/),
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(Object.keys(headers).filter((name) => /server|powered|version|via/.test(name))).toEqual([]);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      // Strangers are told no version and no place in the code; faults are told to nobody.
      const { body } = await app.inject({ url });
      if (!url.startsWith('/assets/'))
        expect(body).not.toMatch(/fastify|node_modules|\b\d+\.\d+\.\d+\b|\bat .*\.js:\d/i);
    }
  });
});

describe('files', () => {
  test.each([
    '/assets/../package.json',
    '/assets/..%2fpackage.json',
    '/assets/%2e%2e%2fpackage.json',
    '/assets/....//package.json',
    '/assets/..%5cpackage.json',
    '/assets/%00console.css',
    '/assets/console.css%00.js',
    '/assets/__proto__',
    '/assets/constructor',
    '/assets/%252e%252e%252fpackage.json',
    '/assets//etc/passwd',
    '/assets/shell.html',
    '/assets/login.html',
  ])('%s is no file', async (url) => {
    const { statusCode, body } = await app.inject({ url });
    expect([400, 401, 404]).toContain(statusCode);
    expect(body).not.toMatch(/dependencies|root:|<html/);
  });
});
