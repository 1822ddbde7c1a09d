import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';

/** LiteLLM gateway: MCP calls it makes for its clients. */
export const litellm: Convention = {
  id: 'litellm',
  title: 'LiteLLM gateway',
  source: 'BerriAI/litellm: litellm/integrations/otel/mappers/genai.py; reference 5 and 6',
  markers: { scopes: ['litellm*'] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'never',
    tokens: 'default',
    unrun: 'default',
    capture: 'litellm_settings: { turn_off_message_logging: false } (the default)',
    note: 'gen_ai.tool.N.* on its model spans are declared tools, not calls.',
  },
  read: (span) =>
    executesTool(span) || span.attributes['mcp.method.name'] === 'tools/call' ? callFrom(span, 'litellm') : undefined,
};
