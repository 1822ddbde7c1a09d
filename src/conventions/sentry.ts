import type { JsonObject } from '../model/json.js';
import type { Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { executesTool } from './gen-ai.js';
import { numberOf, textOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { resultFrom } from './reading/content.js';
import { flattened } from './reading/flattened.js';
import { plumbing } from './reading/frame.js';
import type { Answer } from './reading/result.js';

const OP = 'sentry.op';
const RESULT = 'mcp.tool.result.';

/** Sentry's MCP server spans and its rewritten AI spans. */
export const sentry: Convention = {
  id: 'sentry',
  title: 'Sentry (MCP server, AI spans)',
  source: 'getsentry/sentry-javascript: packages/core/src/integrations/mcp-server; reference 5 and 6',
  markers: { keys: [OP, `${RESULT}is_error`, `${RESULT}content_count`] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'opt-in',
    capture: 'Sentry.wrapMcpServerWithSentry(server, { recordInputs: true, recordOutputs: true })',
    note: 'isError does not set the span status; the flag is read from its own attribute.',
  },
  kindWords: [
    {
      key: OP,
      kinds: {
        'gen_ai.chat': 'model',
        'gen_ai.generate_text': 'model',
        'gen_ai.stream_text': 'model',
        'gen_ai.invoke_agent': 'agent',
      },
    },
  ],
  read: (span) => {
    const { attributes } = span;
    const method = textOf(attributes['mcp.method.name']);
    if (method !== undefined) return method === 'tools/call' ? mcpCall(span) : plumbing(span);
    return executesTool(span) || attributes[OP] === 'gen_ai.execute_tool' ? callFrom(span, 'sentry') : undefined;
  },
};

function mcpCall(span: Span): Reading {
  const { attributes } = span;
  const value = flattened(attributes, 'mcp.request.argument.');
  return callFrom(
    span,
    'sentry',
    { tool: ['mcp.tool.name'] },
    {
      arguments: value === undefined ? undefined : { state: 'captured', value },
      answer: answerIn(attributes),
      side: attributes[OP] === 'mcp.client' ? 'caller' : 'server',
    },
  );
}

/** One content block, or several under numbered keys; no block at all is an empty answer. */
function answerIn(attributes: JsonObject): Answer | undefined {
  const one = attributes[`${RESULT}content`];
  if (one !== undefined) return resultFrom(one);
  const several = flattened(attributes, RESULT, '.content');
  if (several !== undefined)
    return resultFrom(
      Object.values(several).length === 1 ? (Object.values(several)[0] ?? null) : Object.values(several),
    );
  return numberOf(attributes[`${RESULT}content_count`]) === 0
    ? { content: { state: 'captured', value: [] } }
    : undefined;
}
