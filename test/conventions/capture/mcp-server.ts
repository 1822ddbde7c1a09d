import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

/** The MCP server of the scenario: one tool that works, one that answers with an error. */
const server = new McpServer({ name: 'bank', version: '1.0.0' });
server.registerTool(
  'convert_currency',
  { description: 'Converts an amount', inputSchema: { amount: z.number(), to: z.string() } },
  async ({ amount, to }) => ({ content: [{ type: 'text', text: `${amount * 2} ${to}` }] }),
);
server.registerTool(
  'get_rate',
  { description: 'The rate of a currency', inputSchema: { currency: z.string() } },
  async ({ currency }) => ({
    content: [{ type: 'text', text: `Error 429: rate limit exceeded for ${currency}. Retry after 30 seconds` }],
    isError: true,
  }),
);
await server.connect(new StdioServerTransport());
