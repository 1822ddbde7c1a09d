/** A Mastra agent with Mastra's own OTLP exporter. */
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { OtelExporter } from '@mastra/otel-exporter';
import { z } from 'zod';
import { ask, bank, MODELS, TOOLS } from './shop.mjs';

const { client, tools: listed } = await bank();
const tools = {};
for (const [id, { description, parameter, run }] of Object.entries(TOOLS))
  tools[id] = createTool({
    id,
    description,
    inputSchema: z.object({ [parameter]: z.string() }),
    execute: ({ context }) => run(context),
  });
for (const { name, description } of listed)
  tools[name] = createTool({
    id: name,
    description,
    inputSchema: z.object({
      amount: z.number().optional(),
      to: z.string().optional(),
      currency: z.string().optional(),
    }),
    execute: ({ context }) => client.callTool({ name, arguments: context }),
  });
const scripted = (modelId) => ({
  specificationVersion: 'v2',
  provider: 'shop',
  modelId,
  supportedUrls: {},
  async doGenerate() {
    const { text, calls, input, output } = await ask(modelId);
    const content = calls.map((call) => ({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.name,
      input: call.arguments,
    }));
    return {
      content: calls.length > 0 ? content : [{ type: 'text', text }],
      finishReason: calls.length > 0 ? 'tool-calls' : 'stop',
      usage: { inputTokens: input, outputTokens: output, totalTokens: input + output },
      warnings: [],
    };
  },
  async doStream() {
    const { content, finishReason, usage } = await this.doGenerate();
    const parts = content.flatMap((part) =>
      part.type === 'text'
        ? [
            { type: 'text-start', id: 't' },
            { type: 'text-delta', id: 't', delta: part.text },
            { type: 'text-end', id: 't' },
          ]
        : [part],
    );
    const all = [{ type: 'stream-start', warnings: [] }, ...parts, { type: 'finish', finishReason, usage }];
    return { stream: ReadableStream.from(all) };
  },
});
const exporter = new OtelExporter({
  provider: { custom: { endpoint: `${process.env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`, protocol: 'http/protobuf' } },
});
const clerks = Object.fromEntries(
  MODELS.map((model) => [
    model,
    new Agent({ id: `clerk-${model}`, name: 'clerk', instructions: 'serve', model: scripted(model), tools }),
  ]),
);
const mastra = new Mastra({
  agents: clerks,
  observability: { configs: { shop: { serviceName: 'shop-agent', exporters: [exporter] } } },
});
for (const model of MODELS)
  await mastra
    .getAgent(model)
    .generate('go', {
      maxSteps: 20,
      tracingOptions: { metadata: { threadId: 'talk-1' } },
      memory: { thread: 'talk-1', resource: 'ada' },
    })
    .catch((error) => console.error(model, String(error)));
await client.close();
await mastra.observability?.shutdown?.();
await new Promise((resolve) => setTimeout(resolve, 6000));
process.exit(0);
