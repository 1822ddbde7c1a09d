import type { Convention } from './convention.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';

const KIND = 'gen_ai.span.kind';

/** Dify's workflow nodes, and others that write `gen_ai.span.kind` instead of an operation name. */
export const dify: Convention = {
  id: 'dify',
  title: 'Dify (gen_ai.span.kind)',
  source: 'langgenius/dify: api/extensions/otel/parser/tool.py; reference 3.12',
  markers: { keys: [KIND] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'never',
    tokens: 'default',
    unrun: 'never',
    capture: undefined,
    note: 'The tool name is the title of the workflow node.',
  },
  kindWords: [
    {
      key: KIND,
      kinds: {
        llm: 'model',
        agent: 'agent',
        chain: 'other',
        task: 'other',
        step: 'other',
        retriever: 'other',
        embedding: 'other',
      },
    },
  ],
  read: (span) => (wordOf(span.attributes[KIND]) === 'tool' ? callFrom(span, 'dify') : undefined),
};
