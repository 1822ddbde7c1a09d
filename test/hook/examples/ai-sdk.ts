import { generateText, type LanguageModel, stepCountIs, tool } from 'ai';
import { instrumentAiTools, startRefrain, withConversation } from 'refrain/hook';
import { z } from 'zod';

startRefrain({ endpoint: 'http://localhost:4318', serviceName: 'my-agent' });

const tools = instrumentAiTools(
  {
    search_orders: tool({
      inputSchema: z.object({ customer: z.string() }),
      execute: async ({ customer }) => ({ customer, orders: [] }),
    }),
  },
  { guard: true },
);

/** Answers one message of a conversation. */
export const answer = (model: LanguageModel, conversation: string, prompt: string) =>
  withConversation(conversation, () => generateText({ model, tools, prompt, stopWhen: stepCountIs(20) }));
