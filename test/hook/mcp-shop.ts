import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { mcp } from '../../src/hook/index.js';
import type { ShopTool } from './shop.js';

const RESULTS: Record<ShopTool, () => object> = {
  find_orders: () => mcp.success({ orders: [{ id: 7, total: 12 }] }, { resultCount: 1 }),
  find_refunds: () => mcp.empty({ what: 'refunds' }),
  get_stock: () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
  },
  get_prices: () => mcp.transient({ code: 'rate_limited', description: 'Too many requests', retryAfterMs: 30_000 }),
  cancel_order: () => mcp.permission({ description: 'Only the owner may cancel this order' }),
};

/** The shop as a server of the official SDK, its results made with the builders. */
export function shopServer(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  for (const [name, result] of Object.entries(RESULTS))
    server.registerTool(
      name,
      { description: name, inputSchema: { customer: z.string() } },
      async () => result() as never,
    );
  return server;
}
