import { isArray, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Content } from '../../model/recognised.js';
import { flagOf, textOf } from './attributes.js';
import { decoded } from './parse.js';

/** A result without its envelopes, and what these stated. */
export interface Answer {
  readonly content: Content;
  readonly callId?: string | undefined;
  /** The tool's name, where the envelope repeats it. */
  readonly tool?: string | undefined;
  /** The protocol's own flag: MCP `isError`, ToolMessage status and the like. */
  readonly failed?: boolean | undefined;
  readonly cancelled?: boolean | undefined;
  /** JSON-RPC error code. */
  readonly code?: string | undefined;
  /** What a flagged result says beside its structured part. */
  readonly text?: string | undefined;
}

interface Layer extends Omit<Answer, 'content'> {
  readonly inner: Json;
}

type Peel = (value: JsonObject, keys: readonly string[]) => Layer | undefined;

/** Envelopes around results (reference 0.3), each with who writes it. The first that fits is peeled. */
const ENVELOPES: readonly Peel[] = [
  toolMessage,
  constructedToolMessage,
  toolOutput,
  toolFailure,
  // LangChain run outputs.
  (value, keys) => (onlyOf(keys, ['output', 'kwargs']) && 'output' in value ? layer(value['output']) : undefined),
  mcpResult,
  bedrockResult,
  // OpenLLMetry MCP.
  (value, keys) =>
    keys.length === 2 && 'result' in value && typeof value['is_error'] === 'boolean'
      ? layer(value['result'], { failed: value['is_error'] })
      : undefined,
  jsonRpcResponse,
  // ADK and FastMCP wrap what is no object.
  (value, keys) => (keys.length === 1 && 'result' in value ? layer(value['result']) : undefined),
  // Function response of the Gemini API (ADK under OpenInference).
  (value, keys) =>
    keys.length === 3 && 'id' in value && 'name' in value && 'response' in value ? layer(value['response']) : undefined,
  // One text block (OpenAI Agents with MCP).
  (value) => {
    const text = blockText(value);
    return text === undefined || value['type'] === undefined ? undefined : layer(text);
  },
  sdkOutput,
];

