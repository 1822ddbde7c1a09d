import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PANELS } from '../../src/panels/index.js';
import { VARIABLES } from '../../src/panels/variables.js';
import { bearer, eventually, keyFor, sendTo, startOn, type TestService } from '../support/locked.js';
import { spanOf } from '../support/otlp-story.js';
import { type TestDatabase, testDatabase } from '../support/postgres.js';

const SESSION = 'shared';
let db: TestDatabase;
let service: TestService;
let receiver: Server;
const alerts: { project: string; tool: string; id: string }[] = [];
const read = { ours: '', theirs: '' };

/** Both projects use the same session, and so the same trace; tool `both` also has the same span ids. */
const story = (own: string) =>
  [own, 'both'].flatMap((tool) =>
    // Half a minute ago: late data alerts nobody.
    [3570, 3572, 3574, 3576].map((at) =>
      spanOf({
        session: SESSION,
        at,
        tool,
        args: { path: `/${own}` },
        error: { type: 'ENOENT', text: `ENOENT: no such file ${own}` },
      }),
    ),
  );

beforeAll(async () => {
  db = await testDatabase();
  receiver = createServer(async (request, response) => {
    const body = (await json(request)) as { findings: typeof alerts };
    alerts.push(...body.findings);
    response.writeHead(204).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as { port: number };
  const ingest = { ours: await keyFor(db, 'ours', 'ingest'), theirs: await keyFor(db, 'theirs', 'ingest') };
  read.ours = await keyFor(db, 'ours', 'read');
  read.theirs = await keyFor(db, 'theirs', 'read');
  service = await startOn(db, { REFRAIN_WEBHOOK_URL: `http://127.0.0.1:${port}/` });
  // A receiver that has just been named is not told what came before.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect((await sendTo(service.url, story('oursonly'), bearer(ingest.ours))).status).toBe(200);
  expect((await sendTo(service.url, story('theirsecret'), bearer(ingest.theirs))).status).toBe(200);
  for (const whose of ['ours', 'theirs'] as const)
    await eventually(
      () => ask('/api/findings', whose),
      ({ text }) => text.split('"detector"').length > 4,
    );
});
afterAll(async () => {
  await service.close();
  receiver.close();
});

async function ask(path: string, whose: 'ours' | 'theirs' = 'ours'): Promise<{ status: number; text: string }> {
  const response = await fetch(`${service.url}${path}`, { headers: bearer(read[whose]) });
  return { status: response.status, text: await response.text() };
}

const range = () => `from=${Date.now() - 2 * 3_600_000}&to=${Date.now() + 60_000}`;
/** What a reader of one project would like to be told of the other. */
const TRICKS = [
  '',
  '&var-project=theirs',
  '&var-project=*',
  '&var-project=$__all',
  '&var-project=ours&var-project=theirs',
  `&var-project=${encodeURIComponent("ours') OR ('1'='1")}`,
  `&var-session=${encodeURIComponent("' OR project='theirs")}`,
  '&var-tool=*',
  '&var-tool=$__all',
  '&var-tool=theirsecret',
];

describe('a project with the same session as another one', () => {
  test.each([
    '/api/findings',
    '/api/findings?tool=theirsecret',
    `/api/findings?session=${SESSION}`,
    `/api/sessions/${SESSION}`,
    '/api/tools',
    '/api/doctor',
    '/api/replay',
    '/metrics',
  ])('reads nothing of the other at %s', async (path) => {
    const since = ['/api/tools', '/api/doctor', '/api/replay'].includes(path)
      ? `?since=${Date.now() - 2 * 3_600_000}`
      : '';
    const { status, text } = await ask(path + since);
    expect(status).toBe(200);
    expect(text).not.toContain('theirsecret');
  });

  test('reads its own, so that the silence above means something', async () => {
    const { calls, findings } = JSON.parse((await ask(`/api/sessions/${SESSION}`)).text);
    expect(calls).toHaveLength(8);
    expect(findings).toHaveLength(4);
    expect((await ask(`/api/sessions/${SESSION}`, 'theirs')).text).toContain('theirsecret');
  });

  test.each(PANELS.map(({ id }) => id))('sees nothing of the other in panel %s, whatever it asks for', async (id) => {
    for (const trick of TRICKS) {
      const { status, text } = await ask(`/api/panels/${id}?${range()}${trick}`);
      expect([trick, status]).toEqual([trick, 200]);
      expect([trick, text.includes('theirsecret')]).toEqual([trick, false]);
    }
  });

  test('sees its own in some panel', async () => {
    const texts = await Promise.all(PANELS.map(({ id }) => ask(`/api/panels/${id}?${range()}`)));
    expect(texts.filter(({ text }) => text.includes('oursonly')).length).toBeGreaterThan(3);
  });

  test.each(Object.keys(VARIABLES))('is offered nothing of the other as %s', async (name) => {
    for (const trick of TRICKS) {
      const { text } = await ask(`/api/choices/${name}?${range()}${trick}`);
      expect([trick, /theirs/.test(text)]).toEqual([trick, false]);
    }
  });

  test('shares no finding with it, and each alert names its project', async () => {
    const ids = async (whose: 'ours' | 'theirs') =>
      (JSON.parse((await ask('/api/findings', whose)).text).findings as { id: string }[]).map(({ id }) => id);
    const [ours, theirs] = [await ids('ours'), await ids('theirs')];
    expect(ours.filter((id) => theirs.includes(id))).toEqual([]);
    await eventually(
      async () => alerts,
      () => new Set(alerts.map(({ id }) => id)).size >= 8,
    );
    for (const { id, project } of alerts) expect(project).toBe(ours.includes(id) ? 'ours' : 'theirs');
    expect(new Set(alerts.map(({ tool, project }) => `${project} ${tool}`))).toEqual(
      new Set(['ours both', 'ours oursonly', 'theirs both', 'theirs theirsecret']),
    );
  });
});
