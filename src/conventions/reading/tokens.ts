import { isObject, type JsonObject, parseJson } from '../../model/json.js';
import type { Tokens } from '../../model/recognised.js';
import { firstNumber, firstText } from './attributes.js';

const MODEL = [
  'gen_ai.response.model',
  'gen_ai.request.model',
  'llm.model_name',
  'ai.response.model',
  'ai.model.id',
  'langfuse.observation.model.name',
  'mlflow.llm.model',
  'llm.response.model',
  'llm.request.model',
];

const INPUT = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
  'llm.usage.prompt_tokens',
  'usage.prompt_tokens',
];

const OUTPUT = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
  'llm.usage.completion_tokens',
  'usage.completion_tokens',
];

/** Counts as one JSON object. */
const USAGE = ['langfuse.observation.usage_details'];
const USAGE_INPUT = ['input', 'input_tokens', 'prompt_tokens'];
const USAGE_OUTPUT = ['output', 'output_tokens', 'completion_tokens'];

/** Every key that is read here. */
export const TOKEN_KEYS = [...MODEL, ...INPUT, ...OUTPUT, ...USAGE];

/** The model that answered, else the one that was asked. */
export function modelIn(attributes: JsonObject): string | undefined {
  return firstText(attributes, MODEL);
}

/** Tokens of a model turn as any vocabulary writes them; undefined where no count stands. */
export function tokensIn(attributes: JsonObject): Tokens | undefined {
  const input = firstNumber(attributes, INPUT);
  const output = firstNumber(attributes, OUTPUT);
  return input === undefined && output === undefined ? usageIn(attributes) : { input, output };
}

function usageIn(attributes: JsonObject): Tokens | undefined {
  const text = firstText(attributes, USAGE);
  const usage = text === undefined ? undefined : parseJson(text);
  if (!isObject(usage)) return undefined;
  const input = firstNumber(usage, USAGE_INPUT);
  const output = firstNumber(usage, USAGE_OUTPUT);
  return input === undefined && output === undefined ? undefined : { input, output };
}
