import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FindingRow } from '../model/export-rows.js';
import { type Paint, painter, plural, renderFindings } from './render-text.js';
import { type Running, serve } from './serve.js';

/** A finding is readable within 2 s of its last span's arrival; twice that, and the demo says what it has. */
const SETTLE_MS = 4000;
const LOOK_EVERY_MS = 200;
/** The demo's agent works for some 3 s, the storm for some 25 s; a machine that is much slower still gets through. */
const AGENT_TIMEOUT_MS = 120_000;

/** `refrain demo`: the collector, an agent that misbehaves against real MCP servers, and what Refrain says about it. */
export async function demoCommand({ exit = false }: { exit?: boolean } = {}): Promise<number> {
  const running = await serve(process.env);
  await needOpenDoor(running);
  const paint = painter(process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined);
  const conversation = `demo-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  process.stdout.write(
    `\n${paint('bold', 'An agent goes to work on two real MCP servers')} (session ${conversation})\n`,
  );
  await runScript('agent.js', [running.url, conversation]);
  const findings = await settled(running.url, conversation);
  process.stdout.write(
    `\n${paint('bold', `Refrain found ${plural(findings.length, 'thing')}`)}\n\n${renderFindings(findings, paint)}\n\n`,
  );
  process.stdout.write(`The same as JSON: ${running.url}/api/findings?session=${conversation}\n`);
  process.stdout.write(`The whole session: ${running.url}/api/sessions/${conversation}\n`);
  if (exit) {
    await running.stop();
    return findings.length > 0 ? 0 : 1;
  }
  process.stdout.write('Serving on; Ctrl-C stops.\n');
  await running.stopped;
  return 0;
}

/** `refrain demo --storm`: fifty agents, one upstream that starts failing, and the alert that arrives. */
export async function stormCommand({ exit = false }: { exit?: boolean } = {}): Promise<number> {
  const paint = painter(process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined);
  const arrived = await startReceiver(paint);
  const running = await serve({
    ...process.env,
    REFRAIN_WEBHOOK_URL: process.env['REFRAIN_WEBHOOK_URL'] ?? arrived.url,
    REFRAIN_PUBLIC_URL: process.env['REFRAIN_PUBLIC_URL'],
  });
  await needOpenDoor(running);
  const prefix = `storm-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  process.stdout.write(
    `\n${paint('bold', 'Fifty agents share one upstream')}; watch it rise at ${running.url}/overview?since=15m\n`,
  );
  await runScript('storm.js', [running.url, prefix]);
  await sleep(SETTLE_MS);
  process.stdout.write(
    `\n${paint('bold', `${plural(arrived.storms(), 'storm alert')} arrived`)} at a webhook; in the pages: ${running.url}/findings?since=15m\n`,
  );
  if (exit) {
    await running.stop();
    arrived.close();
    return arrived.storms() > 0 ? 0 : 1;
  }
  process.stdout.write('Serving on; Ctrl-C stops.\n');
  await running.stopped;
  arrived.close();
  return 0;
}

interface Alerted {
  readonly detector: string;
  readonly tool: string;
  readonly status: string;
  readonly message: string;
}

/** A webhook on loopback that shows what arrives; only storms, since fifty agents make many findings. */
async function startReceiver(paint: Paint): Promise<{ url: string; storms: () => number; close: () => void }> {
  let storms = 0;
  const server = createServer(async (request, response) => {
    const { findings } = (await json(request)) as { findings: Alerted[] };
    response.writeHead(204).end();
    for (const { detector, tool, status, message } of findings) {
      if (detector !== 'retry-storm') continue;
      storms++;
      process.stdout.write(`  ${paint('red', 'alert')} ${status} ${detector} ${tool}: ${message}\n`);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, storms: () => storms, close: () => server.close() };
}

/** The demo's agents have no key. */
async function needOpenDoor(running: Running): Promise<void> {
  const { status } = await fetch(`${running.url}/api/findings`);
  if (status === 200) return;
  await running.stop();
  const words =
    'keys exist in this database, and the agents of the demo have none; set REFRAIN_DATA_DIR to a new folder for it';
  throw Object.assign(new Error(words), { sentence: true });
}

async function runScript(name: string, args: readonly string[]): Promise<void> {
  const script = fileURLToPath(new URL(`../demo/${name}`, import.meta.url));
  // The agent is a process of its own, as agents are: its OpenTelemetry SDK must not meet the collector's.
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  const timer = setTimeout(() => child.kill(), AGENT_TIMEOUT_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  if (code !== 0) throw new Error(`the demo's agent ended with exit code ${code}`);
}

/** Findings of the session once they stopped changing. */
async function settled(url: string, session: string): Promise<FindingRow[]> {
  let last: FindingRow[] = [];
  let lastChange = Date.now();
  const started = lastChange;
  while (Date.now() - started < SETTLE_MS || last.length === 0) {
    const response = await fetch(`${url}/api/findings?limit=1000&session=${encodeURIComponent(session)}`);
    const { findings } = (await response.json()) as { findings: FindingRow[] };
    if (JSON.stringify(findings) !== JSON.stringify(last)) lastChange = Date.now();
    last = findings;
    if (last.length > 0 && Date.now() - lastChange > 5 * LOOK_EVERY_MS) break;
    if (Date.now() - started > 3 * SETTLE_MS) break;
    await sleep(LOOK_EVERY_MS);
  }
  return last;
}
