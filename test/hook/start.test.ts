import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { instrumentTool, startRefrain } from '../../src/hook/index.js';
import { type Loopback, startLoopback } from './loopback.js';
import { startRecorder } from './support.js';

let loopback: Loopback;
let requests: Loopback['requests'];

beforeAll(async () => {
  loopback = await startLoopback();
  requests = loopback.requests;
});
beforeEach(() => {
  requests.length = 0;
});
afterAll(() => loopback.close());

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly ms: number;
}

const program = join(import.meta.dirname, 'programs', 'agent.ts');

async function run(
  args: string[],
  env: Record<string, string> = {},
  onReady?: (child: ChildProcess) => void,
): Promise<Ended> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (String(chunk).includes('ready')) onReady?.(child);
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return { code, signal, output, ms: performance.now() - startedMs };
}

const endpoint = () => loopback.url;

describe('a process that has no OpenTelemetry', () => {
  test('sends its spans when it ends by itself', async () => {
    const { code, output } = await run(['return', endpoint()]);
    expect(code).toBe(0);
    expect(output).toContain('existing false again true');
    expect(requests.map(({ path }) => path)).toEqual(['/v1/traces']);
    expect(requests[0]?.body).toContain('execute_tool find_orders');
    expect(requests[0]?.body).toContain('"stringValue":"program"');
  });

  test('sends its spans on a signal, and dies of that signal', async () => {
    const { signal } = await run(['signal', endpoint()], {}, (child) => child.kill('SIGTERM'));
    expect(signal).toBe('SIGTERM');
    expect(requests).toHaveLength(1);
  });

  test('leaves the end to a signal handler of its own', async () => {
    const { code, output } = await run(['own handler', endpoint()], {}, (child) => child.kill('SIGTERM'));
    expect({ code, output: output.includes('own handler') }).toEqual({ code: 0, output: true });
    expect(requests).toHaveLength(1);
  });

  test('fails as it would without the hook', async () => {
    expect((await run(['error', endpoint()])).code).toBe(1);
  });

  test('can be stopped: spans are sent, and nothing records any more', async () => {
    const { code, output } = await run(['shutdown', endpoint()]);
    expect({ code, output: output.includes('recording false') }).toEqual({ code: 0, output: true });
    expect(requests).toHaveLength(1);
  });

  test('ends in time although the collector is away', async () => {
    const { code, ms } = await run(['return', 'http://127.0.0.1:9']);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(9_000);
  }, 15_000);
});

describe('standard variables', () => {
  test('endpoint, headers and resource come from OTEL_*', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(),
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    };
    await run(['return'], env);
    expect(requests.map(({ path }) => path)).toEqual(['/v1/traces']);
    expect(requests[0]?.headers['authorization']).toBe('Bearer key');
    expect(requests[0]?.body).toContain('deployment.environment.name');
  });

  test.each<[string, Record<string, string>]>([
    ['OTEL_SDK_DISABLED', { OTEL_SDK_DISABLED: 'true' }],
    ['OTEL_TRACES_EXPORTER=none', { OTEL_TRACES_EXPORTER: 'none' }],
    ['OTEL_TRACES_SAMPLER=always_off', { OTEL_TRACES_SAMPLER: 'always_off' }],
  ])('%s sends nothing', async (_, env) => {
    const { code } = await run(['return'], { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(), ...env });
    expect(code).toBe(0);
    expect(requests).toEqual([]);
  });

  test('OTEL_EXPORTER_OTLP_PROTOCOL chooses protobuf', async () => {
    await run(['return'], { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(), OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' });
    expect(requests[0]?.headers['content-type']).toBe('application/x-protobuf');
  });
});

describe('a process that has a tracer provider', () => {
  test('keeps it: spans go there, and nothing is replaced', async () => {
    const recorder = startRecorder();
    const refrain = startRefrain({ endpoint: endpoint(), agentName: 'kept' });
    expect(refrain.existing).toBe(true);
    await instrumentTool('t', async () => 1)();
    await refrain.shutdown();
    expect(recorder.only('execute_tool t').attributes['gen_ai.agent.name']).toBe('kept');
    expect(requests).toEqual([]);
    await recorder.stop();
    startRefrain({ endpoint: endpoint() }).shutdown();
  });
});
