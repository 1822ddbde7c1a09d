import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';
import { framed } from './reading/frame.js';

const KEYS = {
  arguments: ['gen_ai.tool.call.arguments', 'input.value'],
  result: ['gen_ai.tool.call.result', 'output.value'],
};

/** JetBrains Koog. Older releases name the span `tool.X` and write no operation. */
export const koog: Convention = {
  id: 'koog',
  title: 'JetBrains Koog',
  source: 'JetBrains/koog: agents-features-opentelemetry; reference 3.12',
  markers: { scopes: ['ai.koog*'] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'opt-in',
    capture: 'install(OpenTelemetry) { setVerbose(true) }',
  },
  read: (span) => {
    if ('koog.node.name' in span.attributes) return framed(span, 'other');
    const isCall = executesTool(span) || (span.name.startsWith('tool.') && 'gen_ai.tool.name' in span.attributes);
    return isCall ? callFrom(span, 'koog', KEYS) : undefined;
  },
};
