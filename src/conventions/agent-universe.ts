import type { Convention } from './convention.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';

const KIND = 'au.span.kind';
const KEYS = {
  tool: ['au.tool.name'],
  callId: ['au.tool.pair_id'],
  arguments: ['au.tool.input'],
  result: ['au.tool.output'],
};

/** agentUniverse. */
export const agentUniverse: Convention = {
  id: 'agent-universe',
  title: 'agentUniverse',
  source: 'agentuniverse-ai/agentUniverse: documentation of its tracing; reference 3.12',
  markers: { keys: [KIND] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'never',
    agent: 'default',
    tokens: 'never',
    unrun: 'never',
    capture: undefined,
  },
  kindWords: [{ key: KIND, kinds: { agent: 'agent', llm: 'model' } }],
  read: (span) => (wordOf(span.attributes[KIND]) === 'tool' ? callFrom(span, 'agent-universe', KEYS) : undefined),
};
