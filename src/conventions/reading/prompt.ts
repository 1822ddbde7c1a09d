import type { Json, JsonObject } from '../../model/json.js';
import { ABSENT, type RecognisedFrame, type ToolMessage } from '../../model/recognised.js';
import type { Span, SpanEvent } from '../../model/span.js';
import { argumentsFrom, resultFrom } from './content.js';
import { worst } from './failure.js';
import { ANSWERS, indexedMessages, PROMPTS } from './indexed.js';
import { type Ask, type Message, messagesIn, type Reply } from './message.js';

type Prompt = Pick<RecognisedFrame, 'userMessages' | 'allMessages' | 'asksFor' | 'toolMessages'>;

/** A frame that is no model turn. */
export const NO_MESSAGES: Prompt = { userMessages: undefined, allMessages: undefined, asksFor: [], toolMessages: [] };

/** Keys that hold a whole prompt as JSON. */
const INPUT = [
  'gen_ai.input.messages',
  'ai.prompt.messages',
  'gen_ai.request.messages',
  'gen_ai.prompt',
  'gcp.vertex.agent.llm_request',
  'langfuse.observation.input',
  'mlflow.spanInputs',
  'lmnr.span.input',
];
/** Keys that hold what the model answered. */
const OUTPUT = [
  'gen_ai.output.messages',
  'ai.response.toolCalls',
  'gen_ai.response.tool_calls',
  'gen_ai.completion',
  'gcp.vertex.agent.llm_response',
  'langfuse.observation.output',
  'mlflow.spanOutputs',
  'lmnr.span.output',
];
/** Last, since under OpenInference it repeats what the numbered keys say in the provider's own shape. */
const RAW_OUTPUT = ['output.value'];

/** What a model turn was shown and asked for, as far as captured. */
export function promptOf({ attributes, events }: Span): Prompt {
  const shown = shownIn(attributes, events);
  const asked = askedIn(attributes, events);
  if (shown === undefined) return { ...NO_MESSAGES, asksFor: asked };
  return {
    userMessages: shown.filter(({ role, replies }) => role === 'user' && replies.length === 0).length,
    allMessages: shown.length,
    asksFor: asked,
    toolMessages: latestReplies(shown),
  };
}

function shownIn(attributes: JsonObject, events: readonly SpanEvent[]): Message[] | undefined {
  const raw = first(attributes, INPUT) ?? indexedMessages(attributes, PROMPTS) ?? eventMessages(events);
  const messages = withIds(messagesIn(raw), attributes);
  return messages.length === 0 ? undefined : messages;
}

/** OpenInference for LangChain.js drops calls and ids from the numbered keys; the serialised prompt beside them has both. */
function withIds(messages: Message[], attributes: JsonObject): Message[] {
  const serialised = attributes['input.value'];
  if (serialised === undefined || !messages.some(({ role, replies }) => role === 'tool' && replies.length === 0))
    return messages;
  const whole = messagesIn(serialised);
  return whole.some(({ replies }) => replies.length > 0) ? whole : messages;
}

function askedIn(attributes: JsonObject, events: readonly SpanEvent[]): string[] {
  const raw = first(attributes, OUTPUT) ?? indexedMessages(attributes, ANSWERS);
  const ids = idsIn(raw);
  return ids.length > 0
    ? ids
    : idsIn(first(attributes, RAW_OUTPUT) ?? (raw === undefined ? choices(events) : undefined));
}

function idsIn(raw: Json | undefined): string[] {
  return [...new Set(messagesIn(raw).flatMap(({ asks }) => asks.flatMap(({ id }) => id ?? [])))];
}

function first(attributes: JsonObject, keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = attributes[key];
    if (value !== undefined && value !== null && value !== '' && value !== '{}') return value;
  }
  return undefined;
}

/** Prompts as span events, one a message (older OpenTelemetry GenAI). */
function eventMessages(events: readonly SpanEvent[]): Json | undefined {
  const messages = events.filter(({ name }) => /^gen_ai\.(?:user|assistant|tool|system)\.message$/.test(name));
  return messages.length === 0 ? detail(events, 'gen_ai.input.messages') : messages.map(eventMessage);
}

function eventMessage({ name, attributes }: SpanEvent): JsonObject {
  const role = name.split('.')[1] ?? 'user';
  const id = attributes['id'];
  return { ...attributes, role, ...(role === 'tool' && id !== undefined ? { tool_call_id: id } : {}) };
}

function choices(events: readonly SpanEvent[]): Json | undefined {
  const choice = events.find(({ name }) => name === 'gen_ai.choice');
  return choice
    ? (choice.attributes['message'] ?? choice.attributes['content'])
    : detail(events, 'gen_ai.output.messages');
}

function detail(events: readonly SpanEvent[], key: string): Json | undefined {
  return events.find(({ name }) => name === 'gen_ai.client.inference.operation.details')?.attributes[key];
}

/**
 * Tool messages after the last request for tools: what this prompt tells the model for the first time. Earlier ones stood
 * in the prompts before, and reading them again in every turn would make a session cost the square of its length.
 */
function latestReplies(shown: readonly Message[]): ToolMessage[] {
  const last = shown.findLastIndex(({ asks }) => asks.length > 0);
  // Some providers write parallel calls as messages of their own, one after the other.
  const before = shown.findLastIndex(({ asks }, index) => index < last && asks.length === 0);
  const asks = new Map(
    shown.slice(before + 1, last + 1).flatMap((message) => message.asks.map((ask) => [ask.id, ask])),
  );
  return shown
    .slice(last + 1)
    .flatMap(({ replies }) => replies.flatMap((reply) => toolMessage(reply, asks.get(reply.id))));
}

function toolMessage({ id, tool, result, failed }: Reply, ask: Ask | undefined): ToolMessage[] {
  if (id === undefined) return [];
  const answer = result === undefined ? { content: ABSENT } : resultFrom(result);
  return [
    {
      callId: id,
      tool: tool ?? ask?.tool,
      arguments: ask === undefined ? ABSENT : argumentsFrom(ask.arguments ?? undefined),
      result: answer.content,
      failureFlag: worst([failed, answer.failed]),
    },
  ];
}
