import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/config.js';
import { fileText, TOP } from '../grafana/reading.js';

interface Service {
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: unknown;
  read_only?: boolean;
  cap_drop?: string[];
}

const TEXT = fileText('docker-compose.yml');
const compose = parse(TEXT) as { services: Record<string, Service>; volumes: Record<string, unknown> };
const { postgres = {}, refrain = {}, grafana = {} } = compose.services;
const all = Object.entries(compose.services);
const environment = all.flatMap(([service, { environment = {} }]) =>
  Object.entries(environment).map(([name, value]) => ({ service, name, value: String(value) })),
);
/** Variables that compose refuses to start without. */
const required = [...new Set([...TEXT.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name ?? ''))];

describe('docker compose', () => {
  test('no password stands in the file: each comes from a variable without which nothing starts', () => {
    const secrets = environment.filter(({ name, value }) => /PASSWORD/.test(name) || /:\/\/[^@]*:[^@]*@/.test(value));
    expect(secrets.length).toBeGreaterThan(4);
    expect(secrets.filter(({ value }) => !/\$\{\w*PASSWORD:\?/.test(value))).toEqual([]);
  });

  test('every dollar sign is a variable of compose', () => {
    expect(TEXT.replace(/\$\{\w+(?::[-?][^}]*)?\}/g, '')).not.toContain('$');
  });

  test('ports are open to this machine only', () => {
    const ports = all.flatMap(([, { ports = [] }]) => ports);
    expect(ports.length).toBeGreaterThan(2);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  test('each waits for the health of what it needs', () => {
    expect(refrain.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(grafana.depends_on).toEqual({ refrain: { condition: 'service_healthy' } });
    expect(postgres.healthcheck && grafana.healthcheck).toBeTruthy();
    expect(fileText('deploy/Dockerfile')).toMatch(/HEALTHCHECK[\s\S]*\/readyz/);
  });

  test('data lies in volumes, and everything that is mounted from here exists', () => {
    const mounts = all.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const named = mounts.filter((from) => !from.startsWith('.'));
    expect(named.sort()).toEqual(Object.keys(compose.volumes).sort());
    for (const from of mounts.filter((one) => one.startsWith('.'))) expect(statSync(join(TOP, from))).toBeDefined();
  });

  test('Refrain may do little, and gets only settings that it knows', () => {
    expect(refrain).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    const known = Object.values(SETTINGS).map(({ env }) => env as string);
    expect(Object.keys(refrain.environment ?? {}).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('whatever Grafana’s files take from the environment is given to it', () => {
    const files = ['datasources/refrain.yaml', 'alerting/contact-points.yaml'];
    const wanted = files.flatMap((file) => [
      ...new Set(
        [...fileText(`deploy/grafana/provisioning/${file}`).matchAll(/: \$([A-Z_]+)$/gm)].map(([, name]) => name),
      ),
    ]);
    expect(wanted.length).toBeGreaterThan(4);
    expect(wanted.filter((name) => !((name ?? '') in (grafana.environment ?? {})))).toEqual([]);
  });

  test('dashboards are mounted where the provider looks, and the home page is one of them', () => {
    const provider = parse(fileText('deploy/grafana/provisioning/dashboards/refrain.yaml'));
    const { path } = provider.providers[0].options;
    expect(grafana.volumes).toContain(`./dashboards:${path}:ro`);
    const home = grafana.environment?.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH ?? '';
    expect(statSync(join(TOP, home.replace(path, 'dashboards')))).toBeDefined();
  });

  test('the account that Grafana uses is the one that Postgres makes', () => {
    for (const name of ['REFRAIN_DB_READER', 'REFRAIN_DB_READER_PASSWORD'])
      expect(grafana.environment?.[name]).toBe(postgres.environment?.[name]);
  });
});

describe('deploy/secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  cpSync(join(TOP, 'deploy/secrets'), join(folder, 'deploy/secrets'));
  const run = () => execFileSync('sh', [join(folder, 'deploy/secrets')], { encoding: 'utf8' });

  test('writes what compose requires, each different, readable by nobody else, without a dollar sign', () => {
    run();
    const lines = readFileSync(join(folder, '.env'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('='));
    expect(lines.map(([name]) => name).sort()).toEqual([...required].sort());
    expect(new Set(lines.map(([, value]) => value)).size).toBe(lines.length);
    for (const [, value] of lines) expect(value).toMatch(/^[0-9a-f]{48}$/);
    expect(statSync(join(folder, '.env')).mode & 0o077).toBe(0);
  });

  test('keeps what is there, and git never sees it', () => {
    const before = readFileSync(join(folder, '.env'), 'utf8');
    expect(run()).toMatch(/exists already/);
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(before);
    expect(fileText('.gitignore').split('\n')).toContain('.env');
    expect(fileText('.dockerignore')).toMatch(/^\*$/m);
  });
});

describe('the image', () => {
  const lines = fileText('deploy/Dockerfile').split('\n');

  test('is made in stages and run by somebody who is not root', () => {
    expect(lines.filter((line) => line.startsWith('FROM ')).length).toBeGreaterThan(1);
    expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
  });

  test('copies only what exists and what its context lets through', () => {
    const copied = lines
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(' ').slice(1, -1));
    const allowed = fileText('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect([...new Set(copied)].filter((name) => !allowed.includes(name))).toEqual([]);
    for (const name of copied) expect(statSync(join(TOP, name))).toBeDefined();
  });

  test('the service is started as everywhere else, and so in the unit', () => {
    expect(lines).toContain('CMD ["node", "dist/cli.js", "serve"]');
    const unit = fileText('deploy/systemd/refrain.service');
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node dist\/cli\.js serve$/m);
    const known = Object.values(SETTINGS).map(({ env }) => env as string);
    const set = [...unit.matchAll(/^Environment=(REFRAIN_\w+)=/gm)].map(([, name]) => name ?? '');
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });
});

test('the collector’s example queues on disk and never gives up', () => {
  const { exporters, extensions, service } = parse(fileText('deploy/collector/config.yaml'));
  const [exporter] = Object.values(exporters) as [
    { sending_queue: { storage: string }; retry_on_failure: { max_elapsed_time: string } },
  ];
  expect(Object.keys(extensions)).toContain(exporter.sending_queue.storage);
  expect(service.extensions).toContain(exporter.sending_queue.storage);
  expect(exporter.retry_on_failure.max_elapsed_time).toBe('0s');
});
