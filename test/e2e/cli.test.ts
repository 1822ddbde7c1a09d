import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeTraces } from '../../src/otlp/decode.js';
import { withBytes } from '../support/otlp-payload.js';
import { encode } from '../support/otlp-schema.js';
import { otlpJson, spanOf } from '../support/otlp-story.js';
import { testDatabase } from '../support/postgres.js';

const root = join(import.meta.dirname, '..', '..');
let folder: string;

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command line as a user does. */
function refrain(args: readonly string[], options: { input?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, 'dist', 'cli.js'), ...args],
      { env: { ...process.env, ...options.env, NO_COLOR: '1' }, cwd: folder, maxBuffer: 1e8 },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    );
    child.stdin?.end(options.input);
  });
}

const lost = (session: string, n: number) =>
  Array.from({ length: n }, (_, i) =>
    spanOf({
      session,
      at: i * 2,
      tool: 'read_file',
      args: { path: '/lost' },
      error: { type: 'ENOENT', text: 'ENOENT: no such file or directory' },
    }),
  );
const healthy = [1, 2].map((n) =>
  spanOf({ session: 'well', at: n, tool: 'search', args: { n }, result: { items: [n] } }),
);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refrain-cli-'));
  await new Promise<void>((resolve, reject) =>
    execFile('npm', ['run', '--silent', 'build'], { cwd: root }, (error, out) =>
      error ? reject(new Error(out)) : resolve(),
    ),
  );
  await writeFile(join(folder, 'bad.json'), JSON.stringify(otlpJson(lost('a', 4))));
  await writeFile(join(folder, 'pretty.json'), JSON.stringify(otlpJson(lost('a', 4)), null, 2));
  await writeFile(
    join(folder, 'lines.jsonl.gz'),
    gzipSync([lost('a', 4), lost('b', 3)].map((spans) => JSON.stringify(otlpJson(spans))).join('\n')),
  );
  await writeFile(
    join(folder, 'broken.jsonl'),
    [JSON.stringify(otlpJson(lost('a', 4))), '{"resourceSpans": [', JSON.stringify(otlpJson(lost('b', 3)))].join('\n'),
  );
  const encoded = encode('Traces', withBytes(otlpJson(lost('a', 4)) as object));
  await writeFile(join(folder, 'bad.pb'), encoded);
  await writeFile(join(folder, 'bad.pb.gz'), gzipSync(encoded));
  await writeFile(join(folder, 'cut.pb'), encoded.subarray(0, 200));
  await writeFile(join(folder, 'well.json'), JSON.stringify(otlpJson(healthy)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('analyze', () => {
  test.each([
    ['one document', 'bad.json', 3],
    ['a pretty-printed document', 'pretty.json', 3],
    ['gzip of one request per line', 'lines.jsonl.gz', 5],
    ['a protobuf message', 'bad.pb', 3],
    ['gzip of a protobuf message', 'bad.pb.gz', 3],
    ['healthy calls', 'well.json', 0],
  ])('%s is read', async (_name, file, findings) => {
    const { code, out } = await refrain(['analyze', file, '--format', 'jsonl']);
    expect({ code, lines: out.trim() === '' ? 0 : out.trim().split('\n').length }).toEqual({
      code: 0,
      lines: findings,
    });
  });

  test('standard input is read as -', async () => {
    const { code, out } = await refrain(['analyze', '-', '--format', 'json'], {
      input: await readFile(join(folder, 'bad.json'), 'utf8'),
    });
    expect({ code, calls: JSON.parse(out).calls, sessions: JSON.parse(out).sessions }).toEqual({
      code: 0,
      calls: 4,
      sessions: 1,
    });
  });

  test('a broken line is named with its place, and the rest is still read', async () => {
    const { code, out, err } = await refrain(['analyze', 'broken.jsonl', '--format', 'json']);
    expect({ code, calls: JSON.parse(out).calls }).toEqual({ code: 0, calls: 7 });
    expect(err).toMatch(/broken\.jsonl:2: .*\d/);
  });

  test('the rows of findings and calls begin with the promised keys', async () => {
    await refrain(['analyze', 'bad.json', '--findings', 'f.jsonl', '--calls', 'c.jsonl']);
    const first = async (file: string) => JSON.parse((await readFile(join(folder, file), 'utf8')).split('\n')[0] ?? '');
    expect(Object.keys(await first('f.jsonl')).slice(0, 12)).toEqual([
      'detector',
      'session',
      'calls',
      'tool',
      'severity',
      'source',
      'first',
      'last',
      'wasted',
      'message',
      'recovery',
      'data',
    ]);
    expect(Object.keys(await first('c.jsonl')).slice(0, 11)).toEqual([
      'call',
      'trace',
      'session',
      'tool',
      'agent',
      'reported',
      'outcome',
      'category',
      'code',
      'retryable',
      'source',
    ]);
  });

  test.each([
    ['a file that is not there', ['analyze', 'nobody.json']],
    ['an empty file', ['analyze', '/dev/null']],
    ['a protobuf message that is cut off', ['analyze', 'cut.pb']],
    ['a format that is none', ['analyze', 'bad.json', '--format', 'xml']],
    ['a settings file with faults', ['analyze', 'bad.json', '--config', 'bad.json']],
  ])('%s ends with 2 or a usage error and says why', async (_name, args) => {
    const { code, err } = await refrain(args);
    expect(code).toBeGreaterThan(0);
    expect(err.length).toBeGreaterThan(10);
  });
});

describe('check', () => {
  test('findings at the bar fail the build, known ones pass', async () => {
    expect((await refrain(['check', 'bad.json', '--write-baseline', 'known.json'])).code).toBe(1);
    expect((await refrain(['check', 'bad.json', '--baseline', 'known.json'])).code).toBe(0);
    expect((await refrain(['check', 'well.json'])).code).toBe(0);
  });
  test('a build that checked nothing does not pass', async () => {
    expect((await refrain(['check', 'nobody.json'])).code).toBe(2);
  });
});

describe('serve and demo', () => {
  test('the demo finds what its agent did wrong and leaves alone what it did right', async () => {
    const { url } = await testDatabase();
    const env = { DATABASE_URL: url, REFRAIN_HTTP_PORT: '0', REFRAIN_GRPC_PORT: '0' };
    const { code, out, err } = await refrain(['demo', '--exit'], { env });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const found = [...out.matchAll(/(?:WARNING|CRITICAL|info)\s+([a-z-]+)\s+(\S+)/g)]
      .map(([, detector, tool]) => `${detector} ${tool}`)
      .sort();
    expect(found).toEqual([
      'empty-result-retry search_files',
      'identical-call-loop read_text_file',
      'non-retryable-retry get-forecast',
      'non-retryable-retry read_text_file',
      'non-retryable-retry read_text_file',
    ]);
    expect(out.split('An agent goes to work')[0]?.trim().split('\n').length).toBeLessThanOrEqual(10);
  });

  test('its own spans and metrics go where the standard variable says, and SIGTERM ends it well', async () => {
    const names = new Set<string>();
    const paths = new Set<string>();
    const recorder = createServer(async (request, response) => {
      const body = await buffer(request);
      paths.add(request.url ?? '');
      if (request.url === '/v1/traces')
        for (const { name } of decodeTraces(
          body,
          request.headers['content-type'] === 'application/json' ? 'json' : 'protobuf',
        ).records)
          names.add(name);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    recorder.listen(0, '127.0.0.1');
    await once(recorder, 'listening');
    const { port } = recorder.address() as { port: number };
    const { url } = await testDatabase();
    const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), 'serve'], {
      env: {
        ...process.env,
        DATABASE_URL: url,
        REFRAIN_HTTP_PORT: '0',
        REFRAIN_GRPC_PORT: '0',
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    const service = /http:\/\/127\.0\.0\.1:\d+/.exec(first.toString())?.[0];
    const answer = await fetch(`${service}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(otlpJson(lost('own', 3))),
    });
    expect(answer.status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    recorder.close();
    expect(code).toBe(0);
    expect([...names].sort()).toEqual([
      'refrain.commit',
      'refrain.detect',
      'refrain.judge',
      'refrain.receive',
      'refrain.recognise',
    ]);
    expect(paths).toContain('/v1/metrics');
  });

  test('a setting that cannot be used is a sentence, not a stack', async () => {
    const { code, err } = await refrain(['serve'], { env: { REFRAIN_HTTP_PORT: 'many', REFRAIN_CAPTURE: 'some' } });
    expect(code).toBe(2);
    expect(err).toMatch(/REFRAIN_HTTP_PORT takes a whole number[\s\S]*REFRAIN_CAPTURE takes one of/);
    expect(err).not.toMatch(/ at /);
  });
});
