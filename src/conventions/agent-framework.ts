import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';

/** Microsoft Agent Framework (Python), the nested MCP client span included. */
export const agentFramework: Convention = {
  id: 'agent-framework',
  title: 'Microsoft Agent Framework',
  source: 'microsoft/agent-framework: python/packages/core/agent_framework/observability.py; reference 3.8',
  markers: { keys: ['agent_framework.function.invocation.duration'], scopes: ['agent_framework*'] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'opt-in',
    capture: 'ENABLE_INSTRUMENTATION=true ENABLE_SENSITIVE_DATA=true',
  },
  recorded: ['agent-framework-core 1.23.0'],
  read: (span) => (executesTool(span) ? callFrom(span, 'agent-framework') : undefined),
};
