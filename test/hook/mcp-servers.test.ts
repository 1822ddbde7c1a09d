import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v2 from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { instrumentMcpClient, withConversation } from '../../src/hook/index.js';
import { type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refrain-hook-'));
  await writeFile(join(folder, 'a.txt'), 'hello');
  recorder = startRecorder();
});
beforeEach(() => recorder.reset());
afterAll(async () => {
  await recorder.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Connected {
  // biome-ignore lint/suspicious/noExplicitAny: both major lines of the SDK.
  callTool(params: any, ...rest: any[]): Promise<any>;
  listTools(): Promise<unknown>;
  close(): Promise<void>;
}

type Connect = (command: { command: string; args: string[]; stderr: 'ignore' }) => Promise<Connected>;

const CLIENTS: Record<string, Connect> = {
  'SDK 1': async (command) => {
    const client = instrumentMcpClient(new Client({ name: 'test', version: '1' }), { agentName: 'tester' });
    await client.connect(new StdioClientTransport(command));
    return client;
  },
  'SDK 2': async (command) => {
    const client = instrumentMcpClient(new v2.Client({ name: 'test', version: '1' }), { agentName: 'tester' });
    await client.connect(new StdioV2(command));
    return client;
  },
};

interface Row {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly seen: Record<string, unknown>;
}

const validation = { reported: 'error', outcome: 'error', category: 'validation', retryable: false };

/** Real servers from npm, and what each really answers. */
const SERVERS: Record<string, { args: () => string[]; rows: () => Row[] }> = {
  filesystem: {
    args: () => [folder],
    rows: () => [
      { tool: 'read_text_file', args: { path: join(folder, 'a.txt') }, seen: { outcome: 'ok', readOnly: true } },
      { tool: 'read_text_file', args: { path: join(folder, 'b.txt') }, seen: { ...validation, code: 'unknown_name' } },
      {
        tool: 'read_text_file',
        args: { path: '/etc/hostname' },
        seen: { reported: 'error', outcome: 'error', category: 'permission', retryable: false },
      },
      { tool: 'search_files', args: { path: folder, pattern: '*.none' }, seen: { outcome: 'empty' } },
      { tool: 'read_text_file', args: {}, seen: { ...validation, code: 'invalid_arguments' } },
    ],
  },
  everything: {
    args: () => [],
    rows: () => [
      { tool: 'echo', args: { message: 'x' }, seen: { outcome: 'ok', readOnly: true } },
      { tool: 'get-sum', args: { a: 1, b: 'x' }, seen: { ...validation, code: 'invalid_arguments' } },
      { tool: 'nope', args: {}, seen: { ...validation, code: 'unknown_name' } },
    ],
  },
  memory: {
    args: () => [],
    rows: () => [
      { tool: 'search_nodes', args: { query: 'zzz' }, seen: { outcome: 'empty', readOnly: true } },
      {
        tool: 'add_observations',
        args: { observations: [{ entityName: 'q', contents: ['x'] }] },
        seen: { reported: 'error', outcome: 'error', category: 'business', code: 'not_found' },
      },
    ],
  },
  'sequential-thinking': {
    args: () => [],
    rows: () => [
      {
        tool: 'sequentialthinking',
        args: { thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
        seen: { outcome: 'ok', readOnly: true },
      },
      { tool: 'sequentialthinking', args: {}, seen: { ...validation, code: 'invalid_arguments' } },
    ],
  },
};

const cases = Object.keys(CLIENTS).flatMap((client) => Object.keys(SERVERS).map((server) => ({ client, server })));

describe.each(cases)('server-$server over stdio with $client', ({ client: clientName, server }) => {
  const require = createRequire(import.meta.url);
  let client: Connected;
  beforeAll(async () => {
    const file = join(dirname(require.resolve(`@modelcontextprotocol/server-${server}/package.json`)), 'dist/index.js');
    const args = [file, ...(SERVERS[server]?.args() ?? [])];
    client = (await CLIENTS[clientName]?.({ command: process.execPath, args, stderr: 'ignore' })) as Connected;
    await client.listTools();
  });
  afterAll(() => client.close());

  test('every call is one call, exactly as it happened', async () => {
    for (const { tool, args, seen } of SERVERS[server]?.rows() ?? []) {
      recorder.reset();
      await withConversation('c1', () => client.callTool({ name: tool, arguments: args })).catch(() => undefined);
      const { readOnly, ...rest } = seen;
      expect(recorder.calls()).toMatchObject([{ tool, session: 'c1', agent: 'tester', ...rest }]);
      const span = recorder.only(`tools/call ${tool}`);
      if (readOnly) expect(span.attributes['refrain.tool.read_only']).toBe(true);
      expect(span.attributes['network.transport']).toBe('pipe');
      expect(span.attributes['jsonrpc.request.id']).toEqual(expect.any(String));
    }
  });
});
