import type { Json, JsonObject } from '../model/json.js';
import { ABSENT, type Content } from '../model/recognised.js';
import type { Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { flagOf, numberOf, textOf, wordOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { argumentsFrom, resultFrom } from './reading/content.js';
import { distinct, negated } from './reading/failure.js';
import { frameFrom, plumbing } from './reading/frame.js';
import type { Answer } from './reading/result.js';

const TYPE = 'span.type';
const KEYS = { tool: ['tool_name'], callId: ['tool_use_id', 'gen_ai.tool.call.id'] };

/** Claude Code traces (beta): the tool span, and its phases, which carry the outcome. */
export const claudeCode: Convention = {
  id: 'claude-code',
  title: 'Claude Code and Claude Agent SDK (traces)',
  source: 'anthropics/claude-code: monitoring documentation, CHANGELOG.md; reference 4.2',
  markers: { scopes: ['com.anthropic.claude_code.tracing'], names: ['claude_code.*'] },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'opt-in',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'never',
    capture: 'CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1 OTEL_LOG_TOOL_DETAILS=1 OTEL_LOG_TOOL_CONTENT=1',
    note: 'The tool span stays unset; success and error stand on its execution child.',
  },
  kindWords: [{ key: TYPE, kinds: { interaction: 'agent', llm_request: 'model', hook: 'other' } }],
  read: (span) => {
    if (span.name === 'claude_code.tool') return toolSpan(span);
    if (span.name === 'claude_code.tool.execution') return executionSpan(span);
    if (span.name.startsWith('claude_code.tool.') || span.name === 'claude_code.hook') return plumbing(span);
    if (span.name === 'claude_code.interaction') return { frame: frameFrom(span, 'agent') };
    if (span.name === 'claude_code.llm_request') return modelSpan(span);
    return isToolType(span.attributes[TYPE]) && span.attributes['tool_name'] !== undefined ? toolSpan(span) : undefined;
  },
};

function isToolType(type: Json | undefined): boolean {
  const word = wordOf(type);
  return word === 'tool' || word === 'claude_code.tool';
}

function toolSpan(span: Span): Reading {
  const { attributes } = span;
  const tool = textOf(attributes['tool_name']);
  return callFrom(span, 'claude-code', KEYS, {
    arguments: argumentsOf(attributes),
    answer: outputIn(span),
    startsAgent: tool === 'Task' || tool === 'Agent' || attributes['subagent_type'] !== undefined,
  });
}

/** Whole input in the detailed beta; else the one field that is the argument of a built-in tool. */
function argumentsOf(attributes: JsonObject): Content {
  const whole = argumentsFrom(attributes['tool_input'], flagOf(attributes['tool_input_truncated']));
  if (whole.state !== 'absent') return whole;
  for (const [key, name] of SINGLE) {
    const content = argumentsFrom(attributes[key]);
    if (content.state === 'captured') return { state: 'captured', value: { [name]: content.value ?? null } };
    if (content.state !== 'absent') return content;
  }
  return ABSENT;
}

const SINGLE = [
  ['full_command', 'command'],
  ['file_path', 'file_path'],
] as const;

/** The tool's output as a span event, cut at 60 KB. */
function outputIn({ events }: Span): Answer | undefined {
  const event = events.find(({ name }) => name === 'tool.output');
  if (!event) return undefined;
  for (const key of ['output', 'content', 'diff']) {
    const raw = event.attributes[key];
    if (raw !== undefined) return resultFrom(raw, flagOf(event.attributes[`${key}_truncated`]));
  }
  return undefined;
}

/** The real run inside the tool span; waiting for the user is outside it. */
function executionSpan(span: Span): Reading {
  const { attributes } = span;
  const failed = negated(flagOf(attributes['success'])) ?? (span.status.code === 'error' ? true : undefined);
  const error = textOf(attributes['error']);
  const isText = error !== undefined && /\s/.test(error);
  return plumbing(span, {
    failureFlag: failed,
    reported: failed === undefined ? 'unset' : failed ? 'error' : 'ok',
    machineCodes: error === undefined || isText ? [] : [error],
    errorTexts: distinct([isText ? error : undefined, span.status.message]),
    startedMs: span.startedMs,
    endedMs: span.endedMs,
  });
}

function modelSpan(span: Span): Reading {
  const frame = frameFrom(span, 'model');
  return {
    frame: {
      ...frame,
      model: frame.model ?? textOf(span.attributes['model']),
      tokens: frame.tokens ?? claudeTokens(span.attributes),
    },
  };
}

/** Claude Code counts cached input beside `input_tokens`; the model read all of it. */
export function claudeTokens(attributes: JsonObject) {
  const parts = ['input_tokens', 'cache_read_tokens', 'cache_creation_tokens'].map((key) => numberOf(attributes[key]));
  const output = numberOf(attributes['output_tokens']);
  if (parts[0] === undefined && output === undefined) return undefined;
  return { input: parts.reduce<number>((sum, part) => sum + (part ?? 0), 0), output };
}
