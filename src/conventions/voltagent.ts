import type { Span } from '../model/span.js';
import type { Convention } from './convention.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';

const KEYS = {
  tool: ['tool.name'],
  callId: ['tool.call.id'],
  arguments: ['input', 'tool.arguments'],
  result: ['output', 'tool.result'],
};

/** VoltAgent. `entity.type` names the parent, so it does not count. */
export const voltagent: Convention = {
  id: 'voltagent',
  title: 'VoltAgent',
  source: 'mlflow/mlflow: mlflow/tracing/otel/translation/voltagent.py; reference 3.12',
  markers: {
    keys: ['voltagent.operation_id', 'voltagent.conversation_id', 'voltagent.agent.id'],
    names: ['tool.execution:*'],
  },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'never',
    capture: undefined,
    note: 'One version makes its own call ids instead of the model’s.',
  },
  kindWords: [{ key: 'span.type', kinds: { agent: 'agent', llm: 'model' } }],
  read: (span) => (isToolCall(span) ? callFrom(span, 'voltagent', KEYS) : undefined),
};

function isToolCall({ name, attributes }: Span): boolean {
  if (name.startsWith('tool.execution:')) return true;
  return wordOf(attributes['span.type']) === 'tool' && attributes['tool.name'] !== undefined;
}
