import { isObject, type JsonObject } from '../model/json.js';
import type { LogRecord, Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { eventNames } from './directory.js';
import { firstText, flagOf, numberOf, textOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';
import { argumentsFrom, resultFrom } from './reading/content.js';
import { negated } from './reading/failure.js';
import { plumbing } from './reading/frame.js';
import { callFromLog, frameFromLog } from './reading/log-call.js';
import type { Answer } from './reading/result.js';

const ID = 'codex';
const KEYS = { tool: ['tool.name', 'mcp.tool.name', 'gen_ai.tool.name'], callId: ['tool.call_id'] };

/** OpenAI Codex CLI: log events, and the spans of its MCP client. */
export const codex: Convention = {
  id: ID,
  title: 'OpenAI Codex CLI',
  source: 'openai/codex: codex-rs/otel/src/events/session_telemetry.rs; reference 4.4',
  markers: {
    keys: ['tool.call_id', 'mcp.server.origin'],
    names: ['handle_responses'],
    events: ['codex.tool_result', 'codex.tool_decision', 'codex.user_prompt', 'codex.sse_event'],
  },
  support: {
    name: 'default',
    arguments: 'default',
    result: 'default',
    error: 'default',
    session: 'default',
    agent: 'default',
    tokens: 'default',
    unrun: 'default',
    capture: '[otel] exporter = { otlp-http = { endpoint = "…", protocol = "binary" } } in config.toml',
    note: 'Results are previews of at most 2 KiB; longer ones are marked as cut.',
  },
  read: (span) => {
    // What the model put out, not what was run.
    if (span.name === 'handle_responses') return plumbing(span);
    return isMcpCall(span) ? callFrom(span, ID, KEYS) : undefined;
  },
  readLog: (log) => {
    const [name] = eventNames(log).filter((one) => one.startsWith('codex.'));
    switch (name) {
      case 'codex.tool_result':
        return resultEvent(log);
      case 'codex.tool_decision':
        return DENIED.has(textOf(log.attributes['decision']) ?? '') ? refusal(log) : undefined;
      case 'codex.user_prompt':
        return frameFromLog(log, 'user', { name });
      case 'codex.sse_event':
        return log.attributes['event.kind'] === 'response.completed' || log.attributes['kind'] === 'response.completed'
          ? frameFromLog(log, 'model', { name, tokens: tokensIn(log.attributes) })
          : undefined;
      default:
        return undefined;
    }
  },
};

const DENIED = new Set(['denied', 'abort', 'reject', 'rejected']);

function isMcpCall({ name, attributes }: Span): boolean {
  return name === 'mcp.tools.call' || attributes['rpc.method'] === 'tools/call';
}

function resultEvent(log: LogRecord): Reading {
  const { attributes } = log;
  const failed = negated(flagOf(attributes['success']));
  const { answer, exit } = answerIn(attributes);
  return callFromLog(log, ID, {
    ...subject(attributes),
    arguments: argumentsFrom(attributes['arguments']),
    answer,
    failed,
    codes: [
      firstText(attributes, ['codex.mcp.error.code', 'error.type']),
      failed && exit ? `exit code ${exit}` : undefined,
    ],
    texts: [textOf(attributes['error.message'])],
  });
}

function refusal(log: LogRecord): Reading {
  const { attributes } = log;
  const by = textOf(attributes['source']) ?? 'decision';
  return callFromLog(log, ID, { ...subject(attributes), failed: true, cancelled: true, texts: [`denied by ${by}`] });
}

function subject(attributes: JsonObject) {
  return {
    tool: firstText(attributes, ['tool_name', 'tool.name']) ?? 'unknown',
    callId: firstText(attributes, ['call_id', 'tool.call_id']),
    agent: ID,
  };
}

/** Shell results are an object of output and exit code; the duration beside it would make every answer differ. */
function answerIn(attributes: JsonObject): { answer: Answer; exit: number | undefined } {
  const answer = resultFrom(attributes['output']);
  const { value } = answer.content;
  if (!isObject(value) || !isObject(value['metadata']) || !('output' in value)) return { answer, exit: undefined };
  const exit = numberOf(value['metadata']['exit_code']);
  return { answer: { ...answer, content: { ...answer.content, value: value['output'] ?? null } }, exit };
}

function tokensIn(attributes: JsonObject) {
  return { input: numberOf(attributes['input_token_count']), output: numberOf(attributes['output_token_count']) };
}
