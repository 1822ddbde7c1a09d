import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';

/** Semantic Kernel functions (.NET and Python). Prompt functions look the same; only their `chat` child tells them apart. */
export const semanticKernel: Convention = {
  id: 'semantic-kernel',
  title: 'Microsoft Semantic Kernel',
  source: 'microsoft/semantic-kernel: dotnet/src/InternalUtilities/src/Diagnostics/ModelDiagnostics.cs; reference 3.8',
  markers: { scopes: ['Microsoft.SemanticKernel*', 'semantic_kernel*'] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'never',
    agent: 'default',
    tokens: 'default',
    unrun: 'opt-in',
    capture: 'SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true',
    note: 'Every kernel function is shown as a tool; .NET writes no call id.',
  },
  read: (span) => (executesTool(span) ? callFrom(span, 'semantic-kernel') : undefined),
};
