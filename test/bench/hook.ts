import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MCPInstrumentation } from '@arizeai/openinference-instrumentation-mcp';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import * as stdioModule from '@modelcontextprotocol/sdk/client/stdio.js';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { type HookOptions, instrumentMcpClient, instrumentTool } from '../../src/hook/index.js';

/**
 * What the hook costs per call, against a bare call and against OpenInference's MCP package (which carries the trace
 * context and makes no span), in one run. Each variant runs in a process of its own, since instrumentations patch modules;
 * rounds alternate, so that a busy machine slows all of them alike. Run: npx tsx test/bench/hook.ts
 */
const VARIANTS = {
  bare: undefined,
  'refrain, no exporter': {},
  refrain: {},
  'refrain, hash-only': { content: 'hash-only' },
  'refrain, guard': { guard: true },
  'openinference-mcp': undefined,
} satisfies Record<string, HookOptions | undefined>;
type Variant = keyof typeof VARIANTS;

const ROUNDS = 3;
const FUNCTION_CALLS = 20_000;
const MCP_CALLS = 3_000;
const WARM_UP = 2_000;

function setUpTracing(): void {
  // The exporter throws spans away: the cost of sending is the exporter's, and the same for all.
  const exporter: SpanExporter = { export: (_, done) => done({ code: 0 }), shutdown: async () => undefined };
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] }));
}

async function timesOf(calls: number, call: (n: number) => Promise<unknown>): Promise<number[]> {
  for (let n = 0; n < WARM_UP; n++) await call(n);
  const times: number[] = [];
  for (let n = 0; n < calls; n++) {
    const startedMs = performance.now();
    await call(n);
    times.push(Math.round((performance.now() - startedMs) * 10_000) / 10);
  }
  return times;
}

const answer = { orders: [{ id: 7, total: 12 }], customer: { name: 'Ada', city: 'London' }, note: 'n'.repeat(200) };

async function functionTimes(options: HookOptions | undefined): Promise<number[]> {
  const bare = async (_: object): Promise<unknown> => answer;
  const tool = options ? instrumentTool('find_orders', bare, options as never) : bare;
  return timesOf(FUNCTION_CALLS, (n) => tool({ customer: `c${n}`, page: n }));
}

async function mcpTimes(options: HookOptions | undefined): Promise<number[]> {
  const require = createRequire(import.meta.url);
  const server = join(
    dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')),
    'dist/index.js',
  );
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new stdioModule.StdioClientTransport({ command: process.execPath, args: [server], stderr: 'ignore' }),
  );
  if (options) instrumentMcpClient(client, options);
  const times = await timesOf(MCP_CALLS, (n) =>
    client.callTool({ name: 'echo', arguments: { message: `hello ${n}` } }),
  );
  await client.close();
  return times;
}

async function child(variant: Variant): Promise<void> {
  if (variant !== 'bare' && variant !== 'refrain, no exporter') setUpTracing();
  if (variant === 'openinference-mcp') new MCPInstrumentation().manuallyInstrument({ clientStdioModule: stdioModule });
  const options = VARIANTS[variant];
  const peer = variant === 'openinference-mcp';
  const result = { fn: peer ? [] : await functionTimes(options), mcp: await mcpTimes(options) };
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}

interface Summary {
  readonly median: number;
  readonly p99: number;
}

function summaryOf(times: number[]): Summary {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99) };
}

function parent(): void {
  const collected = new Map<Variant, { fn: number[]; mcp: number[] }>();
  const variants = Object.keys(VARIANTS) as Variant[];
  for (let round = 0; round < ROUNDS; round++)
    for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
      const args = ['--import', 'tsx', import.meta.filename, variant];
      const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
      if (!stdout) throw new Error(stderr);
      const { fn, mcp } = JSON.parse(stdout) as { fn: number[]; mcp: number[] };
      const known = collected.get(variant) ?? { fn: [], mcp: [] };
      collected.set(variant, { fn: known.fn.concat(fn), mcp: known.mcp.concat(mcp) });
    }
  report(collected);
}

function report(collected: ReadonlyMap<Variant, { fn: number[]; mcp: number[] }>): void {
  const bare = summaryOf(collected.get('bare')?.mcp ?? []);
  console.log(
    '| variant | function call: median µs | p99 µs | MCP call over stdio: median µs | p99 µs | median to bare |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const [variant, { fn, mcp }] of collected) {
    const [f, m] = [summaryOf(fn), summaryOf(mcp)];
    const cells = [f.median, f.p99, m.median, m.p99].map((one) => (Number.isNaN(one) ? '-' : one.toFixed(1)));
    console.log(`| ${variant} | ${cells.join(' | ')} | ${(m.median / bare.median).toFixed(2)} |`);
  }
}

const variant = process.argv[2];
if (variant === undefined) parent();
else await child(variant as Variant);
