import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { DASHBOARDS, fileRules, TOP, variablesIn } from '../grafana/reading.js';

/** What the stand-in for Grafana and Refrain does differently from a healthy one. */
interface Ills {
  readonly failing?: string;
  readonly empty?: string;
  readonly missing?: string;
  readonly sickRule?: string;
  readonly source?: string;
  readonly health?: number;
}

interface Seen {
  readonly queries: string[];
  readonly spans: unknown[];
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Answers as Grafana's API and Refrain's ways in do, as far as the script asks. */
async function deployment(ills: Ills): Promise<{ url: string; seen: Seen }> {
  const seen: Seen = { queries: [], spans: [] };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const [status, answer] = answerTo(request.url ?? '', body, ills, seen);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function answerTo(url: string, body: string, ills: Ills, seen: Seen): [number, unknown] {
  if (url === '/readyz') return [200, {}];
  if (url === '/api/health') return [ills.health ?? 200, {}];
  if (url === '/v1/traces') return [seen.spans.push(JSON.parse(body)) && 200, {}];
  if (url.startsWith('/api/datasources/')) return [200, { status: ills.source ?? 'OK', message: 'says so' }];
  if (url.startsWith('/api/search')) return [200, DASHBOARDS.filter(({ uid }) => uid !== ills.missing)];
  if (url.startsWith('/api/dashboards/uid/'))
    return [200, { dashboard: DASHBOARDS.find(({ uid }) => url.endsWith(`/${uid}`)) }];
  if (url === '/api/ds/query') return result(JSON.parse(body), ills, seen);
  if (url.startsWith('/api/prometheus/')) return [200, { data: { groups: [{ rules: rules(ills) }] } }];
  return [404, {}];
}

function result(
  { queries }: { queries: [{ refId: string; rawSql: string }] },
  ills: Ills,
  seen: Seen,
): [number, unknown] {
  const [{ refId, rawSql }] = queries;
  seen.queries.push(rawSql);
  if (ills.failing && rawSql.includes(ills.failing))
    return [400, { results: { [refId]: { error: 'relation does not exist', status: 400, frames: [] } } }];
  const values = ills.empty && rawSql.includes(ills.empty) ? [] : [[1, 2]];
  return [200, { results: { [refId]: { status: 200, frames: [{ data: { values } }] } } }];
}

function rules({ sickRule }: Ills): unknown[] {
  return fileRules().map(({ title, labels }) => ({
    name: title,
    labels,
    state: 'inactive',
    ...(title === sickRule ? { health: 'error', lastError: 'bad shape' } : { health: 'ok', lastError: '' }),
  }));
}

async function smoke(url: string): Promise<{ code: number; text: string }> {
  const env = {
    ...process.env,
    REFRAIN_URL: url,
    GRAFANA_URL: url,
    GRAFANA_ADMIN_PASSWORD: 'x',
    SMOKE_PATIENCE_SECONDS: '1',
    SMOKE_SETTLE_SECONDS: '0',
  };
  const run = promisify(execFile)(process.execPath, [join(TOP, 'deploy/smoke.mjs')], { env });
  return run.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, text: error.stdout }),
  );
}

describe('the smoke test of a deployment', () => {
  test('passes on a healthy one, having asked every query of every dashboard', async () => {
    const { url, seen } = await deployment({});
    const { code, text } = await smoke(url);
    expect(code, text).toBe(0);
    expect(text).toMatch(/\d+ checks, 0 failed/);
    const queries = DASHBOARDS.flatMap(({ panels }) => panels.flatMap(({ targets = [] }) => targets));
    expect(seen.queries.length).toBeGreaterThan(queries.length);
    expect(seen.queries.flatMap(variablesIn)).toEqual([]);
    expect(seen.spans).toHaveLength(1);
  });

  test.each<[string, Ills, RegExp]>([
    [
      'a query fails',
      { failing: 'arc__ok' },
      /FAIL {2}query .*refrain-session \/ From tool to tool \/ nodes +relation does not exist/,
    ],
    ['a dashboard is missing', { missing: 'refrain-tool' }, /FAIL {2}dashboard .*refrain-tool +is not in Grafana/],
    ['a dashboard shows nothing', { empty: 'SELECT' }, /FAIL {2}dashboard +refrain-overview +0 rows in all/],
    ['a rule is ill', { sickRule: 'Agents loop' }, /FAIL {2}rule .*Agents loop +bad shape/],
    ['the data source does not answer', { source: 'ERROR' }, /FAIL {2}data source .*says so/],
    ['Grafana does not come up', { health: 503 }, /FAIL {2}health .*Grafana +status 503/],
  ])('fails when %s', async (_, ills, expected) => {
    const { url } = await deployment(ills);
    const { code, text } = await smoke(url);
    expect(text).toMatch(expected);
    expect(code).toBe(1);
  });
});