/** A LangChain ToolMessage printed by Python: the content comes first, quoted as Python quotes. */
const PRINTED_TOOL_MESSAGE = /^content=(?:'([^'\\]*(?:\\[\s\S][^'\\]*)*)'|"([^"\\]*(?:\\[\s\S][^"\\]*)*)")/;

/** Envelopes nest: a JSON-RPC response around an MCP result around a text around a JSON object. None goes deeper. */
const DEEPEST = 6;

/** Peels what protocols and instrumentations wrap around a result, until it is what the tool said. */
export function unwrapResult(given: Json): Answer {
  let facts: Omit<Answer, 'content'> = {};
  let value = given;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const found = peeled(value);
    if (found === undefined) break;
    const { inner, ...stated } = found;
    facts = merge(facts, stated);
    value = decoded(inner);
  }
  return { ...facts, content: { state: 'captured', value } };
}

/** Outer envelopes speak for the caller, so they win; a failure stated anywhere stands. */
function merge(outer: Omit<Answer, 'content'>, inner: Omit<Answer, 'content'>): Omit<Answer, 'content'> {
  return {
    callId: outer.callId ?? inner.callId,
    tool: outer.tool ?? inner.tool,
    failed: outer.failed || inner.failed ? true : (outer.failed ?? inner.failed),
    cancelled: outer.cancelled ?? inner.cancelled,
    code: outer.code ?? inner.code,
    text: outer.text ?? inner.text,
  };
}

function peeled(value: Json): Layer | undefined {
  if (typeof value === 'string') return printedToolMessage(value) ?? printedMcpResult(value);
  if (isArray(value)) return blocks(value);
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  for (const peel of ENVELOPES) {
    const found = peel(value, keys);
    if (found) return found;
  }
  return undefined;
}

function layer(inner: Json | undefined, stated: Omit<Layer, 'inner'> = {}): Layer {
  return { inner: inner ?? null, ...stated };
}

function failedBy(status: Json | undefined): boolean | undefined {
  if (status === 'error') return true;
  return status === 'success' ? false : undefined;
}

/** LangChain ToolMessage, dumped with or without its `data` wrapper. */
function toolMessage(value: JsonObject): Layer | undefined {
  if (value['type'] !== 'tool') return undefined;
  const data = isObject(value['data']) ? value['data'] : value;
  if (!('content' in data) || !('tool_call_id' in data)) return undefined;
  return layer(data['content'], messageFacts(data));
}

/** LangChain ToolMessage in its serialisable constructor form. */
function constructedToolMessage(value: JsonObject): Layer | undefined {
  const { kwargs, id } = value;
  if (value['type'] !== 'constructor' || !isObject(kwargs) || !isArray(id) || id.at(-1) !== 'ToolMessage')
    return undefined;
  return layer(kwargs['content'], messageFacts(kwargs));
}

function messageFacts(data: JsonObject): Omit<Layer, 'inner'> {
  return {
    callId: textOf(data['tool_call_id']),
    tool: textOf(data['name']),
    failed: failedBy(data['status']),
  };
}

/** LlamaIndex ToolOutput: what the tool returned, beside the same as blocks for the model. */
function toolOutput(value: JsonObject): Layer | undefined {
  if (!('raw_output' in value) || !('raw_input' in value)) return undefined;
  const stated = flagOf(value['is_error']);
  const inner = isNothing(value['raw_output']) ? (value['blocks'] ?? value['content']) : value['raw_output'];
  return layer(inner, { failed: stated });
}

/** Why a CrewAI tool failed, in CrewAI's words; those that are codes are kept. */
const FAILURE_REASONS = new Set([
  'tool_reported',
  'exception',
  'mcp_error',
  'usage_limit',
  'unknown_tool',
  'invalid_input',
]);
const REASON_CODES = new Set(['unknown_tool', 'invalid_input']);

/** CrewAI's ToolFailure: the span around it stays ok. */
function toolFailure(value: JsonObject): Layer | undefined {
  const reason = textOf(value['reason']);
  if (reason === undefined || !FAILURE_REASONS.has(reason) || !('message' in value) || !('retryable' in value))
    return undefined;
  return layer(value['message'], {
    failed: true,
    code: textOf(value['code']) ?? (REASON_CODES.has(reason) ? reason : undefined),
  });
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

/** An MCP CallToolResult printed by Python: LlamaIndex hands it to the model like this. */
const PRINTED_MCP_RESULT = /^meta=\S+ content=\[(.*)\] structured_?[cC]ontent=.* is_?[eE]rror=(True|False)\b/s;
const PRINTED_TEXT = /^TextContent\(type='text', text=(?:'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)"), /s;

function printedMcpResult(text: string): Layer | undefined {
  if (!text.startsWith('meta=')) return undefined;
  const found = PRINTED_MCP_RESULT.exec(text);
  if (!found) return undefined;
  const content = PRINTED_TEXT.exec(found[1] ?? '');
  const said = content ? unquoted(content[1] ?? content[2] ?? '') : (found[1] ?? '');
  return layer(said, { failed: found[2] === 'True' });
}

function printedToolMessage(text: string): Layer | undefined {
  if (!text.startsWith('content=') || !text.includes(' tool_call_id=')) return undefined;
  const content = PRINTED_TOOL_MESSAGE.exec(text);
  if (!content) return undefined;
  const rest = text.slice(content[0].length);
  return layer(unquoted(content[1] ?? content[2] ?? ''), {
    callId: / tool_call_id='([^']*)'/.exec(rest)?.[1],
    failed: failedBy(/ status='([^']*)'/.exec(rest)?.[1]),
  });
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

function unquoted(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, escaped: string) => ESCAPES.get(escaped) ?? escaped);
}

