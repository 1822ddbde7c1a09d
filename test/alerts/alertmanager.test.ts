import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Alerter } from '../../src/alerts/alerter.js';
import { linksUnder } from '../../src/alerts/payload.js';
import { openAlertStore } from '../../src/store/alert-store.js';
import { saveFindings, withdrawFindings } from '../../src/store/findings.js';
import { finding } from '../support/findings.js';
import { testDatabase } from '../support/postgres.js';

/** Debian names it with a prefix. */
const program = ['alertmanager', 'prometheus-alertmanager'].find((name) => spawnSync(name, ['--version']).status === 0);
if (program === undefined)
  console.warn('no Alertmanager on this machine: the real one is not tested (apt install prometheus-alertmanager)');

const CONFIG = 'route:\n  receiver: none\nreceivers:\n  - name: none\n';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Shown {
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
  readonly generatorURL: string;
}

describe.skipIf(program === undefined)('a real Alertmanager', () => {
  let child: ChildProcess;
  let url: string;
  const folder = mkdtempSync(join(tmpdir(), 'refrain-am-'));

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    writeFileSync(join(folder, 'config.yml'), CONFIG);
    const args = [
      `--config.file=${join(folder, 'config.yml')}`,
      `--storage.path=${folder}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ];
    child = spawn(program as string, args, { stdio: 'ignore' });
    for (
      let n = 0;
      n < 100 &&
      !(await fetch(`${url}/-/ready`).then(
        (r) => r.ok,
        () => false,
      ));
      n++
    )
      await new Promise((resolve) => setTimeout(resolve, 100));
  });
  afterAll(async () => {
    if (child?.exitCode === null) {
      const exited = once(child, 'exit');
      child.kill();
      // It writes its state once more before it ends.
      await exited;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const firing = async () => (await (await fetch(`${url}/api/v2/alerts?active=true`)).json()) as Shown[];

  async function until(wanted: number): Promise<Shown[]> {
    for (let n = 0; n < 100; n++) {
      const shown = await firing();
      if (shown.length === wanted) return shown;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return firing();
  }

  test('shows a finding while it is open, updates it in place, and ends it when it is withdrawn', async () => {
    const { pool } = await testDatabase();
    const store = openAlertStore(pool);
    await store.saveCursor('alertmanager', 0n);
    const alerter = new Alerter({
      store,
      receivers: [{ name: 'alertmanager', url }],
      linkTo: linksUnder('http://refrain.example'),
      now: Date.now,
      log: () => {},
      isLeading: () => true,
      silent: new Set(),
    });
    const open = finding({ id: 'am', lastMs: Date.now(), firstMs: Date.now() - 1000, tool: 'charge "card"' });
    await saveFindings(pool, [open]);
    const [shown] = await until(1);
    expect(shown?.labels).toMatchObject({
      alertname: open.detector,
      tool: 'charge "card"',
      severity: 'warning',
      session: 's1',
      finding: 'am',
    });
    expect(shown?.annotations['recovery']).toBe(open.recovery);
    expect(shown?.generatorURL).toBe('http://refrain.example/sessions/s1');
    await withdrawFindings(pool, 'default', ['am']);
    expect(await until(0)).toEqual([]);
    await alerter.close();
  });
});
