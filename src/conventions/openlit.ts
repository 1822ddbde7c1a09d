import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';

const KEYS = {
  arguments: ['gen_ai.tool.call.arguments', 'gen_ai.tool.args', 'gen_ai.tool.input'],
  result: ['gen_ai.tool.call.result', 'gen_ai.tool.output', 'gen_ai.tool.result'],
};

/** OpenLIT. Its MCP spans follow the OpenTelemetry MCP names and are read there. */
export const openlit: Convention = {
  id: 'openlit',
  title: 'OpenLIT',
  source: 'openlit/openlit: sdk/python/src/openlit/instrumentation; reference 2.4',
  markers: { scopes: ['openlit*'] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture: 'openlit.init(capture_message_content=True) (the default)',
  },
  read: (span) => (executesTool(span) ? callFrom(span, 'openlit', KEYS) : undefined),
};
