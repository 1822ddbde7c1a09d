import type { Convention } from './convention.js';
import { callFrom } from './reading/call.js';

const under = (field: string) => [`lk.function_tool.${field}`, `lk.pii.function_tool.${field}`];
const KEYS = { tool: under('name'), callId: under('id'), arguments: under('arguments'), result: under('output') };
const MARKS = under('name');

/** LiveKit Agents. */
export const livekit: Convention = {
  id: 'livekit',
  title: 'LiveKit Agents',
  source: 'langfuse/langfuse: packages/shared/src/server/otel/ObservationTypeMapper.ts; reference 3.12',
  markers: { keys: MARKS, scopes: ['livekit-agents'] },
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
  },
  read: (span) =>
    span.name === 'function_tool' || MARKS.some((key) => key in span.attributes)
      ? callFrom(span, 'livekit', KEYS)
      : undefined,
};
