import type { Attributes } from '@opentelemetry/api';
import { REFRAIN } from '../model/attributes.js';
import type { Claim } from '../model/tool-call.js';

/**
 * What the tool itself stated, as attributes that every backend can show. What the rules only inferred is not written:
 * an attribute counts as a statement of the tool, and each reader can infer for itself.
 */
export function statedAttributes(claims: readonly Claim[]): Attributes {
  const stated = claims.filter(({ source }) => source === 'declared' || source === 'envelope');
  const first = <K extends keyof Claim>(key: K): Claim[K] | undefined =>
    stated.find((claim) => claim[key] !== undefined)?.[key];
  const category = first('category');
  const retryable = first('retryable');
  const description = first('description');
  return {
    [REFRAIN.errorCategory]: category,
    [REFRAIN.errorCode]: first('codeAsWritten'),
    [REFRAIN.retryable]: retryable,
    [REFRAIN.description]: description,
    [REFRAIN.retryAfterMs]: first('retryAfterMs'),
    [REFRAIN.resultCount]: first('resultCount'),
    errorCategory: category,
    isRetryable: retryable,
    description: category === undefined && retryable === undefined ? undefined : description,
  };
}
