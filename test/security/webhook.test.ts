import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { post } from '../../src/alerts/send.js';
import { ConfigFault, readConfig } from '../../src/config.js';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => void server.close()));

/** A receiver that answers in one way, and what it was asked. */
async function receiver(
  status: number,
  headers: Record<string, string> = {},
): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    request.resume();
    response.writeHead(status, headers).end('internal secret');
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=hunter2`, paths };
}

describe('an alert', () => {
  test.each([301, 302, 303, 307, 308])(
    'does not follow a redirect (%i) to where the operator named nothing',
    async (status) => {
      const inside = await receiver(200);
      const outside = await receiver(status, { location: inside.url });
      expect(await post(outside.url, '{}', 0)).toEqual({ result: 'drop', why: `status ${status}` });
      expect(inside.paths).toEqual([]);
    },
  );

  test.each([200, 404, 500])('tells nothing of what was answered or of the address (%i)', async (status) => {
    const { url } = await receiver(status);
    expect(JSON.stringify(await post(url, '{"secret":"hunter2"}', 0))).not.toMatch(/secret|hunter2|127\.0\.0\.1/);
  });

  test('tells nothing of an address that nobody answers', async () => {
    expect(JSON.stringify(await post('http://127.0.0.1:1/hook?token=hunter2', '{}', 0))).not.toMatch(/hunter2|127/);
  });
});

describe('an address of a setting', () => {
  test.each([
    'file:///etc/passwd',
    'ftp://host/',
    'gopher://host:70/',
    'data:text/plain,a',
    'javascript://x',
    '//host',
    'unix:///run/docker.sock',
    'host:80',
  ])('is http or nothing: %s', (value) => {
    for (const name of ['REFRAIN_WEBHOOK_URL', 'REFRAIN_ALERTMANAGER_URL', 'REFRAIN_PUBLIC_URL']) {
      expect(() => readConfig({ [name]: value })).toThrow(ConfigFault);
    }
  });
});
