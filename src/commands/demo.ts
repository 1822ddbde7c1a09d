import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FindingRow } from '../model/export-rows.js';
import { painter, plural, renderFindings } from './render-text.js';
import { serve } from './serve.js';

/** A finding is readable within 2 s of its last span's arrival; twice that, and the demo says what it has. */
const SETTLE_MS = 4000;
const LOOK_EVERY_MS = 200;
/** The demo's agent works for some 3 s; a machine that is ten times slower still gets through. */
const AGENT_TIMEOUT_MS = 60_000;

/** `refrain demo`: the collector, an agent that misbehaves against real MCP servers, and what Refrain says about it. */
export async function demoCommand({ exit = false }: { exit?: boolean } = {}): Promise<number> {
  const running = await serve(process.env);
  const paint = painter(process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined);
  const conversation = `demo-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  process.stdout.write(
    `\n${paint('bold', 'An agent goes to work on two real MCP servers')} (session ${conversation})\n`,
  );
  await runAgent(running.url, conversation);
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

async function runAgent(endpoint: string, conversation: string): Promise<void> {
  const script = fileURLToPath(new URL('../demo/agent.js', import.meta.url));
  // The agent is a process of its own, as agents are: its OpenTelemetry SDK must not meet the collector's.
  const child = spawn(process.execPath, [script, endpoint, conversation], { stdio: ['ignore', 'inherit', 'inherit'] });
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
