import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';

/** AutoGen core's own tool spans. */
export const autogen: Convention = {
  id: 'autogen',
  title: 'Microsoft AutoGen',
  source: 'microsoft/autogen: python/packages/autogen-core/src/autogen_core/_telemetry/_genai.py; reference 3.8',
  markers: { scopes: ['autogen-core*', 'autogen_core*'] },
  support: {
    name: 'default',
    arguments: 'never',
    result: 'never',
    error: 'default',
    session: 'never',
    agent: 'default',
    tokens: 'never',
    unrun: 'never',
    capture: undefined,
    note: 'Detectors that compare arguments need OpenInference for AutoGen beside it.',
  },
  read: (span) => (executesTool(span) ? callFrom(span, 'autogen') : undefined),
};
