import { Agent, type Model, type ModelResponse, Runner, tool, Usage } from '@openai/agents-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { instrumentAgent, instrumentAgentTools, withConversation } from '../../src/hook/index.js';
import { INPUT, SEEN, SHOP, type ShopTool, TOOLS } from './shop.js';
import { type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
beforeAll(() => {
  recorder = startRecorder();
});
beforeEach(() => recorder.reset());
afterAll(() => recorder.stop());

/** A model that asks for the given turns of calls, one after the other, and then says it is done. */
function scripted(turns: readonly (readonly string[])[]): Model {
  let turn = 0;
  const answer = async (): Promise<ModelResponse> => {
    const calls = turns[turn++] ?? [];
    const asked = calls.map((name, i) => ({
      type: 'function_call' as const,
      callId: `call_${turn}_${i}`,
      name,
      arguments: JSON.stringify(INPUT),
      status: 'completed' as const,
    }));
    const done = {
      type: 'message' as const,
      role: 'assistant' as const,
      status: 'completed' as const,
      content: [{ type: 'output_text' as const, text: 'done' }],
    };
    return { usage: new Usage(), output: asked.length > 0 ? asked : [done] };
  };
  return {
    getResponse: answer,
    // biome-ignore lint/correctness/useYield: streaming is not used here.
    async *getStreamedResponse() {
      throw new Error('not streamed');
    },
  };
}

const parameters = z.object({ customer: z.string() });
const tools = () =>
  TOOLS.map((name) => tool({ name, description: name, parameters, execute: (input) => SHOP[name](input) as never }));

const runner = new Runner({ tracingDisabled: true });
const run = (turns: string[][], instrument = true) => {
  const agent = new Agent({ name: 'clerk', model: scripted(turns), tools: tools() });
  return withConversation('c1', () => runner.run(instrument ? instrumentAgent(agent) : agent, 'go', { maxTurns: 40 }));
};

describe('OpenAI Agents tools', () => {
  test.each(TOOLS)('%s is one call, exactly as it happened', async (name: ShopTool) => {
    await run([[name]]);
    const calls = recorder.calls();
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ ...SEEN[name], tool: name, session: 'c1', agent: 'clerk', callId: 'call_1_0' });
  });

  test('arguments that do not fit are a call that failed by validation', async () => {
    const strict = tool({
      name: 'strict',
      description: 's',
      parameters: z.object({ amount: z.number() }),
      execute: async () => 'never',
    });
    const agent = new Agent({ name: 'clerk', model: scripted([['strict']]), tools: instrumentAgentTools([strict]) });
    await runner.run(agent, 'go');
    expect(recorder.calls()).toMatchObject([
      { tool: 'strict', reported: 'error', outcome: 'error', category: 'validation' },
    ]);
  });

  test('a tool that two agents share is instrumented once for each', async () => {
    const shared = tools();
    const agents = ['clerk', 'manager'].map((name) =>
      instrumentAgent(new Agent({ name, model: scripted([['find_orders']]), tools: shared })),
    );
    for (const agent of agents) await runner.run(agent, 'go');
    for (const agent of agents) instrumentAgent(agent);
    expect(recorder.calls().map(({ agent }) => agent)).toEqual(['clerk', 'manager']);
  });

  test('the run ends as it would without the hook', async () => {
    const [plain, watched] = [await run([TOOLS, ['find_orders']], false), await run([TOOLS, ['find_orders']])];
    expect(watched.finalOutput).toBe(plain.finalOutput);
    expect(watched.newItems.map((item) => item.toJSON())).toEqual(plain.newItems.map((item) => item.toJSON()));
    expect(recorder.calls()).toHaveLength(TOOLS.length + 1);
  });
});
