import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';

/** Grafana agento11y (formerly sigil): everything on the tool span, the model and an error category included. */
export const agento11y: Convention = {
  id: 'agento11y',
  title: 'Grafana agento11y',
  source: 'grafana/sigil-sdk: go/agento11y/client.go; reference 6',
  markers: { keys: ['agento11y.sdk.name'], scopes: ['github.com/grafana/sigil-sdk*', 'agento11y*'] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'never',
    capture: 'Config{ContentCapture: agento11y.ContentCaptureModeFull}',
    note: 'Its error.category is read as declared; it counts cancellations as timeouts.',
  },
  read: (span) => (executesTool(span) ? callFrom(span, 'agento11y') : undefined),
};
