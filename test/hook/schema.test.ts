import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, test } from 'vitest';
import { flat, flatSchema, MCP_FAILURE_SCHEMA, mcp, mcpOutputSchema, transientFailure } from '../../src/hook/index.js';

const orders = { type: 'object', properties: { orders: { type: 'array' } }, required: ['orders'] };
const failure = transientFailure({ description: 'Down' });
const parts = { succeeded: [1], attempted: ['1', '2'], failed: [{ item: '2', failure }] } as const;

const mcpResults = {
  success: mcp.success({ orders: [1] }, { resultCount: 1 }),
  empty: mcp.empty({ what: 'orders' }),
  transient: mcp.transient({ description: 'Busy', retryAfterMs: 500 }),
  validation: mcp.validation({ description: 'Bad', fields: [{ field: 'id', problem: 'is no number' }] }),
  business: mcp.business({ description: 'Closed' }),
  permission: mcp.permission({ description: 'No' }),
  partial: mcp.partial(parts),
};

const validator = new AjvJsonSchemaValidator();
const accepts = (schema: object, value: unknown) => validator.getValidator(schema as never)(value).valid;

describe('mcpOutputSchema', () => {
  test.each(Object.entries(mcpResults))('accepts what mcp.%s builds', (_, { structuredContent }) => {
    expect(accepts(mcpOutputSchema(orders), structuredContent)).toBe(true);
  });

  test.each<[string, object]>([
    ['a permission error that is retryable', { errorCategory: 'permission', isRetryable: true, description: 'x' }],
    ['a transient error that is not', { errorCategory: 'transient', isRetryable: false, description: 'x' }],
    [
      'a wait for a business error',
      { errorCategory: 'business', isRetryable: false, description: 'x', retryAfterSeconds: 1 },
    ],
    ['an error without description', { errorCategory: 'business', isRetryable: false }],
  ])('refuses %s', (_, structure) => {
    expect(accepts(MCP_FAILURE_SCHEMA, structure)).toBe(false);
    expect(accepts(mcpOutputSchema(orders), structure)).toBe(false);
  });

  test('refuses a success without its data', () => {
    expect(accepts(mcpOutputSchema(orders), { other: 1 })).toBe(false);
  });

  test('a client that holds results against the schema takes all of them', async () => {
    const server = new Server({ name: 'built', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: Object.keys(mcpResults).map((name) => ({
        name,
        inputSchema: { type: 'object' as const },
        outputSchema: mcpOutputSchema(orders),
      })),
    }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => mcpResults[params.name as keyof typeof mcpResults]);
    const client = new Client({ name: 'test', version: '1' });
    const [left, right] = InMemoryTransport.createLinkedPair();
    await server.connect(left);
    await client.connect(right);
    await client.listTools();
    for (const [name, { structuredContent, isError }] of Object.entries(mcpResults))
      expect(await client.callTool({ name, arguments: {} })).toMatchObject({ structuredContent, isError });
    await client.close();
  });
});

describe('flatSchema', () => {
  test.each<[string, unknown]>([
    ['success', flat.success({ orders: [1] })],
    ['empty', flat.empty({ data: { orders: [] } })],
    ['transient', flat.transient({ description: 'Busy', retryAfterMs: 500 })],
    ['validation', flat.validation({ description: 'Bad' })],
    ['business', flat.business({ description: 'Closed' })],
    ['permission', flat.permission({ description: 'No' })],
  ])('accepts what flat.%s builds', (_, result) => {
    expect(accepts(flatSchema(orders), result)).toBe(true);
  });

  test('accepts a partial result where the data may be one', () => {
    expect(accepts(flatSchema(), flat.partial(parts))).toBe(true);
  });

  test('refuses data beside a failure and a retry of what cannot work', () => {
    expect(accepts(flatSchema(), { ...flat.permission({ description: 'No' }), data: {} })).toBe(false);
    expect(accepts(flatSchema(), { ...flat.permission({ description: 'No' }), retry_recommended: true })).toBe(false);
  });
});
