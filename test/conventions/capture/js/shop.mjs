/** The tools of the scenario and the exporter, shared by all capture scripts for JavaScript. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const FORBIDDEN = {
  success: false,
  data: null,
  error_code: 'PERMISSION_DENIED',
  error_message: 'Only the owner may cancel this order',
  retry_recommended: false,
};

/** Each with its description, its one parameter, and what it does. */
export const TOOLS = {
  find_orders: {
    description: 'Finds the orders of a customer',
    parameter: 'customer',
    run: async ({ customer }) => JSON.stringify({ orders: [{ id: 'A7', total: 12 }], customer }),
  },
  cancel_order: { description: 'Cancels an order', parameter: 'order', run: async () => JSON.stringify(FORBIDDEN) },
  get_stock: {
    description: 'How many are in stock',
    parameter: 'sku',
    run: async ({ sku }) => {
      throw new Error(`connect ECONNREFUSED 127.0.0.1:9 while looking up ${sku}`);
    },
  },
  search_refunds: { description: 'Searches the refunds of a customer', parameter: 'customer', run: async () => '[]' },
  get_price: {
    description: 'The price of an article',
    parameter: 'sku',
    run: async ({ sku }) => JSON.stringify({ sku, price: 3 }),
  },
};

/** Command and arguments of the MCP server. */
export const [MCP_COMMAND, ...MCP_ARGS] = JSON.parse(process.env.SHOP_MCP ?? '[""]');

/** The names of the models to play, from the command line. */
export const MODELS = process.argv.slice(2);

/** A registered tracer provider that exports over OTLP. */
export function startTracing() {
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
  provider.register();
  return provider;
}

/** Asks the scripted model outside any framework. */
export async function ask(model) {
  const response = await fetch(`${process.env.OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages: [] }),
  });
  const { choices, usage } = await response.json();
  const { content, tool_calls = [] } = choices[0].message;
  const calls = tool_calls.map((call) => ({
    id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
  }));
  return { text: content ?? '', calls, input: usage.prompt_tokens, output: usage.completion_tokens };
}

/** A connected MCP client and the tools that the server lists. */
export async function bank(instrument = (client) => client) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const client = instrument(new Client({ name: 'shop', version: '1.0.0' }));
  await client.connect(new StdioClientTransport({ command: MCP_COMMAND, args: MCP_ARGS }));
  const { tools } = await client.listTools();
  return { client, tools };
}
