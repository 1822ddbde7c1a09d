import { tool } from '@langchain/core/tools';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { instrumentLangChainTools, startRefrain } from 'refrain/hook';
import { z } from 'zod';

startRefrain({ endpoint: 'http://localhost:4318', serviceName: 'my-agent' });

const searchOrders = tool(async ({ customer }) => ({ customer, orders: [] }), {
  name: 'search_orders',
  description: 'Finds the orders of a customer',
  schema: z.object({ customer: z.string() }),
});

/** The tools node of a graph. The conversation is the graph's own `thread_id`. */
export const toolNode = new ToolNode(instrumentLangChainTools([searchOrders], { guard: true }));
