import { isArray, isObject, type Json, type JsonObject, parseJson } from '../../model/json.js';
import type { Claim } from '../../model/tool-call.js';
import { codeAndWords, errorKey, flat, httpBody, statusWord } from './errors.js';
import { factsOf, plainKey } from './facts.js';
import { type Layer, plainLayer, type Setting } from './layer.js';
import { statedCount } from './payload.js';
import { contentText, exitResult, gemini, jsonRpc, type LayerReader, mcp, toolMessage } from './protocols.js';
import { pythonLiteral } from './python-literal.js';

export type { Setting } from './layer.js';
export { isNothing } from './payload.js';

/** What the result says about itself. */
export interface Envelope {
  readonly claims: readonly Claim[];
  /** Error texts of the envelope, best first. */
  readonly texts: readonly string[];
  /** The data or text that is left once the wrappers are off. */
  readonly payload: Json | undefined;
}

/** Protocols first: what they wrap may hold any of the others. */
const READERS: readonly LayerReader[] = [
  jsonRpc,
  mcp,
  toolMessage,
  gemini,
  exitResult,
  flat,
  errorKey,
  httpBody,
  statusWord,
  codeAndWords,
  lone,
];

/** Wrappers deeper than this are data: MCP in a tool message in a framework's output is three. */
const MAX_LAYERS = 6;
/** Text longer than this is not parsed again; conventions have parsed what was JSON as a whole. */
const MAX_JSON_TEXT = 65_536;

/** Takes wrapper after wrapper off a result and keeps what each one said. */
export function readEnvelope(value: Json | undefined, setting: Setting): Envelope {
  const claims: Claim[] = [];
  const texts: string[] = [];
  let rest = value;
  for (let depth = 0; depth < MAX_LAYERS; depth++) {
    const layer = peel(rest, setting);
    if (!layer) break;
    claims.push(...layer.claims);
    texts.unshift(...layer.texts);
    rest = layer.rest;
    if (layer.last) break;
  }
  return { claims, texts, payload: rest };
}

function peel(value: Json | undefined, setting: Setting): Layer | undefined {
  if (typeof value === 'string') return parsed(value);
  if (isArray(value)) {
    const text = contentText(value);
    return text === undefined ? undefined : plainLayer(text);
  }
  if (!isObject(value) || !mayWrap(value)) return undefined;
  for (const read of READERS) {
    const layer = read(value, setting);
    if (layer) return withOwnWords(layer, value, setting);
  }
  const own = ownWords(value, setting);
  return own.length === 0 ? undefined : withOwnWords({ ...plainLayer(value), last: true }, value, setting);
}

/** Keys by which any reader could know its kind. Most results are plain data and have none. */
const TELLING = new Set(
  `jsonrpc iserror structuredcontent content data kwargs toolresult toolcallid tooluseid callid functionresponse response
  exitcode returncode exitstatus code stdout stderr output success ok issuccess successful succeeded error errors fault
  exception detail type errorcode resultcount errorcategory isretryable result results value body returnvalue tooloutput
  status statuscode httpstatus cod httpcode responsestatus toolstatus callstatus executionstatus resultstatus apistatus
  outcome responseoutcome tooloutcome calloutcome executionoutcome resultoutcome apioutcome`
    .trim()
    .split(/\s+/),
);

function mayWrap(object: JsonObject): boolean {
  for (const key of Object.keys(object)) if (TELLING.has(plainKey(key))) return true;
  return false;
}

function withOwnWords(layer: Layer, object: JsonObject, setting: Setting): Layer {
  const own = ownWords(object, setting);
  if (own.length === 0) return layer;
  const texts = own.flatMap(({ description }) => (description === undefined ? [] : [description]));
  return { ...layer, claims: [...layer.claims, ...own], texts: [...layer.texts, ...texts] };
}

function parsed(text: string): Layer | undefined {
  const trimmed = text.trim();
  if (!/^[{["]/.test(trimmed) || trimmed.length > MAX_JSON_TEXT) return undefined;
  const value = parseJson(trimmed) ?? pythonLiteral(trimmed);
  return value === undefined ? undefined : plainLayer(value);
}

/** Refrain's own words inside a result: `errorCategory`, `isRetryable` and `resultCount` mean what they say. */
function ownWords(object: JsonObject, { nowMs }: Setting): readonly Claim[] {
  const count = statedCount(object);
  const counted: readonly Claim[] =
    count === undefined
      ? []
      : [{ source: 'envelope', rule: 'result-count', resultCount: count, empty: count === 0 ? true : undefined }];
  const category = object['errorCategory'] ?? object['error_category'];
  const retryable = object['isRetryable'] ?? object['is_retryable'];
  if (category === undefined && retryable === undefined) return counted;
  const facts = factsOf(object, nowMs);
  const claim: Claim = {
    source: 'envelope',
    rule: 'structured-error',
    category: facts.category,
    retryable: facts.retryable,
    retryAfterMs: facts.retryAfterMs,
    description: facts.description ?? facts.message,
    failed: facts.category === undefined ? undefined : true,
  };
  return [...counted, claim];
}

const WRAPPERS = new Set([
  'result',
  'results',
  'response',
  'output',
  'data',
  'value',
  'content',
  'body',
  'return_value',
  'tool_output',
]);

/** `{"result": …}` alone, `{"output": …, "kwargs": …}`: a wrapper that says nothing. */
function lone(object: JsonObject): Layer | undefined {
  const keys = Object.keys(object).filter((key) => key !== 'kwargs');
  const [only] = keys;
  return keys.length === 1 && only !== undefined && WRAPPERS.has(only) ? plainLayer(object[only] ?? null) : undefined;
}
