import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, eventually, sendTo } from '../support/locked.js';
import { spanOf } from '../support/otlp-story.js';
import { testDatabase } from '../support/postgres.js';

const root = join(import.meta.dirname, '..', '..');
let folder: string;

/** Runs the command line from source as a user runs the built one. */
function refrain(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', join(root, 'src', 'cli.ts'), ...args],
      { env: { ...process.env, ...env }, cwd: root },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    );
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refrain-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('keys on the command line', () => {
  test('a key is made while the embedded database runs, works, is listed without its text, and is revoked', async () => {
    const env = {
      DATABASE_URL: '',
      REFRAIN_DATA_DIR: join(folder, 'data'),
      REFRAIN_HTTP_PORT: '0',
      REFRAIN_GRPC_PORT: '0',
      REFRAIN_LOG: 'json',
    };
    const before = await refrain(['keys', 'list'], env);
    expect(before).toMatchObject({ code: 0, out: expect.stringContaining('No key was ever made') });
    const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'src', 'cli.ts'), 'serve'], {
      env: { ...process.env, ...env },
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let logged = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => {
        logged += String(bytes);
      });
    }
    await eventually(
      async () => logged,
      (text) => text.includes('\n'),
    );
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(logged)?.[0] ?? '';
    expect((await fetch(`${url}/api/findings`)).status).toBe(200);

    const made = await refrain(['keys', 'create', '--project', 'shop', '--scope', 'read', '--label', 'for Ann'], env);
    const key = made.out.trim();
    expect({ code: made.code, isKey: /^rfk_[0-9a-f]{12}_[\w-]{43}$/.test(key) }).toEqual({ code: 0, isKey: true });
    const ask = () => fetch(`${url}/api/findings`);
    expect((await eventually(ask, ({ status }) => status === 401)).status).toBe(401);
    expect((await fetch(`${url}/api/findings`, { headers: bearer(key) })).status).toBe(200);

    const span = spanOf({ session: 's', at: 1, tool: `t${key}\n\u001b[31m`, args: { key }, result: key });
    expect((await sendTo(url, [span])).status).toBe(401);
    const listed = await refrain(['keys', 'list'], env);
    expect(listed.out).toMatch(/^[0-9a-f]{12} {2}read .*shop .*valid {2}for Ann\n$/);
    expect(`${made.err}${listed.out}`).not.toContain(key);

    const id = key.slice(4, 16);
    expect(await refrain(['keys', 'revoke', id], env)).toMatchObject({ code: 0 });
    expect(await refrain(['keys', 'revoke', id], env)).toMatchObject({ code: 1 });
    const gone = () => fetch(`${url}/api/findings`, { headers: bearer(key) });
    expect((await eventually(gone, ({ status }) => status === 401)).status).toBe(401);

    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
    for (const line of logged.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    expect(logged).not.toMatch(/rfk_|password/i);
  }, 120_000);

  test('listening beyond this machine without keys ends with a sentence that says what to do', async () => {
    const { url } = await testDatabase();
    const { code, err } = await refrain(['serve'], {
      DATABASE_URL: url,
      REFRAIN_HOST: '0.0.0.0',
      REFRAIN_HTTP_PORT: '0',
      REFRAIN_GRPC_PORT: '0',
    });
    expect(code).toBe(2);
    expect(err).toMatch(/0\.0\.0\.0 is reachable[\s\S]*refrain keys create/);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test.each([
    [
      'a database that is away',
      ['keys', 'list'],
      { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' },
      /no Postgres answers/,
    ],
    [
      'a project that cannot be',
      ['keys', 'create', '--project', "a'b", '--scope', 'read'],
      {},
      /a project is named by/,
    ],
    ['a scope that is none', ['keys', 'create', '--project', 'a', '--scope', 'all'], {}, /ingest.*read/],
    ['nobody to forget', ['forget', '--project', 'a'], {}, /--session or --user/],
    ['two to forget', ['forget', '--project', 'a', '--session', 's', '--user', 'u'], {}, /cannot be used with/],
  ])('%s is a sentence', async (_words, args, env, sentence) => {
    const { url } = await testDatabase();
    const { code, err } = await refrain(args, { DATABASE_URL: url, ...env });
    expect(code).toBeGreaterThan(0);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/^\s+at |hunter2/m);
  });

  test('the settings in force are printed without a secret', async () => {
    const secrets = {
      DATABASE_URL: 'postgres://u:hunter2@h/db',
      REFRAIN_HASH_KEY: 'hunter2',
      REFRAIN_WEBHOOK_URL: 'http://h/hunter2',
      REFRAIN_ALERTMANAGER_URL: 'http://hunter2.example',
      REFRAIN_KEY: 'hunter2',
    };
    const { code, out, err } = await refrain(['config'], secrets);
    expect({ code, leaks: /hunter2/.test(out + err) }).toEqual({ code: 0, leaks: false });
    const wrong = await refrain(['config'], { ...secrets, REFRAIN_WEBHOOK_URL: 'hunter2', DATABASE_URL: 'hunter2' });
    expect({ code: wrong.code, leaks: /hunter2/.test(wrong.out + wrong.err) }).toEqual({ code: 2, leaks: false });
  });
});
