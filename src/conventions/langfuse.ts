import type { Span } from '../model/span.js';
import type { Convention } from './convention.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { resultFrom } from './reading/content.js';
import { namedAgent } from './reading/frame.js';

const TYPE = 'langfuse.observation.type';
const OUTPUT = 'langfuse.observation.output';
const KEYS = { arguments: ['langfuse.observation.metadata.inputs', 'langfuse.observation.input'], result: [OUTPUT] };

/** Langfuse SDK observations, its LangChain handler included. The observation's name is the tool name. */
export const langfuse: Convention = {
  id: 'langfuse',
  title: 'Langfuse SDK',
  source: 'langfuse/langfuse-python: langfuse/_client/attributes.py; reference 6',
  markers: { keys: [TYPE] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture: 'session: propagate_attributes(session_id=id)',
    note: 'Failures stand in the observation’s level, not in the span status.',
  },
  recorded: ['langfuse 5.0.4'],
  kindWords: [
    {
      key: TYPE,
      kinds: {
        generation: 'model',
        agent: 'agent',
        span: 'other',
        event: 'other',
        chain: 'other',
        retriever: 'other',
        evaluator: 'other',
        embedding: 'other',
        guardrail: 'other',
      },
    },
  ],
  read: (span) => {
    if (isToolCall(span)) return callFrom(span, 'langfuse', KEYS);
    // An observation is named by whoever made it: an agent's name is the agent's.
    return wordOf(span.attributes[TYPE]) === 'agent' ? namedAgent(span, span.name) : undefined;
  },
};

/** Older LangChain handlers call every run a span; a tool's run is the one that ends in a ToolMessage. */
function isToolCall({ attributes }: Span): boolean {
  const type = wordOf(attributes[TYPE]);
  if (type !== 'span') return type === 'tool';
  const output = attributes[OUTPUT];
  return typeof output === 'string' && output.includes('"tool_call_id"') && resultFrom(output).callId !== undefined;
}
