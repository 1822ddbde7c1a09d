import type { Attributes } from '@opentelemetry/api';
import { REFRAIN } from '../model/attributes.js';
import { isArray, isObject, type Json } from '../model/json.js';
import type { Claim } from '../model/tool-call.js';
import type { Hook } from './options.js';

/**
 * What the tool itself stated, as attributes that every backend can show. What the rules only inferred is not written:
 * an attribute counts as a statement of the tool, and each reader can infer for itself.
 */
export function statedAttributes(claims: readonly Claim[], hook: Hook): Attributes {
  const stated = claims.filter(({ source }) => source === 'declared' || source === 'envelope');
  const first = <K extends keyof Claim>(key: K): Claim[K] | undefined =>
    stated.find((claim) => claim[key] !== undefined)?.[key];
  const category = first('category');
  const retryable = first('retryable');
  const description = shown(first('description'), hook);
  return {
    [REFRAIN.errorCategory]: category,
    [REFRAIN.errorCode]: first('codeAsWritten')?.slice(0, MAX_CODE),
    [REFRAIN.retryable]: retryable,
    [REFRAIN.description]: description,
    [REFRAIN.retryAfterMs]: first('retryAfterMs'),
    [REFRAIN.resultCount]: first('resultCount'),
    errorCategory: category,
    isRetryable: retryable,
    description: category === undefined && retryable === undefined ? undefined : description,
  };
}

/** Longer than any code; what is longer is a message in the wrong place. */
export const MAX_CODE = 120;
/** A description is a sentence or two. */
const MAX_DESCRIPTION = 500;

/** A description is the tool's own words, so it is shown as content is: redacted, or not at all. */
export function shown(description: string | undefined, { content, sealer }: Hook): string | undefined {
  if (description === undefined || content === 'none' || content === 'hash-only') return undefined;
  return sealer.text(description, MAX_DESCRIPTION);
}

/** Whether a result can state anything at all: only structure does, also as JSON in a text. Prose is left to those who infer. */
export function mayState(result: Json | undefined): boolean {
  if (typeof result === 'string') return OPENS_JSON.test(result);
  if (!isObject(result)) return isArray(result) && result.some(isTextOfJson);
  const { content, structuredContent } = result;
  const blocks = isArray(content) && content.every((one) => isObject(one) && one['type'] === 'text');
  return structuredContent !== undefined || !blocks || content.some(isTextOfJson);
}

const OPENS_JSON = /^\s*[{[]/;

function isTextOfJson(block: Json): boolean {
  return isObject(block) && OPENS_JSON.test(String(block['text']));
}
