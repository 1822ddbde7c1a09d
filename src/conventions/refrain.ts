import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';

/** Refrain's own hook: OpenTelemetry GenAI and MCP names, with the declared facts of `model/attributes.ts`. */
export const refrain: Convention = {
  id: 'refrain',
  title: 'Refrain hook',
  source: 'src/model/attributes.ts',
  markers: { scopes: ['refrain*', '@refrain/*'] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'never',
    unrun: 'default',
    capture: undefined,
    note: 'Category, retryability, description, retry-after and result count are declared beside the result.',
  },
  recorded: ['refrain hook 0.1.0'],
  read: (span) =>
    executesTool(span) || span.attributes['mcp.method.name'] === 'tools/call' ? callFrom(span, 'refrain') : undefined,
};
