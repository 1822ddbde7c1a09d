/** Vercel AI SDK (6 and 7) with its own telemetry. */
import { dynamicTool, generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { ask, bank, MODELS, startTracing, TOOLS } from './shop.mjs';

const provider = startTracing();
const seven = await import('@ai-sdk/otel').catch(() => undefined);
if (seven) {
  const { registerTelemetry } = await import('ai');
  registerTelemetry(new seven.OpenTelemetry());
}
const usage = ({ input, output }) => ({
  inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: output, text: output, reasoning: 0 },
});
const { client, tools } = await bank();
const shop = Object.fromEntries(
  Object.entries(TOOLS).map(([name, { description, parameter, run }]) => [
    name,
    tool({ description, inputSchema: z.object({ [parameter]: z.string() }), execute: run }),
  ]),
);
for (const { name, description, inputSchema } of tools)
  shop[name] = dynamicTool({
    description,
    inputSchema: jsonSchema(inputSchema),
    execute: (args) => client.callTool({ name, arguments: args }),
  });
for (const modelId of MODELS) {
  const model = {
    specificationVersion: 'v3',
    provider: 'shop',
    modelId,
    supportedUrls: {},
    async doGenerate() {
      const answer = await ask(modelId);
      const calls = answer.calls.map((call) => ({
        type: 'tool-call',
        toolCallId: call.id,
        toolName: call.name,
        input: call.arguments,
      }));
      return {
        content: calls.length > 0 ? calls : [{ type: 'text', text: answer.text }],
        finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: '' },
        usage: usage(answer),
        warnings: [],
      };
    },
  };
  const telemetry = { isEnabled: true, functionId: 'clerk', metadata: { sessionId: 'talk-1' } };
  await generateText({
    model,
    tools: shop,
    prompt: 'go',
    stopWhen: stepCountIs(20),
    ...(seven
      ? { telemetry: { ...telemetry, recordInputs: true, recordOutputs: true } }
      : { experimental_telemetry: telemetry }),
  }).catch((error) => console.error(modelId, String(error)));
}
await client.close();
await provider.forceFlush();
process.exit(0);
