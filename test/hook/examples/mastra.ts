import { instrumentMastraTools, startRefrain } from 'refrain/hook';

startRefrain({ endpoint: 'http://localhost:4318', serviceName: 'my-agent' });

/** Stands for `createTool({ … })` of @mastra/core. */
const searchOrders = {
  id: 'search_orders',
  execute: async ({ customer }: { customer: string }) => ({ customer, orders: [] }),
};

/** Options for `new Agent({ …, tools })`. The conversation is the thread of the agent's memory. */
export const tools = instrumentMastraTools({ searchOrders }, { guard: true });
