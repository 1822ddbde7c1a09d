import type { Span } from '../model/span.js';
import type { Convention } from './convention.js';
import { executesTool } from './gen-ai.js';
import { callFrom } from './reading/call.js';

const OPERATION = 'ai.operationId';
const KEYS = {
  tool: ['ai.toolCall.name', 'gen_ai.tool.name'],
  callId: ['ai.toolCall.id', 'gen_ai.tool.call.id'],
  arguments: ['ai.toolCall.args', 'ai.toolCall.input'],
  result: ['ai.toolCall.result', 'ai.toolCall.output'],
};

/** Vercel AI SDK 4 to 6 and the legacy mode of 7 (`ai.toolCall`), and `@ai-sdk/otel` of 7 (scope `gen_ai`). */
export const aiSdk: Convention = {
  id: 'ai-sdk',
  title: 'Vercel AI SDK',
  source: 'vercel/ai: packages/otel/src; tag ai@6.0.264; reference 3.1',
  markers: { keys: [OPERATION, 'ai.toolCall.name'], scopes: ['gen_ai'], names: ['ai.toolCall'] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'opt-in',
    tokens: 'default',
    unrun: 'default',
    capture:
      'experimental_telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true, functionId: agent, metadata: { sessionId } }',
    note: 'Telemetry itself is off until isEnabled is set; 7 needs registerTelemetry(new OpenTelemetry()) of @ai-sdk/otel, which leaves the session out. An MCP tool that fails leaves the span unset; its isError is read from the result.',
  },
  recorded: ['@ai-sdk/otel 1.0.173', 'ai 6.0.326'],
  kindWords: [
    {
      key: OPERATION,
      kinds: {
        'ai.generatetext.dogenerate': 'model',
        'ai.streamtext.dostream': 'model',
        'ai.generateobject.dogenerate': 'model',
        'ai.streamobject.dostream': 'model',
        'ai.generatetext': 'agent',
        'ai.streamtext': 'agent',
        'ai.generateobject': 'agent',
        'ai.streamobject': 'agent',
        'ai.embed': 'other',
        'ai.embedmany': 'other',
      },
    },
  ],
  read: (span) => (isToolCall(span) ? callFrom(span, 'ai-sdk', KEYS) : undefined),
};

function isToolCall(span: Span): boolean {
  const { attributes, name, scope } = span;
  if (attributes[OPERATION] === 'ai.toolCall' || name === 'ai.toolCall') return true;
  return attributes['ai.toolCall.name'] !== undefined || (scope.name === 'gen_ai' && executesTool(span));
}
