import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';

/** AWS Strands Agents: GenAI attributes, content in span events, its own status flag. */
export const strands: Convention = {
  id: 'strands',
  title: 'AWS Strands Agents',
  source: 'strands-agents/sdk-python: src/strands/telemetry/tracer.py; reference 3.7',
  markers: { keys: ['gen_ai.event.start_time'], scopes: ['strands*', '@strands-agents*'] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture: 'session: Agent(trace_attributes={"session.id": id})',
    note: 'Content stands in span events, so the tracer must keep events.',
  },
  recorded: ['strands-agents 1.62.0'],
  read: (span) => (executesTool(span) ? callFrom(span, 'strands') : undefined),
};
