import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { instrumentTool, startRefrain, withScope } from '../hook/index.js';

/**
 * The demo's storm: fifty agents that share one upstream. After a while the upstream answers 503, and agents without manners
 * send the same call again at once. Run by `refrain demo --storm` in a process of its own: `node storm.js <endpoint> <prefix>`.
 */

/** Enough that no single session looks like the culprit. */
const AGENTS = 50;
/** Quiet, trouble, quiet again: a storm has to be seen rising and ending. */
const ACTS = { calm: 4000, trouble: 20_000 } as const;
/** Pause between two orders of one agent. */
const PACE_MS = 1500;
/** What an agent without manners waits before it sends the same again. */
const IMPATIENCE_MS = 250;
/** Attempts that such an agent makes before it turns to the next order. */
const STUBBORNNESS = 4;

let isDown = false;

/** A real HTTP server on loopback; its failure is a real status. */
async function startUpstream(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    const status = isDown ? 503 : 200;
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(isDown ? { error: 'Service Unavailable' } : { charged: true }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/charge`, close: () => server.close() };
}

async function runAgent(
  charge: (order: { order: string }) => Promise<unknown>,
  n: number,
  prefix: string,
  until: number,
): Promise<void> {
  await withScope({ conversation: `${prefix}-${n}`, agent: 'checkout', agentInstance: `${prefix}-${n}` }, async () => {
    await sleep((PACE_MS * n) / AGENTS);
    for (let order = 1; Date.now() < until; order++) {
      await attempts(charge, `${n}-${order}`);
      await sleep(PACE_MS);
    }
  });
}

async function attempts(charge: (order: { order: string }) => Promise<unknown>, order: string): Promise<void> {
  for (let attempt = 1; attempt <= STUBBORNNESS; attempt++) {
    try {
      await charge({ order });
      return;
    } catch {
      await sleep(IMPATIENCE_MS);
    }
  }
}

async function main(endpoint: string, prefix: string): Promise<void> {
  // A demo is watched live: spans leave every 300 ms instead of every 5 s.
  process.env['OTEL_BSP_SCHEDULE_DELAY'] ??= '300';
  const refrain = startRefrain({ endpoint, serviceName: 'storm-demo' });
  const upstream = await startUpstream();
  const charge = instrumentTool('charge_card', async (order: { order: string }) => {
    const response = await fetch(upstream.url, { method: 'POST', body: JSON.stringify(order) });
    if (!response.ok)
      throw Object.assign(new Error(`charge failed: HTTP ${response.status} Service Unavailable`), {
        status: response.status,
      });
    return response.json();
  });
  const until = Date.now() + ACTS.calm + ACTS.trouble;
  setTimeout(() => {
    isDown = true;
    process.stdout.write('  upstream: from now on every charge is answered 503\n');
  }, ACTS.calm);
  await Promise.all(Array.from({ length: AGENTS }, (_, n) => runAgent(charge, n, prefix, until)));
  upstream.close();
  await refrain.shutdown();
}

const [, , endpoint = 'http://127.0.0.1:4318', prefix = `storm-${Date.now()}`] = process.argv;
await main(endpoint, prefix);
