import { isArray, isObject, type Json, type JsonObject } from '../../model/json.js';
import { flagOf, textOf, wordTable } from './attributes.js';
import { decoded } from './parse.js';

/** A call that a model asked for in a message. Some providers give no id. */
export interface Ask {
  readonly id: string | undefined;
  readonly tool: string | undefined;
  readonly arguments: Json | undefined;
}

/** A tool's answer in a message. */
export interface Reply {
  readonly id: string | undefined;
  readonly tool: string | undefined;
  readonly result: Json | undefined;
  readonly failed: boolean | undefined;
}

/** One message of a prompt or an answer, whoever spelled it. */
export interface Message {
  readonly role: string;
  readonly asks: readonly Ask[];
  readonly replies: readonly Reply[];
}

/** Keys under which a request or response object keeps its messages. */
const LISTS = ['messages', 'contents', 'input', 'choices', 'generations', 'output', 'content'] as const;

/** Every message in a value: a list, a list of lists, a request or response object, or one message. */
export function messagesIn(given: Json | undefined): Message[] {
  const value = given === undefined ? undefined : decoded(given);
  if (isArray(value)) return value.flatMap((one) => (isArray(one) ? one.flatMap(messageIn) : messageIn(one)));
  if (!isObject(value)) return [];
  if (isMessage(value)) return messageIn(value);
  for (const key of LISTS) {
    const inner = value[key];
    if (isArray(inner)) return messagesIn(inner);
  }
  return messageIn(value);
}

function isMessage(value: JsonObject): boolean {
  return 'role' in value || 'kwargs' in value || (typeof value['type'] === 'string' && 'data' in value);
}

function messageIn(value: Json): Message[] {
  if (!isObject(value)) return [];
  // A choice of a chat completion, a LangChain generation: the message is one level down.
  if (isObject(value['message'])) return messageIn(value['message']);
  const body = bodyOf(value);
  const parts = [...partsOf(body), ...looseCalls(body)];
  const asks = parts.flatMap(askIn);
  const replies = [...ownReply(body), ...parts.flatMap(replyIn)];
  const role = roleOf(value, body);
  return role === undefined && asks.length === 0 && replies.length === 0
    ? []
    : [{ role: role ?? (asks.length > 0 ? 'assistant' : 'tool'), asks, replies }];
}

/** LangChain keeps the message under `kwargs` or `data`, depending on who serialised it. */
function bodyOf(value: JsonObject): JsonObject {
  if (isObject(value['kwargs'])) return value['kwargs'];
  return isObject(value['data']) && typeof value['type'] === 'string' ? value['data'] : value;
}

/** LangChain types and classes, Gemini roles, and Pydantic AI event names, as chat roles. */
const ROLES = wordTable<string>({
  human: 'user',
  humanmessage: 'user',
  'gen_ai.user.message': 'user',
  ai: 'assistant',
  model: 'assistant',
  aimessage: 'assistant',
  aimessagechunk: 'assistant',
  'gen_ai.assistant.message': 'assistant',
  toolmessage: 'tool',
  function: 'tool',
  'gen_ai.tool.message': 'tool',
  systemmessage: 'system',
  developer: 'system',
  'gen_ai.system.message': 'system',
});
const CHAT_ROLES = new Set(['user', 'assistant', 'tool', 'system']);

function roleOf(value: JsonObject, body: JsonObject): string | undefined {
  const { id } = value;
  const named = isArray(id) ? textOf(id.at(-1)) : undefined;
  for (const word of [value['role'], body['role'], named, body['type'], value['type'], value['event.name']]) {
    if (typeof word !== 'string') continue;
    const role = ROLES.get(word.toLowerCase()) ?? word.toLowerCase();
    if (CHAT_ROLES.has(role)) return role;
  }
  return undefined;
}

function partsOf(body: JsonObject): readonly Json[] {
  const parts = body['parts'] ?? body['content'];
  return isArray(parts) ? parts : [body];
}

/** Calls beside the content: OpenAI `tool_calls`, LangChain `tool_calls`. */
function looseCalls(body: JsonObject): readonly Json[] {
  const more = isObject(body['additional_kwargs']) ? body['additional_kwargs']['tool_calls'] : undefined;
  const calls = body['tool_calls'] ?? body['toolCalls'] ?? more;
  return isArray(calls) ? calls.map((one) => (isObject(one) ? { ...one, type: 'tool_call' } : one)) : [];
}

const ASK_TYPES = new Set<Json | undefined>(['tool_call', 'tool_use', 'tool-call', 'function_call', 'function']);

function askIn(part: Json): Ask[] {
  if (!isObject(part)) return [];
  const google = part['functionCall'] ?? part['function_call'];
  const call = isObject(google) ? google : part;
  if (call === part && !ASK_TYPES.has(part['type']) && !isBareCall(part)) return [];
  const inner = isObject(call['function']) ? call['function'] : call;
  const id = textOf(call['call_id'] ?? call['id'] ?? call['toolCallId'] ?? call['tool_call_id']);
  const tool = textOf(inner['name'] ?? inner['toolName'] ?? inner['tool_name']);
  return [{ id, tool, arguments: inner['arguments'] ?? inner['args'] ?? inner['input'] }];
}

/** The Vercel AI SDK lists the calls of an answer without a type. */
function isBareCall(part: JsonObject): boolean {
  return part['type'] === undefined && 'toolCallId' in part && ('input' in part || 'args' in part);
}

const REPLY_TYPES = new Set<Json | undefined>([
  'tool_call_response',
  'tool_result',
  'tool-result',
  'tool-error',
  'function_call_output',
]);

function replyIn(part: Json): Reply[] {
  if (!isObject(part)) return [];
  const google = part['functionResponse'] ?? part['function_response'];
  const reply = isObject(google) ? google : part;
  if (reply === part && !REPLY_TYPES.has(part['type'])) return [];
  const id = textOf(reply['tool_use_id'] ?? reply['toolCallId'] ?? reply['call_id'] ?? reply['id']);
  const result = reply['response'] ?? reply['result'] ?? reply['output'] ?? reply['content'] ?? reply['error'];
  const failed = part['type'] === 'tool-error' ? true : flagOf(reply['is_error'] ?? reply['isError']);
  return [{ id, tool: textOf(reply['name'] ?? reply['toolName']), result, failed }];
}

/** A message that is itself the answer: OpenAI and LangChain `tool` messages. */
function ownReply(body: JsonObject): Reply[] {
  const id = textOf(body['tool_call_id']);
  if (id === undefined || !('content' in body)) return [];
  const { status } = body;
  const failed = status === 'error' ? true : status === 'success' ? false : undefined;
  return [{ id, tool: textOf(body['name']), result: body['content'], failed }];
}
