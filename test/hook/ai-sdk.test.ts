import { SpanStatusCode, trace } from '@opentelemetry/api';
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { instrumentAiTools, withConversation } from '../../src/hook/index.js';
import { INPUT, type Input, SEEN, SHOP, type ShopTool, TOOLS } from './shop.js';
import { factsOf, type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
beforeAll(() => {
  recorder = startRecorder();
});
beforeEach(() => recorder.reset());
afterAll(() => recorder.stop());

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** A model that asks for the given turns of calls, one after the other, and then says it is done. */
function scripted(turns: readonly (readonly string[])[]) {
  let turn = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const calls = turns[turn++] ?? [];
      const content = calls.map((toolName, i) => ({
        type: 'tool-call' as const,
        toolCallId: `call_${turn}_${i}`,
        toolName,
        input: JSON.stringify(INPUT),
      }));
      if (content.length === 0)
        return {
          content: [{ type: 'text', text: 'done' }],
          finishReason: { unified: 'stop', raw: '' },
          usage,
          warnings: [],
        };
      return { content, finishReason: { unified: 'tool-calls', raw: '' }, usage, warnings: [] };
    },
  });
}

const toolset = () =>
  Object.fromEntries(
    TOOLS.map((name) => [
      name,
      tool({
        description: name,
        inputSchema: z.object({ customer: z.string() }),
        execute: async (input: Input): Promise<unknown> => SHOP[name](input),
      }),
    ]),
  );

const run = (turns: string[][], telemetry: boolean, tools = instrumentAiTools(toolset())) =>
  withConversation('c1', () =>
    generateText({
      model: scripted(turns),
      tools,
      prompt: 'go',
      stopWhen: stepCountIs(40),
      experimental_telemetry: { isEnabled: telemetry },
    }),
  );

describe.each([false, true])('AI SDK tools, with its own telemetry %s', (telemetry) => {
  test.each(TOOLS)('%s is one call, exactly as it happened', async (name: ShopTool) => {
    await run([[name]], telemetry);
    const calls = recorder.calls();
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ ...SEEN[name], tool: name, session: 'c1', callId: 'call_1_0' });
  });

  test('parallel calls are as many calls', async () => {
    await run([['find_orders', 'find_orders'], ['find_refunds']], telemetry);
    expect(recorder.calls().map(({ tool: name }) => name)).toEqual(['find_orders', 'find_orders', 'find_refunds']);
  });
});

describe('AI SDK tools', () => {
  test('the framework span is enriched and no second one is made', async () => {
    await run([['get_prices']], true);
    expect(recorder.spans().map(({ name }) => name)).not.toContain('execute_tool get_prices');
    const span = recorder.only('ai.toolCall');
    expect(span.status.code).toBe(SpanStatusCode.UNSET);
    expect(span.attributes).toMatchObject({
      errorCategory: 'transient',
      isRetryable: true,
      'refrain.retry_after_ms': 30_000,
      'gen_ai.conversation.id': 'c1',
    });
  });

  test('the tools given stay as they are', () => {
    const given = toolset();
    const before = given['find_orders']?.execute;
    const made = instrumentAiTools(given);
    expect(given['find_orders']?.execute).toBe(before);
    expect(made['find_orders']?.description).toBe('find_orders');
  });

  test('a streaming tool streams the same parts, and its last part is the result', async () => {
    const tools = instrumentAiTools({
      count: tool({
        inputSchema: z.object({ customer: z.string() }),
        async *execute() {
          yield { n: 1 };
          expect(trace.getActiveSpan()).toBeDefined();
          yield { n: 2 };
        },
      }),
    });
    const result = await run([['count']], false, tools as never);
    expect(result.steps[0]?.toolResults.map(({ output }) => output)).toEqual([{ n: 2 }]);
    expect(factsOf(recorder.calls()[0] as never)).toEqual({ tool: 'count', reported: 'unset', outcome: 'ok' });
    expect(recorder.only('execute_tool count').attributes['gen_ai.tool.call.result']).toBe('{"n":2}');
  });
});
