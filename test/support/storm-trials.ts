import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { readConfig } from '../../src/config.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { type Service, startService } from '../../src/service.js';

/** Sessions and resends of one storm: the detector asks for 20 resends from 5 sessions, half of the tool's calls. */
const SESSIONS = 25;
const CROSSING = 20;

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const nano = (ms: number) => `${Math.round(ms)}000000`;

function span(session: string, tool: string, startedMs: number, failed: boolean, args = '{"order":1}'): unknown {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.conversation.id': session,
    'gen_ai.tool.call.arguments': args,
    ...(failed ? { 'error.type': '503' } : { 'gen_ai.tool.call.result': '{"ok":[1]}' }),
  };
  return {
    traceId: hex(16),
    spanId: hex(8),
    name: `execute_tool ${tool}`,
    kind: 1,
    startTimeUnixNano: nano(startedMs),
    endTimeUnixNano: nano(startedMs + 20),
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    status: failed ? { code: 2, message: 'HTTP 503 Service Unavailable' } : {},
  };
}

async function send(url: string, spans: readonly unknown[]): Promise<void> {
  const body = { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'storm' }, spans }] }] };
  const answer = await fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`the collector answered ${answer.status}`);
  await answer.arrayBuffer();
}

/** Other agents' healthy calls beside the storm, at a steady rate; stops by itself. */
async function beside(url: string, perSecond: number, signal: AbortSignal): Promise<void> {
  const perRequest = perSecond / 10;
  for (let n = 0; !signal.aborted; n++) {
    const now = Date.now();
    const spans = Array.from({ length: perRequest }, (_, i) =>
      span(`calm-${n % 50}`, `calm-${i % 10}`, now - 100 + i, false, `{"n":${n},"i":${i}}`),
    );
    await send(url, spans);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 100 - (Date.now() - now))));
  }
}

/** Milliseconds from sending the call that crosses the threshold to the alert at the webhook, once per trial. */
export async function stormTrials(databaseUrl: string, trials: number, perSecond: number): Promise<number[]> {
  const arrivals = new Map<string, (atMs: number) => void>();
  const receiver = await startReceiver((tool) => arrivals.get(tool)?.(Date.now()));
  const { port } = receiver.address() as { port: number };
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    REFRAIN_HTTP_PORT: '0',
    REFRAIN_GRPC_PORT: '0',
    REFRAIN_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
  });
  const service = await startService({ config, settings: DEFAULT_SETTINGS, log: () => {} });
  const calm = new AbortController();
  const load = beside(service.url, perSecond, calm.signal);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const delays: number[] = [];
  try {
    for (let trial = 0; trial < trials; trial++) delays.push(await oneTrial(service, `upstream-${trial}`, arrivals));
  } finally {
    calm.abort();
    await load;
    await service.close();
    receiver.close();
  }
  return delays;
}

async function oneTrial(
  { url }: Service,
  tool: string,
  arrivals: Map<string, (atMs: number) => void>,
): Promise<number> {
  const arrived = new Promise<number>((resolve, reject) => {
    arrivals.set(tool, resolve);
    setTimeout(() => reject(new Error(`no alert for ${tool} within 20 s`)), 20_000).unref();
  });
  const now = Date.now();
  const first = Array.from({ length: SESSIONS }, (_, n) => span(`${tool}-${n}`, tool, now - 2000 + n, true));
  const before = Array.from({ length: CROSSING - 1 }, (_, n) => span(`${tool}-${n}`, tool, now - 1000 + n, true));
  await send(url, [...first, ...before]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  // Half of the tool's calls have to be resends: the remaining sessions resend too.
  const crossing = Array.from({ length: SESSIONS - CROSSING + 1 }, (_, n) =>
    span(`${tool}-${CROSSING - 1 + n}`, tool, Date.now() - 30, true),
  );
  const sent = Date.now();
  await send(url, crossing);
  return (await arrived) - sent;
}

async function startReceiver(onStorm: (tool: string) => void): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { findings } = (await json(request)) as { findings: { detector: string; tool: string; status: string }[] };
    for (const { detector, tool, status } of findings)
      if (detector === 'retry-storm' && status === 'firing') onStorm(tool);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The value below which a share of values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
