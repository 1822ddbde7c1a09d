import type { Convention } from './convention.js';
import { callFrom } from './reading/call.js';

const NAME = 'haystack.agent.step.tool';
const KEYS = {
  tool: ['haystack.tool.name'],
  arguments: [`${NAME}.input`],
  result: [`${NAME}.output`],
};

/** Haystack agents. */
export const haystack: Convention = {
  id: 'haystack',
  title: 'Haystack',
  source: 'deepset-ai/haystack: haystack/components/agents/tool_calling.py; reference 3.10',
  markers: { keys: ['haystack.tool.name', `${NAME}.input`], names: [NAME] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'never',
    agent: 'never',
    tokens: 'never',
    unrun: 'never',
    capture: 'HAYSTACK_CONTENT_TRACING_ENABLED=true',
    note: 'A handled failure leaves the status alone; prompts are printed Python, so a tool that does not exist is never seen.',
  },
  recorded: ['haystack-ai 3.4.1'],
  read: (span) =>
    span.name === NAME || span.attributes['haystack.tool.name'] !== undefined
      ? callFrom(span, 'haystack', KEYS)
      : undefined,
};
