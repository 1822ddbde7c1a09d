import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';
import { framed } from './reading/frame.js';

/** Microsoft.Extensions.AI (.NET) function invocation. */
export const extensionsAi: Convention = {
  id: 'extensions-ai',
  title: 'Microsoft.Extensions.AI (.NET)',
  source:
    'dotnet/extensions: src/Libraries/Microsoft.Extensions.AI/Common/FunctionInvocationProcessor.cs; reference 3.8',
  markers: { scopes: ['Experimental.Microsoft.Extensions.AI*', 'Microsoft.Extensions.AI*'] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'opt-in',
    agent: 'opt-in',
    tokens: 'default',
    unrun: 'opt-in',
    capture: 'UseOpenTelemetry(configure: client => client.EnableSensitiveData = true)',
  },
  read: (span) => {
    // The loop around the model turns repeats the sum of their tokens.
    if (span.name === 'orchestrate_tools') return framed(span, 'other');
    return executesTool(span) ? callFrom(span, 'extensions-ai') : undefined;
  },
};
