import { isArray, isObject, type Json, type JsonObject } from '../model/json.js';
import { ABSENT, type Content } from '../model/recognised.js';
import type { LogRecord } from '../model/span.js';
import { claudeTokens } from './claude-code.js';
import type { Convention, Reading } from './convention.js';
import { eventNames } from './directory.js';
import { firstText, flagOf, textOf } from './reading/attributes.js';
import { argumentsFrom } from './reading/content.js';
import { negated } from './reading/failure.js';
import { callFromLog, frameFromLog } from './reading/log-call.js';
import { decoded } from './reading/parse.js';

const SCOPE = 'com.anthropic.claude_code.events';
const PREFIX = 'claude_code.';
const EVENTS = ['tool_result', 'tool_decision', 'user_prompt', 'api_request'];
const CALL_ID = ['tool_use_id', 'use_id'];

/** Claude Code log events. */
export const claudeCodeLogs: Convention = {
  id: 'claude-code-logs',
  title: 'Claude Code and Claude Agent SDK (logs)',
  source: 'anthropics/claude-code: monitoring documentation; npm 2.1.100; reference 4.1',
  markers: { scopes: [SCOPE], events: EVENTS.map((event) => PREFIX + event) },
  support: {
    name: 'default',
    arguments: 'opt-in',
    result: 'never',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'never',
    capture: 'CLAUDE_CODE_ENABLE_TELEMETRY=1 OTEL_LOGS_EXPORTER=otlp OTEL_LOG_TOOL_DETAILS=1',
    note: 'Without tool details every MCP tool is called mcp_tool. Denied calls are read from tool_decision.',
  },
  readLog: (log) => {
    switch (eventOf(log)) {
      case 'tool_result':
        return resultEvent(log);
      case 'tool_decision':
        return log.attributes['decision'] === 'reject' ? refusal(log) : undefined;
      case 'user_prompt':
        return frameFromLog(log, 'user', { name: 'claude_code.user_prompt' });
      case 'api_request':
        return frameFromLog(log, 'model', { name: 'claude_code.api_request', tokens: claudeTokens(log.attributes) });
      default:
        return undefined;
    }
  },
};

/** The event without its prefix; bare names count only under Claude Code's own scope. */
function eventOf(log: LogRecord): string | undefined {
  const names = eventNames(log);
  const prefixed = names.find((name) => name.startsWith(PREFIX));
  if (prefixed) return prefixed.slice(PREFIX.length);
  return log.scope.name === SCOPE ? names[0] : undefined;
}

function resultEvent(log: LogRecord): Reading {
  const { attributes } = log;
  const parameters = objectIn(attributes['tool_parameters']);
  const type = textOf(attributes['error_type']);
  return callFromLog(log, 'claude-code-logs', {
    ...subject(attributes, parameters),
    arguments: argumentsOf(attributes, parameters),
    failed: negated(flagOf(attributes['success'])),
    // `Error:ENOENT` holds the errno behind the class.
    codes: [type?.includes(':') ? type.slice(type.lastIndexOf(':') + 1) : undefined, type],
    texts: [textOf(attributes['error'])],
  });
}

function refusal(log: LogRecord): Reading {
  const { attributes } = log;
  return callFromLog(log, 'claude-code-logs', {
    ...subject(attributes, objectIn(attributes['tool_parameters'])),
    failed: true,
    cancelled: true,
    texts: [`rejected by ${textOf(attributes['source']) ?? 'decision'}`],
  });
}

function subject(attributes: JsonObject, parameters: JsonObject | undefined) {
  const name = textOf(attributes['tool_name']) ?? 'unknown';
  const server = firstText(attributes, ['mcp_server_name']) ?? textOf(parameters?.['mcp_server_name']);
  const inner = firstText(attributes, ['mcp_tool_name']) ?? textOf(parameters?.['mcp_tool_name']);
  const isMcp = name === 'mcp_tool' && server !== undefined && inner !== undefined;
  return {
    // Spelled as in the traces, so that both describe one tool.
    tool: isMcp ? `mcp__${server}__${inner}` : name,
    server,
    callId: firstText(attributes, CALL_ID),
    agent: 'claude-code',
    startsAgent: name === 'Task' || name === 'Agent',
  };
}

/** `tool_input` is whole unless long; `tool_parameters` holds selected fields, which prove nothing about equality except for a command. */
function argumentsOf(attributes: JsonObject, parameters: JsonObject | undefined): Content {
  const input = argumentsFrom(attributes['tool_input']);
  if (input.state !== 'absent')
    return input.state === 'captured' && isShortened(input.value) ? { ...input, state: 'truncated' } : input;
  if (parameters === undefined) return ABSENT;
  const command = parameters['full_command'];
  return command === undefined ? { state: 'truncated', value: parameters } : { state: 'captured', value: { command } };
}

/** Claude Code cuts strings of `tool_input` at this length. */
const LONGEST_STRING = 512;

function isShortened(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.length >= LONGEST_STRING;
  if (isArray(value)) return value.some(isShortened);
  return isObject(value) && Object.values(value).some(isShortened);
}

function objectIn(value: Json | undefined): JsonObject | undefined {
  const inner = value === undefined ? undefined : decoded(value);
  return isObject(inner) ? inner : undefined;
}
