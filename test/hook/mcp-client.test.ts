import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { instrumentMcpClient, withConversation } from '../../src/hook/index.js';
import { type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
let folder: string;
let client: Client;

beforeAll(async () => {
  recorder = startRecorder();
  folder = await mkdtemp(join(tmpdir(), 'refrain-hook-'));
  await writeFile(join(folder, 'a.txt'), 'hello');
  const require = createRequire(import.meta.url);
  const file = join(dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')), 'dist/index.js');
  client = instrumentMcpClient(new Client({ name: 'test', version: '1' }), { agentName: 'tester' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [file, folder], stderr: 'ignore' }));
});
beforeEach(() => recorder.reset());
afterAll(async () => {
  await client.close();
  await recorder.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('an instrumented client of the filesystem server', () => {
  test('a call that works is one client span with the attributes of the MCP conventions', async () => {
    const path = join(folder, 'a.txt');
    const result = await withConversation('c1', () => client.callTool({ name: 'read_text_file', arguments: { path } }));
    expect(result.isError).toBeFalsy();
    const span = recorder.only('tools/call read_text_file');
    expect(span.kind).toBe(SpanKind.CLIENT);
    expect(span.status.code).toBe(SpanStatusCode.UNSET);
    expect(span.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'read_text_file',
      'gen_ai.conversation.id': 'c1',
      'gen_ai.agent.name': 'tester',
      'mcp.server.name': 'secure-filesystem-server',
      'network.transport': 'pipe',
      'jsonrpc.request.id': expect.any(String),
      'gen_ai.tool.call.arguments': JSON.stringify({ path }),
    });
    expect(JSON.parse(String(span.attributes['gen_ai.tool.call.result']))).toMatchObject({
      content: [{ text: 'hello' }],
    });
  });

  test('an error result is an error span of type tool_error with the text of the server', async () => {
    const result = await client.callTool({ name: 'read_text_file', arguments: { path: join(folder, 'none') } });
    expect(result.isError).toBe(true);
    const span = recorder.only('tools/call read_text_file');
    expect(span.status).toMatchObject({ code: SpanStatusCode.ERROR, message: expect.stringContaining('ENOENT') });
    expect(span.attributes['error.type']).toBe('tool_error');
  });
});
