import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOn, type TestService } from '../support/locked.js';
import { otlpJson, spanOf } from '../support/otlp-story.js';
import { testDatabase } from '../support/postgres.js';
import { say } from '../support/raw-socket.js';

let service: TestService;
let port: number;

beforeAll(async () => {
  service = await startOn(await testDatabase(), { REFRAIN_PUBLIC_URL: 'https://refrain.example.org/' });
  port = service.httpPort;
});
afterAll(() => service.close());

/** A request as written, since clients do not let one choose the Host. */
async function status(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    'connection: close',
  ];
  const answer = await say(port, `${lines.join('\r\n')}\r\n\r\n${body}`).closed;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('reading without keys', () => {
  test.each<[string, Record<string, string>, number]>([
    ['by address', {}, 200],
    ['as localhost', { host: 'localhost:4318' }, 200],
    ['as LOCALHOST with a dot', { host: 'LOCALHOST.' }, 200],
    ['by the other address', { host: '[::1]:4318' }, 200],
    ['by its public name', { host: 'refrain.example.org' }, 200],
    ['from its public name behind a proxy', { origin: 'https://refrain.example.org' }, 200],
    ['from its own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
    ['by a link on another page', link, 200],
    ['by a name that was made to lead here', { host: 'evil.example' }, 403],
    ['by a name that begins like ours', { host: 'localhost.evil.example' }, 403],
    ['by a name that contains an address', { host: '127.0.0.1.evil.example:4318' }, 403],
    ['by a name without a dot', { host: 'intranet' }, 403],
    ['with a name before an at sign', { host: 'localhost@evil.example' }, 403],
    ['with a path in the Host', { host: 'localhost/evil' }, 403],
    ['with an empty Host', { host: '' }, 403],
    ['by a page of another origin', { origin: 'http://evil.example' }, 403],
    ['by a page of another port', { origin: 'http://127.0.0.1:3000' }, 403],
    ['by a sandboxed frame', { origin: 'null' }, 403],
    [
      'by a script tag elsewhere',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
      403,
    ],
    ['inside a frame elsewhere', { ...link, 'sec-fetch-dest': 'iframe' }, 403],
    ['by a neighbouring site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, 403],
    ['with another Host in a header that proxies write', { 'x-forwarded-host': 'evil.example' }, 200],
    [
      'by a foreign name with ours in a header that proxies write',
      { host: 'evil.example', 'x-forwarded-host': 'localhost' },
      403,
    ],
  ])('%s', async (_words, headers, expected) => {
    for (const path of ['/api/findings', '/overview', '/metrics', '/api/panels/session-calls', '/nothing']) {
      const found = await status('GET', path, headers);
      expect([path, found]).toEqual([path, path === '/nothing' && expected === 200 ? 404 : expected]);
    }
  });

  test('two Hosts, and an address in the request line that is not ours, do not help', async () => {
    const two = `GET /api/findings HTTP/1.1\r\nhost: evil.example\r\nhost: localhost\r\nconnection: close\r\n\r\n`;
    expect(await say(port, two).closed).toMatch(/^HTTP\/1\.1 (400|403)/);
    const whole = `GET http://localhost/api/findings HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`;
    expect(await say(port, whole).closed).toMatch(/^HTTP\/1\.1 (400|401|403|404)/);
  });
});

describe('sending without keys', () => {
  const body = JSON.stringify(otlpJson([spanOf({ session: 'b', at: 1, tool: 't', args: {} })]));
  const type = { 'content-type': 'application/json' };
  test.each<[string, Record<string, string>, number]>([
    ['a program', {}, 200],
    ['a program in a container', { host: 'host.docker.internal:4318' }, 200],
    ['our own page', { origin: `http://127.0.0.1:${'PORT'}` }, 200],
    ['a page elsewhere', { origin: 'http://evil.example' }, 401],
    ['a page whose name was made to lead here', { origin: 'http://evil.example', host: 'evil.example' }, 401],
    ['a page whose browser says so', { host: 'evil.example', 'sec-fetch-site': 'same-origin' }, 401],
  ])('%s', async (_words, headers, expected) => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(port))]),
    );
    expect(await status('POST', '/v1/traces', { ...type, ...own }, body)).toBe(expected);
  });

  test('a page elsewhere is allowed nothing by preflight', async () => {
    const asked = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
    for (const path of ['/v1/traces', '/api/findings', '/login'])
      expect(await status('OPTIONS', path, asked)).toBeGreaterThanOrEqual(400);
  });
});

describe('floods of headers', () => {
  test.each([
    ['one header of a megabyte', `x: ${'a'.repeat(1_000_000)}\r\n`],
    ['a hundred thousand headers', 'x: a\r\n'.repeat(100_000)],
    ['a cookie of a megabyte', `cookie: refrain_key=${'a'.repeat(1_000_000)}\r\n`],
  ])('%s is cut off', async (_words, flood) => {
    const answer = await say(port, `GET /api/findings HTTP/1.1\r\nhost: localhost\r\n${flood}\r\n`).closed;
    expect(answer === '' || /^HTTP\/1\.1 431/.test(answer)).toBe(true);
    expect(await status('GET', '/healthz', {})).toBe(200);
  });

  test('an address of a megabyte is cut off', async () => {
    const answer = await say(port, `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`).closed;
    expect(answer === '' || /^HTTP\/1\.1 431/.test(answer)).toBe(true);
  });
});