/** MCP CallToolResult, in camel or snake case. Absent `isError` means false there. */
function mcpResult(value: JsonObject): Layer | undefined {
  const { content } = value;
  const stated = flagOf(value['isError'] ?? value['is_error']);
  const structure = value['structuredContent'] ?? value['structured_content'];
  if (!isArray(content) || !(content.every(isBlock) || stated !== undefined)) return undefined;
  if (content.length === 0 && stated === undefined && structure === undefined) return undefined;
  const failed = stated ?? false;
  const text = joined(content);
  if (structure === undefined || structure === null) return layer(text ?? content, { failed });
  return layer(structure, { failed, text: failed ? text : undefined });
}

/** A Bedrock or Anthropic tool result block. */
function bedrockResult(value: JsonObject): Layer | undefined {
  const block = isObject(value['toolResult']) ? value['toolResult'] : value;
  const id = block['toolUseId'] ?? block['tool_use_id'];
  if (id === undefined || !('content' in block)) return undefined;
  return layer(block['content'], {
    callId: textOf(id),
    failed: failedBy(block['status']) ?? flagOf(block['is_error']),
  });
}

function jsonRpcResponse(value: JsonObject): Layer | undefined {
  if (value['jsonrpc'] === undefined) return undefined;
  const { error } = value;
  if (isObject(error)) return layer(error['message'] ?? error, { failed: true, code: textOf(error['code']) });
  return 'result' in value ? layer(value['result']) : undefined;
}

/** Tool output parts of the Vercel AI SDK. */
function sdkOutput(value: JsonObject, keys: readonly string[]): Layer | undefined {
  if (!onlyOf(keys, ['type', 'value', 'reason', 'providerOptions'])) return undefined;
  switch (value['type']) {
    case 'text':
    case 'json':
    case 'content':
      return 'value' in value ? layer(value['value'], { failed: false }) : undefined;
    case 'error-text':
    case 'error-json':
      return layer(value['value'], { failed: true });
    case 'execution-denied':
      return layer(value['reason'] ?? 'execution denied', { failed: true, cancelled: true });
    default:
      return undefined;
  }
}

/** A list of text blocks without the envelope (OpenLLMetry FastMCP, Strands). */
function blocks(value: readonly Json[]): Layer | undefined {
  if (value.length === 0) return undefined;
  const [only] = value;
  if (value.length === 1 && isObject(only) && 'json' in only && Object.keys(only).length === 1)
    return layer(only['json']);
  const text = joined(value);
  return text === undefined ? undefined : layer(text);
}

/** Content block types of the MCP specification; other lists named `content` are the tool's own data. */
const BLOCK_TYPES = new Set<Json | undefined>(['text', 'image', 'audio', 'resource', 'resource_link']);

function isBlock(value: Json): boolean {
  return isObject(value) && BLOCK_TYPES.has(value['type']);
}

/** Fields of a text block in MCP, Anthropic, Bedrock and OpenLLMetry. */
const BLOCK_KEYS = new Set([
  'type',
  'text',
  'content',
  'annotations',
  'citations',
  'cache_control',
  '_meta',
  'meta',
  'id',
]);

/** The text of blocks where all of them are text; undefined where one is something else. */
function joined(content: readonly Json[]): string | undefined {
  const texts = content.map(blockText);
  return texts.every((one) => one !== undefined) ? texts.join('\n') : undefined;
}

function blockText(block: Json): string | undefined {
  if (!isObject(block)) return undefined;
  const { type, text, content } = block;
  // A field of the tool's own beside the text would be lost, and two answers that differ only there would look equal.
  if (!Object.keys(block).every((key) => BLOCK_KEYS.has(key))) return undefined;
  if (type === undefined) return typeof text === 'string' ? text : undefined;
  if (type !== 'text') return undefined;
  if (typeof text === 'string') return text;
  return typeof content === 'string' ? content : undefined;
}

function onlyOf(keys: readonly string[], allowed: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => allowed.includes(key));
}
