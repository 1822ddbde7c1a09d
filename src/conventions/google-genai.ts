import type { JsonObject } from '../model/json.js';
import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';
import { resultFrom } from './reading/content.js';
import { flattened } from './reading/flattened.js';

const RETURN = 'code.function.return.value';

/** OpenTelemetry contrib for the Google GenAI SDK: automatic function calling. */
export const googleGenai: Convention = {
  id: 'google-genai',
  title: 'Google GenAI SDK (OpenTelemetry contrib)',
  source: 'open-telemetry/opentelemetry-python-contrib: opentelemetry-instrumentation-google-genai; reference 2.3',
  markers: { keys: [RETURN], scopes: ['opentelemetry.instrumentation.google_genai*'] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'never',
    agent: 'never',
    tokens: 'default',
    unrun: 'opt-in',
    capture: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
    note: 'No call id; one trace is one session.',
  },
  read: (span) => {
    if (!executesTool(span)) return undefined;
    const { attributes } = span;
    const result = attributes[RETURN];
    return callFrom(
      span,
      'google-genai',
      {},
      {
        arguments: parametersIn(attributes),
        answer: result === undefined ? undefined : resultFrom(result),
      },
    );
  },
};

function parametersIn(attributes: JsonObject) {
  const value = flattened(attributes, 'code.function.parameters.', '.value');
  return value === undefined ? undefined : ({ state: 'captured', value } as const);
}
