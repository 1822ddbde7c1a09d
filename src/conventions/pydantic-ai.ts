import type { Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { executesTool } from './gen-ai.js';
import { textOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { framed, plumbing } from './reading/frame.js';

const KEYS = {
  arguments: ['gen_ai.tool.call.arguments', 'tool_arguments'],
  result: ['gen_ai.tool.call.result', 'tool_response'],
};

/** Pydantic AI's own spans, all instrumentation versions. */
export const pydanticAi: Convention = {
  id: 'pydantic-ai',
  title: 'Pydantic AI',
  source: 'pydantic/pydantic-ai: pydantic_ai_slim/pydantic_ai/_instrumentation.py; reference 3.5',
  markers: { keys: ['tool_arguments', 'pydantic_ai.tool.failure_stage'], scopes: ['pydantic-ai'] },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'opt-in',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture:
      'InstrumentationSettings(include_content=True) (the default); session: gen_ai.conversation.id of newer releases',
  },
  recorded: ['pydantic-ai-slim 2.68.0'],
  read: (span) => {
    const { attributes, name } = span;
    if (isOutput(span) || /^running (?:\d+ )?tools$/.test(name)) return plumbing(span);
    if (isCall(span)) return toolSpan(span);
    return name === 'agent run' || (attributes['agent_name'] !== undefined && name.endsWith(' run'))
      ? framed(span, 'agent')
      : undefined;
  },
};

function isCall(span: Span): boolean {
  if (executesTool(span)) return true;
  return /^(?:running tool|invalid tool call)\b/.test(span.name) || span.attributes['tool_arguments'] !== undefined;
}

/** Output functions format the final answer; the model does not act through them. */
function isOutput({ attributes, name }: Span): boolean {
  const said = textOf(attributes['logfire.msg']) ?? '';
  return /running output function/.test(name) || /running output function/.test(said);
}

function toolSpan(span: Span): Reading {
  const { attributes } = span;
  if (attributes['pydantic_ai.tool.deferral.name'] !== undefined)
    return callFrom(withoutFailure(span), 'pydantic-ai', KEYS);
  const stage = attributes['pydantic_ai.tool.failure_stage'];
  return callFrom(span, 'pydantic-ai', KEYS, {
    declared: stage === 'validation' ? { category: 'validation' } : undefined,
  });
}

/** A call that waits for approval or an outside result has not failed; older releases say so by raising. */
function withoutFailure(span: Span): Span {
  return { ...span, status: { code: 'unset', message: undefined }, events: [] };
}
