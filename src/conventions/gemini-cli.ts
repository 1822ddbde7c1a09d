import { isObject, type Json, type JsonObject } from '../model/json.js';
import type { LogRecord, Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { eventNames } from './directory.js';
import { firstText, flagOf, numberOf, textOf, wordOf } from './reading/attributes.js';
import { callFrom, type Told } from './reading/call.js';
import { argumentsFrom, resultFrom } from './reading/content.js';
import { negated } from './reading/failure.js';
import { plumbing } from './reading/frame.js';
import { callFromLog, frameFromLog } from './reading/log-call.js';
import { unwrapResult } from './reading/result.js';

const ID = 'gemini-cli';
/** Gemini CLI and its fork Qwen Code, which changes the prefix. */
const PREFIXES = ['gemini_cli.', 'qwen-code.', 'qwen_code.'];
const EVENTS = ['tool_call', 'user_prompt', 'api_response'];
const KEYS = { callId: ['gen_ai.tool.call_id'], arguments: ['gen_ai.input.messages'] };

/** Gemini CLI: log events and spans. */
export const geminiCli: Convention = {
  id: ID,
  title: 'Gemini CLI',
  source: 'google-gemini/gemini-cli: packages/core/src/telemetry; reference 4.5',
  markers: {
    keys: ['gen_ai.tool.call_id'],
    scopes: [ID],
    names: ['schedule_tool_calls'],
    events: PREFIXES.flatMap((prefix) => EVENTS.map((event) => prefix + event)),
  },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'opt-in',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture: '"telemetry": { "enabled": true, "logPrompts": true } in settings.json; results: tracing with content',
    note: 'Logs hold no result and no call id; calls that never ran are logged as failed.',
  },
  read: (span) => {
    if (span.name === 'schedule_tool_calls') return plumbing(span);
    return wordOf(span.attributes['gen_ai.operation.name']) === 'tool_call' ? toolSpan(span) : undefined;
  },
  readLog: (log) => {
    const event = eventOf(log);
    if (event === 'tool_call') return callEvent(log);
    if (event === 'user_prompt') return frameFromLog(log, 'user', { name: `${ID}.user_prompt` });
    return event === 'api_response'
      ? frameFromLog(log, 'model', { name: `${ID}.api_response`, tokens: tokensIn(log.attributes) })
      : undefined;
  },
};

function eventOf(log: LogRecord): string | undefined {
  for (const name of eventNames(log)) {
    const prefix = PREFIXES.find((one) => name.startsWith(one));
    if (prefix) return name.slice(prefix.length);
  }
  return undefined;
}

function toolSpan(span: Span): Reading {
  return callFrom(span, ID, KEYS, completedCall(span.attributes['gen_ai.output.messages']));
}

/** The completed call as Gemini CLI keeps it: status, response, and the error type inside the response. */
function completedCall(raw: Json | undefined): Told {
  if (raw === undefined) return {};
  const answer = resultFrom(raw);
  const { value, state } = answer.content;
  if (state !== 'captured' || !isObject(value) || !('status' in value)) return { answer };
  const { response, status } = value;
  const inner = isObject(response) ? response : {};
  return {
    answer: unwrapResult(response ?? null),
    failed: status === 'error' ? true : status === 'success' ? false : undefined,
    cancelled: status === 'cancelled',
    codes: [textOf(inner['errorType'])],
    texts: [textOf(inner['error'])],
  };
}

function callEvent(log: LogRecord): Reading {
  const { attributes } = log;
  return callFromLog(log, ID, {
    tool: firstText(attributes, ['function_name', 'gen_ai.tool.name']) ?? 'unknown',
    callId: undefined,
    agent: ID,
    arguments: argumentsFrom(attributes['function_args']),
    failed: negated(flagOf(attributes['success'])),
    cancelled: attributes['decision'] === 'reject' || attributes['status'] === 'cancelled',
    codes: [firstText(attributes, ['error_type', 'error.type'])],
    texts: [firstText(attributes, ['error', 'error.message'])],
  });
}

function tokensIn(attributes: JsonObject) {
  return { input: numberOf(attributes['input_token_count']), output: numberOf(attributes['output_token_count']) };
}
