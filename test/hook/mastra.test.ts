import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { instrumentMastraTools } from '../../src/hook/index.js';
import { INPUT, type Input, SEEN, SHOP, type ShopTool, TOOLS } from './shop.js';
import { type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
beforeAll(() => {
  recorder = startRecorder();
});
beforeEach(() => recorder.reset());
afterAll(() => recorder.stop());

const messages = [{ role: 'user', content: 'go' }];

/** How the agent of each major line of Mastra calls a tool's `execute`. */
const LINES = {
  '0.x': {
    make: (name: ShopTool) => ({ id: name, execute: async ({ context }: { context: Input }) => SHOP[name](context) }),
    first: { context: INPUT, runtimeContext: {}, threadId: 't1', runId: 'r1' },
    second: { toolCallId: 'call_1', messages },
  },
  '1.x': {
    make: (name: ShopTool) => ({ id: name, execute: async (input: Input) => SHOP[name](input) }),
    first: INPUT,
    second: { agent: { agentId: 'clerk', toolCallId: 'call_1', threadId: 't1', messages } },
  },
};

describe.each(Object.entries(LINES))('Mastra %s tools', (_, { make, first, second }) => {
  test.each(TOOLS)('%s is one call, exactly as it happened', async (name) => {
    const tools = instrumentMastraTools({ [name]: make(name) });
    const execute = tools[name]?.execute as (...args: unknown[]) => Promise<unknown>;
    await execute(first, second).catch(() => undefined);
    expect(recorder.calls()).toMatchObject([{ ...SEEN[name], tool: name, session: 't1', callId: 'call_1' }]);
    expect(recorder.only(`execute_tool ${name}`).attributes['gen_ai.tool.call.arguments']).toBe(JSON.stringify(INPUT));
  });

  test('the guard answers in the flat envelope', async () => {
    const tools = instrumentMastraTools({ cancel_order: make('cancel_order') }, { guard: true });
    const execute = tools['cancel_order']?.execute as (...args: unknown[]) => Promise<unknown>;
    await execute(first, second);
    expect(await execute(first, second)).toMatchObject({
      success: false,
      refused: true,
      error_code: 'permission_denied',
    });
  });
});
