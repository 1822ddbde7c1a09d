import { REFRAIN } from '../../model/attributes.js';
import type { JsonObject } from '../../model/json.js';
import type { Declared } from '../../model/recognised.js';
import type { Category } from '../../model/tool-call.js';
import { firstFlag, firstNumber, firstText, numberOf, textOf, textsOf, wordTable } from './attributes.js';

/**
 * What tools and instrumentations state about a failure beside the result, whatever convention claims the span.
 * Refrain's own names first, then the bare names, then other vendors' equivalents (agento11y and Mastra: `error.category`).
 */
const CATEGORY = [
  REFRAIN.errorCategory,
  'errorCategory',
  'error_category',
  'error.category',
  'mcp.failure.category',
  'mcp.error.category',
  'tool.error.category',
  'gen_ai.tool.error.category',
];

const CODE = [
  REFRAIN.errorCode,
  'errorCode',
  'error_code',
  'mcp.failure.code',
  'tool.error.code',
  'gen_ai.tool.error.code',
];

const RETRYABLE = [
  REFRAIN.retryable,
  'refrain.error.retryable',
  'isRetryable',
  'is_retryable',
  'retryable',
  'error.retryable',
  'error.is_retryable',
  'error.isRetryable',
  'retry_recommended',
  'retryRecommended',
  'mcp.failure.retryable',
  'tool.error.retryable',
  'gen_ai.tool.error.retryable',
];

const DESCRIPTION = [
  REFRAIN.description,
  'refrain.error.description',
  'errorDescription',
  'error_description',
  'error.description',
  'mcp.failure.description',
  'tool.error.description',
];

const WAIT_MS = [
  REFRAIN.retryAfterMs,
  'refrain.error.retry_after_ms',
  'retryAfterMs',
  'retry_after_ms',
  'error.retry_after_ms',
  'mcp.failure.retry_after_ms',
];
const WAIT_SECONDS = [
  'retryAfter',
  'retry_after',
  'retryAfterSeconds',
  'retry_after_seconds',
  'error.retry_after',
  'error.retry_after_seconds',
  'mcp.failure.retry_after',
];

const COUNT = [REFRAIN.resultCount, 'resultCount', 'result_count', 'result.count', 'mcp.result.count'];

/** Every attribute that `declaredIn` reads. */
export const DECLARED_KEYS = [
  ...CATEGORY,
  ...CODE,
  ...RETRYABLE,
  ...DESCRIPTION,
  ...WAIT_MS,
  ...WAIT_SECONDS,
  ...COUNT,
  'description',
  'http.response.header.retry-after',
];

/** Words for the four categories that vendors use. A word outside this table is no category, but may be a code. */
const CATEGORIES = wordTable<Category>({
  transient: 'transient',
  temporary: 'transient',
  retryable: 'transient',
  timeout: 'transient',
  rate_limit: 'transient',
  server_error: 'transient',
  validation: 'validation',
  invalid_input: 'validation',
  client_error: 'validation',
  business: 'business',
  business_rule: 'business',
  domain: 'business',
  permission: 'permission',
  auth: 'permission',
  auth_error: 'permission',
  authentication: 'permission',
  authorization: 'permission',
});

/** Category words that name a cause more exactly than the category does, so they are also the code. */
const CODE_LIKE = new Set(['timeout', 'rate_limit']);

/** A record that declares nothing. */
export const NOTHING: Declared = {};

/** Reads every declared fact of one set of attributes; `failed` allows the bare name `description`, which elsewhere describes the tool. */
export function declaredIn(attributes: JsonObject, failed: boolean): Declared {
  const word = firstText(attributes, CATEGORY)?.toLowerCase();
  const category = word === undefined ? undefined : CATEGORIES.get(word);
  const code = firstText(attributes, CODE) ?? (word !== undefined && CODE_LIKE.has(word) ? word : undefined);
  const retryable = firstFlag(attributes, RETRYABLE);
  const retryAfterMs = waitIn(attributes);
  const resultCount = firstNumber(attributes, COUNT);
  const any = (category ?? code ?? retryable ?? retryAfterMs ?? resultCount) !== undefined;
  const bare = any || failed ? textOf(attributes['description']) : undefined;
  const description = firstText(attributes, DESCRIPTION) ?? bare;
  if (!any && description === undefined) return NOTHING;
  return { category, code, retryable, retryAfterMs, resultCount, description };
}

function waitIn(attributes: JsonObject): number | undefined {
  const ms = firstNumber(attributes, WAIT_MS);
  if (ms !== undefined) return ms;
  const seconds =
    firstNumber(attributes, WAIT_SECONDS) ?? numberOf(textsOf(attributes['http.response.header.retry-after'])[0]);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** What two records state about one failure: the first speaks, the second fills in. */
export function declaredFirst(first: Declared, second: Declared | undefined): Declared {
  if (second === undefined) return first;
  const merged: Record<string, unknown> = { ...second };
  for (const [key, value] of Object.entries(first)) if (value !== undefined) merged[key] = value;
  return merged;
}

/** MCP tool annotations, where a span states them. */
export const READ_ONLY = [REFRAIN.readOnly, 'mcp.tool.annotations.readOnlyHint', 'mcp.tool.annotations.read_only_hint'];
/** Likewise: the tool may destroy something. */
export const DESTRUCTIVE = [
  REFRAIN.destructive,
  'mcp.tool.annotations.destructiveHint',
  'mcp.tool.annotations.destructive_hint',
];
