import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { instrumentMcpClient, startRefrain, withConversation } from 'refrain/hook';

startRefrain({ endpoint: 'http://localhost:4318', serviceName: 'my-agent' });
const client = instrumentMcpClient(new Client({ name: 'my-agent', version: '1.0.0' }), { guard: true });

await client.connect(new StdioClientTransport({ command: 'npx', args: ['mcp-server-filesystem', '.'] }));
await withConversation('conversation-1', () =>
  client.callTool({ name: 'read_text_file', arguments: { path: 'package.json' } }),
);
await client.close();
