import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { tool as langChainTool, type StructuredToolInterface } from '@langchain/core/tools';
import { MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Agent, tool as agentTool, type Model, type ModelResponse, Runner, Usage } from '@openai/agents-core';
import { tool as aiTool, generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import {
  claudeHooks,
  type Guard,
  instrumentAgent,
  instrumentAiTools,
  instrumentLangChainTools,
  instrumentMcpClient,
  instrumentTool,
  withConversation,
} from '../../src/hook/index.js';
import { serveOverHttp } from './http-server.js';
import { INPUT, type Input } from './shop.js';

/** What a scripted model does next, given the text of the latest tool result. */
export type Script = (step: number, latest: string | undefined) => 'call' | 'stop';
export type Tool = (input: Input) => Promise<unknown>;

/** Runs one tool under a script. Returns how often the model was asked. */
export type Driver = (tool: Tool, script: Script, guard: Guard | false) => Promise<number>;

const schema = z.object({ customer: z.string() });
const NAME = 'lookup';
/** Steps that every framework is allowed: the script stops before. */
const STEPS = 60;

let conversation = 0;
const inConversation = <T>(run: () => T) => withConversation(`loop-${++conversation}`, run);

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

const aiSdk: Driver = async (run, script, guard) => {
  let step = 0;
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1);
      const next = script(step++, last?.role === 'tool' ? JSON.stringify(last.content) : undefined);
      if (next === 'stop')
        return {
          content: [{ type: 'text', text: 'done' }],
          finishReason: { unified: 'stop', raw: '' },
          usage,
          warnings: [],
        };
      const call = {
        type: 'tool-call' as const,
        toolCallId: `call_${step}`,
        toolName: NAME,
        input: JSON.stringify(INPUT),
      };
      return { content: [call], finishReason: { unified: 'tool-calls', raw: '' }, usage, warnings: [] };
    },
  });
  const tools = {
    [NAME]: aiTool({ inputSchema: schema, execute: async (input: Input): Promise<unknown> => run(input) }),
  };
  await inConversation(() =>
    generateText({ model, tools: instrumentAiTools(tools, { guard }), prompt: 'go', stopWhen: stepCountIs(STEPS) }),
  );
  return step;
};

const openaiAgents: Driver = async (run, script, guard) => {
  let step = 0;
  const model: Model = {
    async getResponse({ input }): Promise<ModelResponse> {
      const last = Array.isArray(input) ? input.at(-1) : undefined;
      const next = script(step++, last?.type === 'function_call_result' ? JSON.stringify(last.output) : undefined);
      const call = {
        type: 'function_call' as const,
        callId: `call_${step}`,
        name: NAME,
        arguments: JSON.stringify(INPUT),
      };
      const done = {
        type: 'message' as const,
        role: 'assistant' as const,
        status: 'completed' as const,
        content: [{ type: 'output_text' as const, text: 'done' }],
      };
      return { usage: new Usage(), output: next === 'stop' ? [done] : [{ ...call, status: 'completed' as const }] };
    },
    // biome-ignore lint/correctness/useYield: streaming is not used here.
    async *getStreamedResponse() {
      throw new Error('not streamed');
    },
  };
  const tool = agentTool({
    name: NAME,
    description: NAME,
    parameters: schema,
    execute: (input) => run(input) as never,
  });
  const agent = instrumentAgent(new Agent({ name: 'looper', model, tools: [tool] }), { guard });
  await inConversation(() => new Runner({ tracingDisabled: true }).run(agent, 'go', { maxTurns: STEPS }));
  return step;
};

const langGraph: Driver = async (run, script, guard) => {
  let step = 0;
  const model = async ({ messages }: { messages: BaseMessage[] }) => {
    const last = messages.at(-1);
    const next = script(step++, last?.getType() === 'tool' ? String(last.content) : undefined);
    const call = { name: NAME, args: INPUT, id: `call_${step}`, type: 'tool_call' as const };
    return { messages: [new AIMessage({ content: '', tool_calls: next === 'stop' ? [] : [call] })] };
  };
  const tool = langChainTool(run, { name: NAME, description: NAME, schema }) as StructuredToolInterface;
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', model)
    .addNode('tools', new ToolNode(instrumentLangChainTools([tool], { guard })))
    .addEdge('__start__', 'model')
    .addConditionalEdges('model', ({ messages }) =>
      (messages.at(-1) as AIMessage).tool_calls?.length ? 'tools' : '__end__',
    )
    .addEdge('tools', 'model')
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: `loop-${++conversation}` }, recursionLimit: 2 * STEPS + 2 };
  await graph.invoke({ messages: [new HumanMessage('go')] }, config);
  return step;
};

const ownLoop: Driver = async (run, script, guard) => {
  let step = 0;
  let latest: string | undefined;
  const tool = instrumentTool(NAME, run, { guard: guard || undefined } as never);
  await inConversation(async () => {
    while (script(step++, latest) === 'call') latest = await tool(INPUT).then(JSON.stringify, String);
  });
  return step;
};

const mcpClient: Driver = async (run, script, guard) => {
  let step = 0;
  let latest: string | undefined;
  const server = await serveOverHttp(() => {
    const made = new McpServer({ name: 'loop', version: '1' });
    made.registerTool(NAME, { inputSchema: { customer: z.string() } }, async (input) => {
      const answer = await run(input);
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], isError: isFailure(answer) };
    });
    return made;
  });
  const client = instrumentMcpClient(new Client({ name: 'looper', version: '1' }), { guard });
  await client.connect(new StreamableHTTPClientTransport(server.url) as never);
  await inConversation(async () => {
    while (script(step++, latest) === 'call')
      latest = JSON.stringify(await client.callTool({ name: NAME, arguments: { ...INPUT } }));
  });
  await client.close();
  await server.close();
  return step;
};

function isFailure(answer: unknown): boolean {
  return (answer as { success?: boolean } | undefined)?.success === false;
}

const claude: Driver = async (run, script, guard) => {
  let step = 0;
  let latest: string | undefined;
  const hooks = claudeHooks({ guard });
  const session_id = `loop-${++conversation}`;
  const fire = async (event: 'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure', more: object = {}) => {
    const input = { hook_event_name: event, session_id, tool_name: NAME, tool_input: INPUT, ...more };
    return hooks[event][0]?.hooks[0]?.(input, `toolu_${step}`, { signal: new AbortController().signal });
  };
  while (script(step++, latest) === 'call') {
    const before = await fire('PreToolUse');
    latest = before?.hookSpecificOutput?.permissionDecisionReason;
    if (latest !== undefined) continue;
    const [answer, error] = await run(INPUT).then(
      (value) => [value, undefined],
      (reason: unknown) => [undefined, String(reason)],
    );
    latest = JSON.stringify(answer) ?? error;
    if (error === undefined) await fire('PostToolUse', { tool_response: answer });
    else await fire('PostToolUseFailure', { error });
  }
  return step;
};

/** One driver per framework that can be installed here. */
export const DRIVERS: Readonly<Record<string, Driver>> = {
  'AI SDK': aiSdk,
  'OpenAI Agents': openaiAgents,
  LangGraph: langGraph,
  'MCP client over HTTP': mcpClient,
  'Claude Agent SDK hooks': claude,
  'own loop': ownLoop,
};
