import { Agent, type Model, Runner, tool } from '@openai/agents-core';
import { instrumentAgent, startRefrain, withConversation } from 'refrain/hook';
import { z } from 'zod';

startRefrain({ endpoint: 'http://localhost:4318', serviceName: 'my-agent' });

const searchOrders = tool({
  name: 'search_orders',
  description: 'Finds the orders of a customer',
  parameters: z.object({ customer: z.string() }),
  execute: async ({ customer }) => ({ customer, orders: [] }),
});

/** Answers one message of a conversation. */
export const answer = (model: Model, conversation: string, prompt: string) => {
  const agent = instrumentAgent(new Agent({ name: 'clerk', model, tools: [searchOrders] }), { guard: true });
  return withConversation(conversation, () => new Runner({ tracingDisabled: true }).run(agent, prompt));
};
