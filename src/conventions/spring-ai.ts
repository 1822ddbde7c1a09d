import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';

const KIND = 'spring.ai.kind';
const KEYS = {
  tool: ['spring.ai.tool.definition.name'],
  callId: ['spring.ai.tool.call.id'],
  arguments: ['spring.ai.tool.call.arguments'],
  result: ['spring.ai.tool.call.result'],
};

/** Spring AI tool observations. */
export const springAi: Convention = {
  id: 'spring-ai',
  title: 'Spring AI',
  source: 'spring-projects/spring-ai: ToolCallingObservationDocumentation.java; reference 3.9',
  markers: { keys: [KIND, 'spring.ai.tool.definition.name'] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'never',
    session: 'opt-in',
    agent: 'never',
    tokens: 'default',
    unrun: 'never',
    capture: 'spring.ai.tools.observations.include-content=true',
    note: 'A thrown exception becomes an ordinary result, so failures show only in the content.',
  },
  kindWords: [{ key: KIND, kinds: { chat_client: 'other', advisor: 'other', vector_store: 'other' } }],
  read: (span) =>
    wordOf(span.attributes[KIND]) === 'tool_call' ||
    (executesTool(span) && 'spring.ai.tool.definition.name' in span.attributes)
      ? callFrom(span, 'spring-ai', KEYS)
      : undefined,
};
