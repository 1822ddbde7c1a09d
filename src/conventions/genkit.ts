import type { Convention } from './convention.js';
import { textOf, wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';

const SUBTYPE = 'genkit:metadata:subtype';
const KEYS = { tool: ['genkit:name'], arguments: ['genkit:input'], result: ['genkit:output'] };

/** Google Genkit actions. */
export const genkit: Convention = {
  id: 'genkit',
  title: 'Google Genkit',
  source: 'firebase/genkit: docs on telemetry attributes; reference 3.12',
  markers: { keys: [SUBTYPE] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'never',
    unrun: 'never',
    capture: undefined,
    note: 'Token counts stand only inside the model action’s output.',
  },
  kindWords: [
    { key: SUBTYPE, kinds: { model: 'model', agent: 'agent', flow: 'other', retriever: 'other', prompt: 'other' } },
  ],
  read: (span) => {
    const { attributes } = span;
    if (!/^tool(?:\.v2)?$/.test(wordOf(attributes[SUBTYPE]) ?? '')) return undefined;
    return callFrom(span, 'genkit', KEYS, { failed: stateOf(textOf(attributes['genkit:state'])) });
  },
};

function stateOf(state: string | undefined): boolean | undefined {
  if (state === 'error') return true;
  return state === 'success' ? false : undefined;
}
