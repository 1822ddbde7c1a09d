import { type Case, captured } from '../case.js';

/** Written from section 2.3 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'flattened parameters and a return value',
    span: {
      name: 'execute_tool get_weather',
      scope: 'opentelemetry.instrumentation.google_genai',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_weather',
        'code.function.parameters.city.type': 'str',
        'code.function.parameters.city.value': 'Oslo',
        'code.function.parameters.days.value': '3',
        'code.function.return.type': 'dict',
        'code.function.return.value': '{"t":4}',
      },
    },
    call: { tool: 'get_weather', arguments: captured({ city: 'Oslo', days: 3 }), result: captured({ t: 4 }) },
  },
  {
    what: 'without content capture nothing is captured',
    span: {
      name: 'execute_tool get_weather',
      scope: 'opentelemetry.instrumentation.google_genai',
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'get_weather' },
    },
    call: { tool: 'get_weather' },
  },
];
