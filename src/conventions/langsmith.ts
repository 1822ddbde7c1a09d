import { ABSENT } from '../model/recognised.js';
import type { Span } from '../model/span.js';
import type { Convention } from './convention.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';

const KIND = 'langsmith.span.kind';
const KEYS = { arguments: ['gen_ai.prompt'], result: ['gen_ai.completion'] };

/** LangSmith's OpenTelemetry export of its runs. The run name is the tool name. */
export const langsmith: Convention = {
  id: 'langsmith',
  title: 'LangSmith (OTel export)',
  source: 'langchain-ai/langsmith-sdk: python/langsmith/_internal/otel/_otel_exporter.py; reference 3.3',
  markers: { keys: [KIND] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture: 'LANGSMITH_OTEL_ENABLED=true LANGSMITH_TRACING=true; session: config={"metadata": {"thread_id": id}}',
    note: 'Older releases write the call id only inside the ToolMessage. The agent is LangGraph’s name of the graph.',
  },
  recorded: ['langsmith 0.15.1'],
  kindWords: [
    {
      key: KIND,
      kinds: { llm: 'model', chain: 'other', retriever: 'other', embedding: 'other', prompt: 'other', parser: 'other' },
    },
  ],
  read: (span) =>
    wordOf(span.attributes[KIND]) === 'tool'
      ? callFrom(span, 'langsmith', KEYS, {
          tool: span.name || undefined,
          ...(raised(span) ? { answer: { content: ABSENT } } : {}),
        })
      : undefined,
};

/** A run that raised has no outputs, and the export writes an empty object in their place. */
function raised({ attributes, status }: Span): boolean {
  return status.code === 'error' && attributes['gen_ai.completion'] === '{}';
}
