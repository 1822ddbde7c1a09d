/** MCP TypeScript SDK, which writes no telemetry, with our hook around the client. */
import { instrumentMcpClient, withConversation } from '../../../../src/hook/index.ts';
import { bank, startTracing } from './shop.mjs';

const provider = startTracing();
const { client } = await bank(instrumentMcpClient);
const calls = [
  ['convert_currency', { amount: 12, to: 'EUR' }],
  ['get_rate', { currency: 'XAU' }],
  ['convert_currency', { amount: 'twelve' }],
  ['find_invoices', { customer: 'ada' }],
];
await withConversation('talk-1', async () => {
  for (const [name, args] of calls)
    await client.callTool({ name, arguments: args }).catch((error) => console.error(name, String(error)));
});
await client.close();
await provider.forceFlush();
process.exit(0);
