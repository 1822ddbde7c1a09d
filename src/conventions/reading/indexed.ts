import type { Json, JsonObject } from '../../model/json.js';

/** Where a vocabulary spreads messages over numbered keys, as `prefix.0.message.role`. */
interface Spelling {
  readonly prefix: string;
  /** Between the number and the field. */
  readonly message: string;
  /** Between `tool_calls.M.` and the field. */
  readonly call: string;
  readonly callName: string;
  readonly callArguments: string;
}

const OPENINFERENCE = {
  message: 'message.',
  call: 'tool_call.',
  callName: 'function.name',
  callArguments: 'function.arguments',
};
const TRACELOOP = { message: '', call: '', callName: 'name', callArguments: 'arguments' };

/** Prompts: OpenInference, then OpenLLMetry (and Koog). */
export const PROMPTS: readonly Spelling[] = [
  { prefix: 'llm.input_messages', ...OPENINFERENCE },
  { prefix: 'gen_ai.prompt', ...TRACELOOP },
];
/** Answers, likewise. */
export const ANSWERS: readonly Spelling[] = [
  { prefix: 'llm.output_messages', ...OPENINFERENCE },
  { prefix: 'gen_ai.completion', ...TRACELOOP },
];

/** Rebuilds the messages that stand under numbered keys; undefined where none do. */
export function indexedMessages(attributes: JsonObject, spellings: readonly Spelling[]): readonly Json[] | undefined {
  for (const spelling of spellings) {
    const messages = collect((n) => messageAt(attributes, spelling, n));
    if (messages.length > 0) return messages;
  }
  return undefined;
}

function collect<T>(at: (n: number) => T | undefined): T[] {
  const found: T[] = [];
  for (let next = at(0); next !== undefined; next = at(found.length)) found.push(next);
  return found;
}

function messageAt(attributes: JsonObject, spelling: Spelling, place: number): JsonObject | undefined {
  const at = `${spelling.prefix}.${place}.${spelling.message}`;
  const role = attributes[`${at}role`];
  const calls = callsAt(attributes, spelling, at, place);
  if (role === undefined && calls.length === 0) return undefined;
  const content = attributes[`${at}content`] ?? attributes[`${at}contents.0.message_content.text`];
  const id = attributes[`${at}tool_call_id`];
  return {
    role: role ?? 'assistant',
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(content === undefined ? {} : { content }),
    ...(id === undefined ? {} : { tool_call_id: id, name: attributes[`${at}name`] ?? null }),
  };
}

/**
 * OpenInference for OpenAI Agents goes on counting calls over the messages of a prompt, so that the first call of a message
 * may have any number up to that of the calls before it; there are no more of these than messages.
 */
function callsAt(attributes: JsonObject, spelling: Spelling, at: string, place: number): JsonObject[] {
  const callOf = (n: number) => callAt(attributes, spelling, `${at}tool_calls.${n}.${spelling.call}`);
  const first = collect(callOf);
  if (first.length > 0 || attributes[`${at}role`] !== 'assistant' || attributes[`${at}content`]) return first;
  for (let start = 1; start <= place; start++) if (callOf(start)) return collect((n) => callOf(start + n));
  return first;
}

function callAt(attributes: JsonObject, { callName, callArguments }: Spelling, at: string): JsonObject | undefined {
  const name = attributes[at + callName];
  if (name === undefined) return undefined;
  return { id: attributes[`${at}id`] ?? null, name, arguments: attributes[at + callArguments] ?? null };
}
