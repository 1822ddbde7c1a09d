import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { instrumentMcpClient, startRefrain, withConversation } from '../hook/index.js';

/**
 * The demo's agent: a scripted client that drives real MCP servers over stdio, partly well, partly badly.
 * Only the order of its calls is written here; what the servers answer is what they answer.
 * Run by `refrain demo` in a process of its own: `node agent.js <endpoint>`.
 */

type Call = (tool: string, args: Record<string, unknown>) => Promise<unknown>;

interface Scene {
  readonly title: string;
  readonly play: (call: Call, folder: string) => Promise<void>;
}

/** Pause between polls: long enough that the file's size differs each time. */
const POLL_MS = 100;

const SCENES: readonly Scene[] = [
  {
    title: 'honest work: list, read, write, read again',
    async play(call, folder) {
      await call('list_directory', { path: folder });
      await call('read_text_file', { path: join(folder, 'orders.csv') });
      await call('write_file', { path: join(folder, 'summary.txt'), content: 'two orders' });
      await call('read_text_file', { path: join(folder, 'summary.txt') });
    },
  },
  {
    title: 'a missing file, read five times in a row',
    async play(call, folder) {
      for (let i = 0; i < 5; i++) await call('read_text_file', { path: join(folder, 'invoices-2025.csv') });
    },
  },
  {
    title: 'a forbidden path, tried again',
    async play(call) {
      for (let i = 0; i < 2; i++) await call('read_text_file', { path: '/etc/shadow' });
    },
  },
  {
    title: 'a search that finds nothing, sent again',
    async play(call, folder) {
      for (let i = 0; i < 2; i++) await call('search_files', { path: folder, pattern: '**/*.refund' });
    },
  },
  {
    title: 'invalid arguments, corrected after one error (innocent)',
    async play(call, folder) {
      await call('read_text_file', { file: join(folder, 'orders.csv') });
      await call('read_text_file', { path: join(folder, 'orders.csv') });
    },
  },
  {
    title: 'a poll whose answer changes (innocent)',
    async play(call, folder) {
      const path = join(folder, 'job.log');
      for (let step = 1; step <= 4; step++) {
        await appendFile(path, `step ${step} done\n`);
        await call('read_text_file', { path });
        await sleep(POLL_MS);
      }
    },
  },
];

const everything: Scene = {
  title: 'another server: a sum, and a name that does not exist, asked for twice',
  async play(call) {
    await call('get-sum', { a: 2, b: 3 });
    for (let i = 0; i < 2; i++) await call('get-forecast', { city: 'Oslo' });
  },
};

function serverFile(name: string): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve(`${name}/package.json`)), 'dist', 'index.js');
}

async function connect(name: string, args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'refrain-demo', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [serverFile(name), ...args],
    stderr: 'ignore',
  });
  await client.connect(transport);
  return instrumentMcpClient(client, { agentName: 'demo-agent', content: 'redacted' });
}

async function play(scene: Scene, client: Client, folder: string, conversation: string): Promise<void> {
  process.stdout.write(`  agent: ${scene.title}\n`);
  const call: Call = async (tool, args) => {
    try {
      return await client.callTool({ name: tool, arguments: args });
    } catch (error) {
      return error;
    }
  };
  await withConversation(conversation, () => scene.play(call, folder));
}

async function prepareFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refrain-demo-'));
  await mkdir(join(folder, 'archive'));
  await writeFile(join(folder, 'orders.csv'), 'id,total\n1,20\n2,35\n');
  return folder;
}

async function main(endpoint: string, conversation: string): Promise<void> {
  const refrain = startRefrain({ endpoint, serviceName: 'refrain-demo' });
  const folder = await prepareFolder();
  const files = await connect('@modelcontextprotocol/server-filesystem', [folder]);
  const other = await connect('@modelcontextprotocol/server-everything', []);
  try {
    for (const scene of SCENES) await play(scene, files, folder, conversation);
    await play(everything, other, folder, conversation);
  } finally {
    await Promise.all([files.close(), other.close()]);
    await refrain.shutdown();
    await rm(folder, { recursive: true, force: true });
  }
}

const [, , endpoint = 'http://127.0.0.1:4318', conversation = `demo-${Date.now()}`] = process.argv;
await main(endpoint, conversation);
