import { isArray, isObject, type Json, type JsonObject } from '../../model/json.js';
import { decoded } from './parse.js';

/** A Python function's own parameters; the last is smolagents'. */
const PARAMETERS = new Set(['args', 'kwargs', 'sanitize_inputs_outputs']);

type Peel = (value: JsonObject, keys: readonly string[]) => Json | undefined;

/**
 * Envelopes around arguments (reference 0.3), each with who writes it. The first that fits is peeled. A shape that a tool's
 * own arguments may have (`{tool_name, arguments}` of a tool that calls tools) is left to the convention that writes it:
 * peeling it here would make calls of different tools equal.
 */
const ENVELOPES: readonly Peel[] = [
  // OpenLLMetry LangChain (py): the callback's own parameters.
  (value) => ('input_str' in value && 'inputs' in value ? callbackInputs(value) : undefined),
  // OpenLLMetry @tool (py, js), LangChain (js), OpenInference smolagents and LlamaIndex.
  (value, keys) => (keys.every((key) => PARAMETERS.has(key)) ? callArguments(value) : undefined),
  // JSON-RPC request (Logfire MCP).
  (value) =>
    value['method'] === 'tools/call' && isObject(value['params']) ? (value['params']['arguments'] ?? {}) : undefined,
  // Gemini CLI request.
  (value) => ('callId' in value && 'name' in value ? value['args'] : undefined),
  // LangChain ToolCall.
  (value) => (value['type'] === 'tool_call' && 'name' in value ? value['args'] : undefined),
  // LangChain runs with one input. A sentence stays under its key: the tool may have a parameter of that name.
  (value, keys) => (keys.length === 1 && 'input' in value ? structured(value['input']) : undefined),
];

/** Envelopes nest (a LangChain call inside a decorator's), but never deeper than this in any instrumentation known. */
const DEEPEST = 4;

/** Peels what instrumentations wrap around arguments, until it is what the model sent. */
export function unwrapArguments(given: Json): Json {
  let value = given;
  for (let depth = 0; depth < DEEPEST && isObject(value); depth++) {
    const inner = peeled(value);
    if (inner === undefined) break;
    value = decoded(inner);
  }
  return value;
}

function peeled(value: JsonObject): Json | undefined {
  const keys = Object.keys(value);
  if (keys.length === 0) return undefined;
  for (const peel of ENVELOPES) {
    const inner = peel(value, keys);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function callbackInputs({ inputs, input_str }: JsonObject): Json | undefined {
  return isObject(inputs) ? inputs : input_str;
}

function callArguments({ args, kwargs }: JsonObject): Json | undefined {
  // Without positional ones some leave the list out.
  if (args === undefined && isObject(kwargs)) return kwargs;
  if (!isArray(args)) return undefined;
  const named = isObject(kwargs) && Object.keys(kwargs).length > 0;
  if (args.length === 0) return isObject(kwargs) ? kwargs : undefined;
  return args.length === 1 && !named ? structured(args[0]) : undefined;
}

/** The value where it is an object, or text that holds one. */
function structured(value: Json | undefined): Json | undefined {
  const inner = value === undefined ? undefined : decoded(value);
  return isObject(inner) ? inner : undefined;
}
