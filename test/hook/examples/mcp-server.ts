import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { instrumentMcpServer, mcp, startRefrain } from 'refrain/hook';
import { z } from 'zod';

startRefrain({ endpoint: 'http://localhost:4318', serviceName: 'orders-server' });
const orders = new Map([['42', { id: '42', total: 12 }]]);
const server = instrumentMcpServer(new McpServer({ name: 'orders', version: '1.0.0' }));

server.registerTool('get_order', { inputSchema: { id: z.string() } }, async ({ id }) => {
  const order = orders.get(id);
  return order ? mcp.success({ order }) : mcp.business({ code: 'not_found', description: `There is no order ${id}` });
});

await server.connect(new StdioServerTransport());
