import type { Convention } from './convention.js';
import { wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';

const TYPE = 'lmnr.span.type';
const KEYS = { arguments: ['lmnr.span.input'], result: ['lmnr.span.output'] };

/** Laminar SDK. */
export const laminar: Convention = {
  id: 'laminar',
  title: 'Laminar',
  source: 'lmnr-ai/lmnr: app-server/src/traces/spans.rs; reference 3.12',
  markers: { keys: [TYPE] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'never',
    tokens: 'default',
    unrun: 'default',
    capture: 'session: Laminar.setTraceSessionId(id)',
  },
  kindWords: [
    { key: TYPE, kinds: { llm: 'model', default: 'other', executor: 'other', evaluator: 'other', pipeline: 'other' } },
  ],
  read: (span) => (wordOf(span.attributes[TYPE]) === 'tool' ? callFrom(span, 'laminar', KEYS) : undefined),
};
