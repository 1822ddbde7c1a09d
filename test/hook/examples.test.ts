import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AIMessage } from '@langchain/core/messages';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Usage } from '@openai/agents-core';
import { MockLanguageModelV3 } from 'ai/test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Loopback, startLoopback } from './loopback.js';
import { type Recorder, startRecorder } from './support.js';

const examples = join(import.meta.dirname, 'examples');
const hook = join(import.meta.dirname, '../../src/hook/index.ts');
const RUN: Record<string, 'process' | 'import'> = {
  'mcp-client.ts': 'process',
  'mcp-server.ts': 'process',
  'any-function.ts': 'process',
  'ai-sdk.ts': 'import',
  'openai-agents.ts': 'import',
  'langgraph.ts': 'import',
  'claude-agent-sdk.ts': 'import',
  'mastra.ts': 'import',
  'guard.ts': 'import',
};

test('every example is run by a test', async () => {
  expect((await readdir(examples)).sort()).toEqual(Object.keys(RUN).sort());
});

describe('examples that are whole programs', () => {
  let loopback: Loopback;
  let folder: string;
  beforeAll(async () => {
    loopback = await startLoopback();
    folder = await mkdtemp(join(import.meta.dirname, 'programs', 'example-'));
  });
  beforeEach(() => {
    loopback.requests.length = 0;
  });
  afterAll(async () => {
    await loopback.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The example as it stands, with the address of this test's collector. */
  async function programOf(name: string): Promise<string> {
    const text = await readFile(join(examples, name), 'utf8');
    const file = join(folder, name);
    await writeFile(file, text.replace('http://localhost:4318', loopback.url).replace("'refrain/hook'", `'${hook}'`));
    return file;
  }

  async function run(name: string): Promise<number | null> {
    const child = spawn(process.execPath, ['--import', 'tsx', await programOf(name)], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  const sent = () => loopback.requests.map(({ body }) => body).join('\n');

  test('mcp-client.ts', async () => {
    expect(await run('mcp-client.ts')).toBe(0);
    expect(sent()).toContain('tools/call read_text_file');
    expect(sent()).toContain('conversation-1');
  });

  test('any-function.ts', async () => {
    expect(await run('any-function.ts')).toBe(0);
    expect(sent()).toContain('execute_tool get_weather');
    expect(sent()).toContain('connection_failed');
  });

  test('mcp-server.ts', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const args = ['--import', 'tsx', await programOf('mcp-server.ts')];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    const found = await client.callTool({ name: 'get_order', arguments: { id: '42' } });
    expect(found.structuredContent).toEqual({ order: { id: '42', total: 12 } });
    const missing = await client.callTool({ name: 'get_order', arguments: { id: '7' } });
    expect(missing).toMatchObject({ isError: true, structuredContent: { errorCode: 'not_found', isRetryable: false } });
    await client.close();
    await expect.poll(sent, { timeout: 10_000 }).toContain('tools/call get_order');
  });
});

describe('examples that are parts of a program', () => {
  let recorder: Recorder;
  beforeAll(() => {
    recorder = startRecorder();
  });
  beforeEach(() => recorder.reset());
  afterAll(() => recorder.stop());

  const calls = () => recorder.calls().map(({ tool, session }) => ({ tool, session }));

  test('ai-sdk.ts', async () => {
    const { answer } = await import('./examples/ai-sdk.js');
    let step = 0;
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    };
    const call = {
      type: 'tool-call' as const,
      toolCallId: 'c',
      toolName: 'search_orders',
      input: '{"customer":"ada"}',
    };
    const model = new MockLanguageModelV3({
      doGenerate: async () =>
        step++ === 0
          ? { content: [call], finishReason: { unified: 'tool-calls', raw: '' }, usage, warnings: [] }
          : {
              content: [{ type: 'text', text: 'none' }],
              finishReason: { unified: 'stop', raw: '' },
              usage,
              warnings: [],
            },
    });
    expect((await answer(model, 'c1', 'orders of ada?')).text).toBe('none');
    expect(calls()).toEqual([{ tool: 'search_orders', session: 'c1' }]);
  });

  test('openai-agents.ts', async () => {
    const { answer } = await import('./examples/openai-agents.js');
    let step = 0;
    const call = {
      type: 'function_call',
      callId: 'c',
      name: 'search_orders',
      arguments: '{"customer":"ada"}',
      status: 'completed',
    };
    const done = {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'none' }],
    };
    const model = { getResponse: async () => ({ usage: new Usage(), output: [step++ === 0 ? call : done] }) };
    expect((await answer(model as never, 'c2', 'orders of ada?')).finalOutput).toBe('none');
    expect(calls()).toEqual([{ tool: 'search_orders', session: 'c2' }]);
  });

  test('langgraph.ts', async () => {
    const { toolNode } = await import('./examples/langgraph.js');
    const tool_calls = [{ name: 'search_orders', args: { customer: 'ada' }, id: 'c', type: 'tool_call' as const }];
    const message = new AIMessage({ content: '', tool_calls });
    const { messages } = await toolNode.invoke({ messages: [message] }, { configurable: { thread_id: 'c3' } });
    expect(messages[0].content).toBe('{"customer":"ada","orders":[]}');
    expect(calls()).toEqual([{ tool: 'search_orders', session: 'c3' }]);
  });

  test('claude-agent-sdk.ts', async () => {
    const { options } = await import('./examples/claude-agent-sdk.js');
    const about = { hook_event_name: 'x', session_id: 'c4', tool_name: 'Read', tool_input: {}, tool_use_id: 't' };
    const { signal } = new AbortController();
    await options.hooks.PreToolUse[0]?.hooks[0]?.(about, 't', { signal });
    await options.hooks.PostToolUse[0]?.hooks[0]?.({ ...about, tool_response: 'text' }, 't', { signal });
    expect(calls()).toEqual([{ tool: 'Read', session: 'c4' }]);
  });

  test('mastra.ts', async () => {
    const { tools } = await import('./examples/mastra.js');
    await (tools.searchOrders.execute as (...args: unknown[]) => unknown)(
      { customer: 'ada' },
      { agent: { threadId: 'c5' } },
    );
    expect(calls()).toEqual([{ tool: 'search_orders', session: 'c5' }]);
  });

  test('guard.ts', async () => {
    const { callTool, systemPrompt } = await import('./examples/guard.js');
    expect(await callTool('get_order', { id: 1 })).toMatchObject({ success: true });
    expect(systemPrompt).toContain('# When a tool call fails');
  });
});
