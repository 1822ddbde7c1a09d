/** OpenAI Agents (js) with our hook around its tools: the SDK itself writes no OpenTelemetry. */
import { Agent, MCPServerStdio, Runner, setTracingDisabled, tool, Usage } from '@openai/agents-core';
import { z } from 'zod';
import { instrumentAgent, withConversation } from '../../../../src/hook/index.ts';
import { ask, MCP_ARGS, MCP_COMMAND, MODELS, startTracing, TOOLS } from './shop.mjs';

const provider = startTracing();
setTracingDisabled(true);
const server = new MCPServerStdio({ name: 'bank', command: MCP_COMMAND, args: MCP_ARGS });
await server.connect();
const tools = Object.entries(TOOLS).map(([name, { description, parameter, run }]) =>
  tool({ name, description, parameters: z.object({ [parameter]: z.string() }), execute: run }),
);
for (const name of MODELS) {
  const model = {
    async getResponse() {
      const { text, calls, input, output } = await ask(name);
      const done = {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text }],
      };
      const asks = calls.map((call) => ({
        type: 'function_call',
        callId: call.id,
        name: call.name,
        arguments: call.arguments,
        status: 'completed',
      }));
      return {
        usage: new Usage({ inputTokens: input, outputTokens: output, totalTokens: input + output }),
        output: asks.length > 0 ? asks : [done],
      };
    },
    async *getStreamedResponse() {},
  };
  const agent = instrumentAgent(new Agent({ name: 'clerk', model, tools, mcpServers: [server] }));
  await withConversation('talk-1', () => new Runner().run(agent, 'go', { maxTurns: 20 })).catch((error) =>
    console.error(name, String(error)),
  );
}
await server.close();
await provider.forceFlush();
process.exit(0);
