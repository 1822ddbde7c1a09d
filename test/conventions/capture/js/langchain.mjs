/** LangGraph's prebuilt agent under OpenInference, OpenLLMetry or LangSmith (first argument). */
import * as callbacks from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';
import { ask, bank, MODELS, startTracing, TOOLS } from './shop.mjs';

const [watcher, ...models] = MODELS;
const provider = startTracing();
if (watcher === 'openinference') {
  const { LangChainInstrumentation } = await import('@arizeai/openinference-instrumentation-langchain');
  const watching = new LangChainInstrumentation({ tracerProvider: provider });
  watching.manuallyInstrument(callbacks);
} else if (watcher === 'openllmetry') {
  const { LangChainInstrumentation } = await import('@traceloop/instrumentation-langchain');
  const watching = new LangChainInstrumentation();
  watching.setTracerProvider(provider);
  watching.manuallyInstrument({ callbackManagerModule: callbacks });
} else {
  process.env.LANGSMITH_TRACING = 'true';
  process.env.LANGSMITH_OTEL_ENABLED = 'true';
  process.env.LANGSMITH_OTEL_ONLY = 'true';
  const { initializeOTEL } = await import('langsmith/experimental/otel/setup');
  initializeOTEL({ globalTracerProvider: provider });
}

class Scripted extends BaseChatModel {
  constructor(model) {
    super({});
    this.model = model;
  }
  _llmType() {
    return 'scripted';
  }
  bindTools() {
    return this;
  }
  async _generate() {
    const { text, calls, input, output } = await ask(this.model);
    const tool_calls = calls.map(({ id, name, arguments: args }) => ({
      id,
      name,
      args: JSON.parse(args),
      type: 'tool_call',
    }));
    const usage_metadata = { input_tokens: input, output_tokens: output, total_tokens: input + output };
    return { generations: [{ text, message: new AIMessage({ content: text, tool_calls, usage_metadata }) }] };
  }
}

const { client, tools: listed } = await bank();
const tools = Object.entries(TOOLS).map(([name, { description, parameter, run }]) =>
  tool(run, { name, description, schema: z.object({ [parameter]: z.string() }) }),
);
for (const { name, description, inputSchema } of listed)
  tools.push(
    tool(
      async (args) => {
        const { content, isError } = await client.callTool({ name, arguments: args });
        if (isError) throw new Error(content[0].text);
        return content[0].text;
      },
      { name, description, schema: inputSchema },
    ),
  );
for (const model of models) {
  const agent = createReactAgent({ llm: new Scripted(model), tools, name: 'clerk' });
  await agent
    .invoke({ messages: [['user', 'go']] }, { configurable: { thread_id: 'talk-1' }, recursionLimit: 50 })
    .catch((error) => console.error(model, String(error)));
}
await client.close();
await new Promise((resolve) => setTimeout(resolve, 500));
await provider.forceFlush();
process.exit(0);
