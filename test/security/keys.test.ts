import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey, listKeys, revokeKey } from '../../src/store/keys.js';
import { bearer, eventually, keyFor, sendTo, startOn, type TestService } from '../support/locked.js';
import { call, grpcClient, RPC } from '../support/otlp-grpc.js';
import { withBytes } from '../support/otlp-payload.js';
import { encode } from '../support/otlp-schema.js';
import { otlpJson, spanOf } from '../support/otlp-story.js';
import { type TestDatabase, testDatabase } from '../support/postgres.js';

let db: TestDatabase;
let service: TestService;
const keys = { ingest: '', read: '' };
const span = (session: string) => [spanOf({ session, at: 1, tool: 'search', args: {}, result: [1] })];

beforeAll(async () => {
  db = await testDatabase();
  service = await startOn(db);
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { headers, redirect: 'manual' });

describe('before any key', () => {
  test('whoever is on this machine sends and reads project default', async () => {
    expect((await sendTo(service.url, span('open'))).status).toBe(200);
    expect((await get('/api/sessions/open')).status).toBe(200);
    expect((await get('/overview')).status).toBe(200);
  });

  test.each(['0.0.0.0', '::', '0', '127.0.0.1,0.0.0.0'])(
    'listening on %s is refused, with what to do',
    async (host) => {
      const wrong = startOn(db, { REFRAIN_HOST: host });
      await expect(wrong).rejects.toThrow(/no key exists[\s\S]*refrain keys create[\s\S]*REFRAIN_INSECURE_LISTEN=true/);
    },
  );

  test.each(['127.0.0.1', 'localhost', '127.1'])('listening on %s is not refused', async (host) => {
    await (await startOn(db, { REFRAIN_HOST: host })).close();
  });

  test('listening anywhere is allowed to who says so', async () => {
    const open = await startOn(db, { REFRAIN_HOST: '0.0.0.0', REFRAIN_INSECURE_LISTEN: 'true' });
    expect((await fetch(`${open.url}/api/findings`)).status).toBe(200);
    await open.close();
  });
});

describe('since the first key', () => {
  beforeAll(async () => {
    keys.ingest = await keyFor(db, 'shop', 'ingest');
    keys.read = await keyFor(db, 'shop', 'read');
    const locked = await eventually(
      () => get('/api/findings'),
      ({ status }) => status === 401,
    );
    expect(locked.status).toBe(401);
  });

  test('a running service notices it within two seconds', async () => {
    const other = await testDatabase();
    const running = await startOn(other);
    await fetch(`${running.url}/api/findings`);
    await keyFor(other, 'a', 'read');
    const made = Date.now();
    const ask = () => fetch(`${running.url}/api/findings`);
    expect((await eventually(ask, ({ status }) => status === 401)).status).toBe(401);
    expect(Date.now() - made).toBeLessThan(2000);
    await running.close();
  });

  const SENDERS: [string, () => Record<string, string>, number][] = [
    ['no key', () => ({}), 401],
    ['the ingest key as bearer', () => bearer(keys.ingest), 200],
    ['the ingest key as x-refrain-key', () => ({ 'x-refrain-key': keys.ingest }), 200],
    [
      'the ingest key beside what a proxy needs',
      () => ({ 'x-refrain-key': keys.ingest, authorization: 'Basic eDp5' }),
      200,
    ],
    ['the read key', () => bearer(keys.read), 401],
    ['the ingest key in a cookie', () => ({ cookie: `refrain_key=${keys.ingest}` }), 401],
    ['the ingest key as basic', () => ({ authorization: `Basic ${keys.ingest}` }), 401],
    [
      'a key with one character changed',
      () => bearer(`${keys.ingest.slice(0, -1)}${keys.ingest.endsWith('A') ? 'B' : 'A'}`),
      401,
    ],
    ['the id of a key without its secret', () => bearer(keys.ingest.slice(0, 17)), 401],
    ['the stored hash of a key', () => bearer('0'.repeat(64)), 401],
    ['an empty key', () => ({ 'x-refrain-key': '' }), 401],
    ['two keys in one header', () => ({ 'x-refrain-key': `${keys.read}, ${keys.ingest}` }), 401],
    ['a key of sixteen thousand characters', () => bearer('x'.repeat(8000)), 401],
  ];
  test.each(SENDERS)('a sender with %s', async (_words, headers, status) => {
    expect((await sendTo(service.url, span('locked'), headers())).status).toBe(status);
  });

  test.each(SENDERS.filter(([words]) => !words.includes('sixteen')))(
    'a gRPC sender with %s',
    async (_words, headers, status) => {
      const client = grpcClient(service.grpcPort);
      const body = encode('Traces', withBytes(otlpJson(span('grpc')) as object));
      const { code } = await call(client, RPC.traces, Buffer.from(body), headers());
      client.close();
      expect(code).toBe(status === 200 ? 0 : 16);
    },
  );

  test.each<[string, () => Record<string, string>, number]>([
    ['no key', () => ({}), 401],
    ['the read key as bearer', () => bearer(keys.read), 200],
    ['the read key as x-refrain-key', () => ({ 'x-refrain-key': keys.read }), 200],
    ['the read key in the cookie', () => ({ cookie: `theme=dark; refrain_key=${keys.read}` }), 200],
    ['the ingest key', () => bearer(keys.ingest), 403],
    ['the read key in the address', () => ({}), 401],
    ['a wrong header before a right cookie', () => ({ ...bearer('rfk_x'), cookie: `refrain_key=${keys.read}` }), 401],
  ])('a reader with %s', async (words, headers, status) => {
    const path = words.includes('address') ? `/api/tools?key=${keys.read}` : '/api/tools';
    expect((await get(path, headers())).status).toBe(status);
  });

  test('what was sent before there were keys is in project default, and its read key shows it', async () => {
    expect((await get('/api/sessions/open', bearer(keys.read))).status).toBe(404);
    const key = await keyFor(db, 'default', 'read');
    const answer = await eventually(
      () => get('/api/sessions/open', bearer(key)),
      ({ status }) => status === 200,
    );
    expect(answer.status).toBe(200);
  });

  test('a revoked key is refused within two seconds, and revoking every key opens nothing', async () => {
    const { id, key } = await createKey(db.pool, { project: 'shop', scope: 'read' });
    expect(
      (
        await eventually(
          () => get('/api/tools', bearer(key)),
          ({ status }) => status === 200,
        )
      ).status,
    ).toBe(200);
    expect(await revokeKey(db.pool, id)).toBe(true);
    const revoked = Date.now();
    expect(
      (
        await eventually(
          () => get('/api/tools', bearer(key)),
          ({ status }) => status === 401,
        )
      ).status,
    ).toBe(401);
    expect(Date.now() - revoked).toBeLessThan(2000);
    expect(await revokeKey(db.pool, id)).toBe(false);

    const other = await testDatabase();
    const only = await createKey(other.pool, { project: 'a', scope: 'read' });
    await revokeKey(other.pool, only.id);
    const closed = await startOn(other);
    expect((await fetch(`${closed.url}/api/findings`)).status).toBe(401);
    await closed.close();
  });

  test('the database holds no key, only hashes, and the list shows neither', async () => {
    const { rows } = await db.pool.query('SELECT * FROM access_keys');
    const stored = JSON.stringify(rows);
    for (const key of Object.values(keys)) expect(stored).not.toContain(key.slice(18));
    expect(JSON.stringify(await listKeys(db.pool))).not.toMatch(/hash|rfk_/);
  });

  test('whoever reads for panels reads no hash', async () => {
    const { rows } = await db.pool.query(
      "SELECT has_table_privilege('refrain_reader', 'access_keys', 'SELECT') AS may",
    );
    expect(rows).toEqual([{ may: false }]);
  });

  test('a key may open listening to others', async () => {
    const open = await startOn(db, { REFRAIN_HOST: '0.0.0.0' });
    expect((await fetch(`${open.url}/api/findings`)).status).toBe(401);
    expect((await fetch(`${open.url}/api/findings`, { headers: bearer(keys.read) })).status).toBe(200);
    await open.close();
  });
});

describe('signing in', () => {
  const signIn = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/login`, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' });

  test('a page asks for a key by a form that needs no script and remembers where to go', async () => {
    const answer = await get('/sessions/a%22%3E%3Cscript%3E?x=%3Cb%3E"');
    const html = await answer.text();
    expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      status: 401,
      type: 'text/html; charset=utf-8',
    });
    expect(html).toContain('method="post" action="/login"');
    expect(html).not.toMatch(/<script|<b>|\son\w+=/);
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
  });

  test('the right key becomes a cookie that scripts and other sites cannot use, and the page opens', async () => {
    const answer = await signIn({ key: keys.read, to: '/findings?since=1h' });
    expect({ status: answer.status, to: answer.headers.get('location') }).toEqual({
      status: 303,
      to: '/findings?since=1h',
    });
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^refrain_key=rfk_\S+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/);
    expect((await get('/findings', { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200);
  });

  test('behind https the cookie is kept to https', async () => {
    const secure = await startOn(db, { REFRAIN_PUBLIC_URL: 'https://refrain.example.org' });
    const answer = await fetch(`${secure.url}/login`, {
      method: 'POST',
      body: new URLSearchParams({ key: keys.read }),
      headers: { origin: 'https://refrain.example.org' },
      redirect: 'manual',
    });
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/);
    await secure.close();
  });

  test.each(['', 'wrong', '\r\nset-cookie: a=b'])('the key %j is refused and sets no cookie', async (key) => {
    const answer = await signIn({ key });
    expect({ status: answer.status, cookie: answer.headers.get('set-cookie') }).toEqual({ status: 401, cookie: null });
  });

  test('an ingest key does not sign in', async () => {
    expect((await signIn({ key: keys.ingest })).status).toBe(401);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/a\r\nset-cookie:x=1',
    'javascript:alert(1)',
    `/${'a'.repeat(3000)}`,
  ])('it leads to no foreign place: %s', async (to) => {
    expect((await signIn({ key: keys.read, to })).headers.get('location')).toBe('/overview');
  });

  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed frame', { origin: 'null' }],
    [
      'a browser that says so',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ],
    ['a browser on a neighbouring site', { 'sec-fetch-site': 'same-site' }],
  ])('nobody is signed in or out by %s', async (_words, headers) => {
    expect((await signIn({ key: keys.read }, headers)).status).toBe(403);
    const out = await fetch(`${service.url}/logout`, { method: 'POST', headers, redirect: 'manual' });
    expect({ status: out.status, cookie: out.headers.get('set-cookie') }).toEqual({ status: 403, cookie: null });
  });

  test('signing out takes the cookie away', async () => {
    const answer = await fetch(`${service.url}/logout`, {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
    });
    expect(answer.headers.get('set-cookie')).toMatch(/^refrain_key=; .*Max-Age=0/);
  });

  test('a form of a megabyte, and one of another type, are refused', async () => {
    expect((await signIn({ key: 'x'.repeat(1_000_000) })).status).toBe(413);
    const json = await fetch(`${service.url}/login`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
  });
});

test('no key was logged', () => {
  for (const key of Object.values(keys)) expect(service.logged.join('\n')).not.toContain(key.slice(18));
  expect(service.logged).toEqual([]);
});

describe('making keys', () => {
  test.each([
    ['a project that looks like SQL', { project: "a'; DROP TABLE access_keys" }],
    ['a project of a star, which would mean all', { project: '*' }],
    ['a project without a name', { project: '' }],
    ['a label with a line break', { project: 'a', label: 'x\ny' }],
    ['a label of a kilobyte', { project: 'a', label: 'x'.repeat(1024) }],
  ])('%s is refused', async (_words, wish) => {
    await expect(createKey(db.pool, { scope: 'read', ...wish })).rejects.toThrow(/a project is named|a label has/);
  });
});
