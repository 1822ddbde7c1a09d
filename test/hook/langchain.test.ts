import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { interrupt, MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { SpanStatusCode } from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { instrumentLangChainTools } from '../../src/hook/index.js';
import { INPUT, SEEN, SHOP, type ShopTool, TOOLS } from './shop.js';
import { type Recorder, startRecorder } from './support.js';

let recorder: Recorder;
beforeAll(() => {
  recorder = startRecorder();
});
beforeEach(() => recorder.reset());
afterAll(() => recorder.stop());

const schema = z.object({ customer: z.string() });
const shopTools = () =>
  TOOLS.map(
    (name) => tool((input) => SHOP[name](input), { name, description: name, schema }) as StructuredToolInterface,
  );

/** An agent graph whose model asks for the given turns of calls, one after the other, and then says it is done. */
function graphOf(turns: readonly (readonly string[])[], tools: StructuredToolInterface[]) {
  let turn = 0;
  const model = async (): Promise<{ messages: BaseMessage[] }> => {
    const names = turns[turn++] ?? [];
    const tool_calls = names.map((name, i) => ({
      name,
      args: INPUT,
      id: `call_${turn}_${i}`,
      type: 'tool_call' as const,
    }));
    return { messages: [new AIMessage({ content: names.length > 0 ? '' : 'done', tool_calls })] };
  };
  return new StateGraph(MessagesAnnotation)
    .addNode('model', model)
    .addNode('tools', new ToolNode(tools))
    .addEdge('__start__', 'model')
    .addConditionalEdges('model', ({ messages }) => {
      const last = messages.at(-1);
      return last instanceof AIMessage && (last.tool_calls?.length ?? 0) > 0 ? 'tools' : '__end__';
    })
    .addEdge('tools', 'model')
    .compile({ checkpointer: new MemorySaver() });
}

const run = (turns: string[][], tools = instrumentLangChainTools(shopTools())) =>
  graphOf(turns, tools).invoke({ messages: [new HumanMessage('go')] }, { configurable: { thread_id: 't1' } });

describe('LangGraph tools', () => {
  test.each(TOOLS)('%s is one call, exactly as it happened', async (name: ShopTool) => {
    await run([[name]]);
    const calls = recorder.calls();
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ ...SEEN[name], tool: name, session: 't1', callId: 'call_1_0' });
  });

  test('arguments that do not fit are a call that failed by validation', async () => {
    const strict = tool(async () => 'never', {
      name: 'strict',
      description: 's',
      schema: z.object({ amount: z.number() }),
    }) as unknown as StructuredToolInterface;
    await run([['strict']], instrumentLangChainTools([strict]));
    expect(recorder.calls()).toMatchObject([
      { tool: 'strict', reported: 'error', outcome: 'error', category: 'validation' },
    ]);
  });

  test('an interrupt steers the graph and is no failure', async () => {
    const ask = tool(() => interrupt('may I?'), { name: 'ask', description: 'a', schema }) as StructuredToolInterface;
    const state = await run([['ask']], instrumentLangChainTools([ask]));
    expect(state).toHaveProperty('__interrupt__');
    expect(recorder.only('execute_tool ask').status.code).toBe(SpanStatusCode.UNSET);
  });

  test('the messages are those of an agent without the hook', async () => {
    const contents = ({ messages }: { messages: BaseMessage[] }) => messages.map(({ content }) => content);
    const plain = contents(await run([TOOLS, ['find_orders']], shopTools()));
    expect(contents(await run([TOOLS, ['find_orders']]))).toEqual(plain);
    expect(recorder.calls()).toHaveLength(TOOLS.length + 1);
  });
});
