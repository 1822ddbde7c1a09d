import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';

const KEYS = { arguments: ['gen_ai.tool.args'], result: ['gen_ai.output'] };

/** Mozilla any-agent and tinyagent. */
export const anyAgent: Convention = {
  id: 'any-agent',
  title: 'Mozilla any-agent',
  source: 'mozilla-ai/any-agent; reference 6',
  markers: { keys: ['gen_ai.output'], scopes: ['any_agent*', 'any-agent*', 'tinyagent*'] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'never',
    agent: 'default',
    tokens: 'default',
    unrun: 'never',
    capture: undefined,
    note: 'One trace is one session.',
  },
  read: (span) => (executesTool(span) ? callFrom(span, 'any-agent', KEYS) : undefined),
};
