import { isArray, isObject, type Json, type JsonObject } from '../../model/json.js';
import { factsOf, flagOf } from './facts.js';
import { failure, flagged, type Layer, plainLayer, type Setting } from './layer.js';

/** A reader of one family of wrappers: the layer it takes off, or undefined where the object is not its kind. */
export type LayerReader = (object: JsonObject, setting: Setting) => Layer | undefined;

/** MCP `CallToolResult`, camel and snake case. `isError: false` is what the caller was told, not evidence. */
export const mcp: LayerReader = (object) => {
  const flag = flagOf(object['isError'] ?? object['is_error']);
  const structured = object['structuredContent'] ?? object['structured_content'];
  const content = object['content'] ?? object['result'];
  const isResult = flag !== undefined ? content !== undefined || structured !== undefined : isParts(object['content']);
  if (!isResult) return undefined;
  const text = contentText(content);
  const rest = structured ?? text ?? content ?? null;
  const claims = flag ? [flagged('mcp.isError', true)] : [];
  return { claims, texts: flag && text && structured !== undefined ? [text] : [], rest };
};

function isParts(content: Json | undefined): boolean {
  return (
    isArray(content) &&
    content.length > 0 &&
    content.every((part) => isObject(part) && typeof part['type'] === 'string')
  );
}

/** The joined text of content parts (MCP, Bedrock, LangChain); undefined where a part is no text. */
export function contentText(content: Json | undefined): string | undefined {
  if (typeof content === 'string') return content;
  if (!isArray(content) || content.length === 0) return undefined;
  const texts = content.map(partText);
  return texts.every((text) => text !== undefined) ? texts.join('\n') : undefined;
}

function partText(part: Json): string | undefined {
  if (!isObject(part)) return undefined;
  const { type, text, json, content } = part;
  if (type !== undefined && type !== 'text' && type !== 'input_text' && type !== 'output_text') return undefined;
  if (typeof text === 'string') return text;
  if (json !== undefined) return JSON.stringify(json);
  return type === 'text' && typeof content === 'string' ? content : undefined;
}

/** LangChain `ToolMessage` in its three printed forms, and Bedrock/Strands `toolResult`. */
export const toolMessage: LayerReader = (object) => {
  const inner = [object['data'], object['kwargs'], object['toolResult'], object].find(isMessage);
  if (!inner) return undefined;
  const failed = inner['status'] === 'error' || flagOf(inner['is_error']) === true;
  return {
    claims: failed ? [flagged('tool-message.status', true)] : [],
    texts: [],
    rest: contentText(inner['content']) ?? inner['content'] ?? null,
  };
};

function isMessage(value: Json | undefined): value is JsonObject {
  if (!isObject(value) || value['content'] === undefined) return false;
  return ['tool_call_id', 'toolCallId', 'toolUseId', 'tool_use_id', 'call_id'].some((key) => value[key] !== undefined);
}

/** Gemini CLI `{status, response}` and Google's `functionResponse`. */
export const gemini: LayerReader = (object) => {
  const response = object['functionResponse'] ?? object['function_response'];
  if (isObject(response)) return plainLayer(response['response'] ?? null);
  const { status } = object;
  if (object['response'] === undefined || typeof status !== 'string') return undefined;
  if (status === 'cancelled')
    return {
      claims: [{ ...flagged('gemini.status', true), code: 'cancelled', codeAsWritten: status }],
      texts: [],
      rest: object['response'],
    };
  if (status !== 'error' && status !== 'success') return undefined;
  return { claims: status === 'error' ? [flagged('gemini.status', true)] : [], texts: [], rest: object['response'] };
};

/** JSON-RPC response: `{jsonrpc, id, result}` or `{jsonrpc, id, error: {code, message, data}}`. */
export const jsonRpc: LayerReader = (object, { nowMs }) => {
  if (object['jsonrpc'] === undefined) return undefined;
  const { error } = object;
  if (!isObject(error)) return plainLayer(object['result'] ?? null);
  const facts = factsOf({ ...(isObject(error['data']) ? error['data'] : {}), ...error }, nowMs);
  return {
    claims: [failure('json-rpc.error', facts)],
    texts: facts.message ? [facts.message] : [],
    rest: null,
    last: true,
  };
};

/** What a program run returned: `{stdout, stderr, exitCode}`. The status decides; both streams are only texts. */
export const exitResult: LayerReader = (object) => {
  const status = ['exit_code', 'exitCode', 'returncode', 'return_code', 'exit_status', 'exitStatus', 'code']
    .map((key) => object[key])
    .find((value) => typeof value === 'number');
  const hasStreams = ['stdout', 'stderr', 'output'].some((key) => typeof object[key] === 'string');
  if (!hasStreams || (status === undefined && object['stdout'] === undefined)) return undefined;
  const rest = object['stdout'] ?? object['output'] ?? '';
  if (typeof status !== 'number') return plainLayer(rest);
  if (status === 0)
    return { claims: [{ source: 'code', rule: 'exit-status', failed: false }], texts: [], rest, last: true };
  const texts = [object['stderr'], rest].filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
  return { claims: [failure('exit-status', { codes: [`exit ${status}`] })], texts, rest, last: true };
};
