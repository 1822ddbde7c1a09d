import type { Convention } from './convention.js';
import { callFrom } from './reading/call.js';
import { plumbing } from './reading/frame.js';

const KEYS = { tool: ['tool_name'] };

/** CrewAI's own telemetry: instantaneous spans without content. Arguments and results come from OpenInference beside it. */
export const crewai: Convention = {
  id: 'crewai',
  title: 'CrewAI (own telemetry)',
  source: 'crewAIInc/crewAI: lib/crewai/src/crewai/telemetry/telemetry.py; reference 3.10',
  markers: { scopes: ['crewai.telemetry'] },
  support: {
    name: 'default',
    arguments: 'never',
    result: 'never',
    error: 'default',
    session: 'never',
    agent: 'never',
    tokens: 'never',
    unrun: 'never',
    capture: 'CrewAIInstrumentor().instrument() of openinference-instrumentation-crewai',
    note: 'Reaches a collector only where the application shares its tracer provider.',
  },
  read: (span) => {
    switch (span.name) {
      case 'Tool Usage':
        return callFrom(span, 'crewai', KEYS, { failed: false });
      case 'Tool Usage Error':
        return callFrom(span, 'crewai', KEYS, { failed: true });
      // CrewAI's own remark about the call that follows.
      case 'Tool Repeated Usage':
        return plumbing(span);
      default:
        return undefined;
    }
  },
};
