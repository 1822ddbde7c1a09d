import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { DETECTORS } from '../detectors/index.js';
import { RefrainError } from '../errors.js';
import { PANELS } from '../panels/index.js';
import { PAGES } from '../panels/panel.js';
import { VARIABLES, type VariableName } from '../panels/variables.js';
import { describePages, panelData, type View, variableValues } from './panel-data.js';

export interface ConsoleDeps {
  readonly pool: pg.Pool;
  /** The project that a request may read; throws RefrainError where none. */
  readonly authorise: (request: FastifyRequest) => Promise<string>;
}

const ASSETS = fileURLToPath(new URL('../../src/console/assets/', import.meta.url));
const require = createRequire(import.meta.url);
const UPLOT = dirname(require.resolve('uplot'));

/** Every file that a page loads, by the name it has in the browser. */
const FILES: Readonly<Record<string, { path: string; type: string }>> = {
  'console.css': { path: join(ASSETS, 'console.css'), type: 'text/css' },
  'uplot.css': { path: join(UPLOT, 'uPlot.min.css'), type: 'text/css' },
  'uplot.js': { path: join(UPLOT, 'uPlot.esm.js'), type: 'text/javascript' },
  ...Object.fromEntries(
    ['console', 'data', 'dom', 'format', 'pictures', 'plots', 'tables', 'findings', 'session', 'graph'].map((name) => [
      `${name}.js`,
      { path: join(ASSETS, `${name}.js`), type: 'text/javascript' },
    ]),
  ),
};

/** Registers the built-in pages, what they are drawn from, and their files. */
export async function consoleRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  app.get('/', { config: { isPage: true } }, async (_request, reply) => reply.redirect('/overview'));
  for (const path of [...PAGES.map((page) => `/${page}`), '/findings', '/sessions/:id'])
    app.get(path, { config: { isPage: true } }, sendShell);
  const open = { open: 'files of the product, the same for everybody; the form needs its style before there is a key' };
  app.get<{ Params: { name: string } }>('/assets/:name', { config: open }, async (request, reply) => {
    const file = Object.hasOwn(FILES, request.params.name) ? FILES[request.params.name] : undefined;
    if (!file) throw new RefrainError('not_found', 'no such file');
    return reply
      .type(`${file.type}; charset=utf-8`)
      .header('cache-control', 'no-cache')
      .send(await readFile(file.path));
  });
  dataRoutes(app, deps);
}

async function sendShell(_request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(await readFile(join(ASSETS, 'shell.html')));
}

function dataRoutes(app: FastifyInstance, { pool, authorise }: ConsoleDeps): void {
  app.get('/api/console', async () => ({
    pages: describePages(),
    detectors: Object.fromEntries(
      DETECTORS.map(({ id, title, why, recovery, severity }) => [id, { title, why, recovery, severity }]),
    ),
  }));
  app.get<{ Params: { id: string } }>('/api/panels/:id', async (request) => {
    const view = viewOf(request, await authorise(request));
    if (!PANELS.some(({ id }) => id === request.params.id)) throw new RefrainError('not_found', 'no such panel');
    return panelData(pool, request.params.id, view);
  });
  app.get<{ Params: { name: string } }>('/api/choices/:name', async (request) => {
    const view = viewOf(request, await authorise(request));
    if (!Object.hasOwn(VARIABLES, request.params.name)) throw new RefrainError('not_found', 'no such choice');
    return { values: await variableValues(pool, request.params.name as VariableName, view) };
  });
}

const DAY_MS = 86_400_000;
/** A year is as far back as days are kept by default, twelve times. */
const LONGEST_MS = 366 * DAY_MS;

/** Reads range and choices; a range that is none is an error, since ignoring it would draw another one. */
export function viewOf(request: Pick<FastifyRequest, 'query'>, project: string, nowMs = Date.now()): View {
  const query = request.query as Record<string, string | string[] | undefined>;
  const toMs = timeOf(query['to'], nowMs, 'to');
  const fromMs = timeOf(query['from'], toMs - DAY_MS, 'from');
  if (fromMs >= toMs || toMs - fromMs > LONGEST_MS)
    throw new RefrainError('invalid_query', 'from must lie before to, by at most a year');
  const choices = Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) =>
      key.startsWith('var-') && value !== undefined ? [[key.slice(4), chosenIn(key, [value].flat())]] : [],
    ),
  );
  return { project, fromMs, toMs, choices };
}

/** A select box offers 1,000 values, and nothing stored is longer than a thousand characters or holds a NUL. */
const MOST_CHOSEN = 1000;

function chosenIn(key: string, values: readonly string[]): readonly string[] {
  const isOdd = values.length > MOST_CHOSEN || values.some((value) => value.includes('\0') || value.length > 4096);
  if (isOdd) throw new RefrainError('invalid_query', `${key} has a value that nothing here can have`);
  return values;
}

function timeOf(value: string | string[] | undefined, fallback: number, name: string): number {
  if (value === undefined || value === '') return fallback;
  const ms = Number(value);
  if (Number.isFinite(ms) && ms > 0) return ms;
  throw new RefrainError('invalid_query', `${name} takes milliseconds since 1970`);
}
