import type { JsonObject } from '../../model/json.js';
import { type ClassifyOptions, classifyError } from '../classify.js';
import {
  type BusinessOptions,
  businessFailure,
  checkedFailure,
  type Failure,
  failureText,
  isRetryable,
  type PermissionOptions,
  permissionFailure,
  secondsOf,
  type TransientOptions,
  transientFailure,
  type ValidationOptions,
  validationFailure,
} from './failure.js';
import { checkPartial, type PartialOptions, partialText } from './partial.js';

/** A result as MCP tools return it. */
export interface McpResult<Structure extends object = object> {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent: Structure & { [key: string]: unknown };
  isError: boolean;
}

/** What a question that found nothing says about itself. */
export interface EmptyOptions {
  /** What was looked for, so that the text can say it: `orders of customer 42`. */
  readonly what?: string | undefined;
  /** The fields that a success would have had, empty. */
  readonly data?: JsonObject | undefined;
}

const FAILURE_KEYS = ['errorCategory', 'errorCode', 'isRetryable', 'retryAfterSeconds'];

function result<S extends object>(text: string, structure: S, isError: boolean): McpResult<S> {
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...structure } as McpResult<S>['structuredContent'],
    isError,
  };
}

function failed(failure: Failure) {
  const { category, code, description, retryAfterMs, fields, details } = failure;
  return result(
    failureText(failure),
    {
      errorCategory: category,
      errorCode: code,
      isRetryable: isRetryable(failure),
      description,
      ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: secondsOf(retryAfterMs) }),
      ...(fields ? { fields } : {}),
      ...(details ? { details } : {}),
    },
    true,
  );
}

function checkSuccess(data: object): void {
  const stray = FAILURE_KEYS.find((key) => key in data);
  if (stray) throw new TypeError(`refrain: a success has no ${stray}`);
}

/** The words for an empty answer: the model must not take it for a failure, and must not ask again. */
export function emptyText(what: string | undefined): string {
  return `The query ran and found nothing${what === undefined ? '' : `: no ${what}`}. This is the answer, not an error.`;
}

/** Builds MCP results: `structuredContent` with errorCategory, isRetryable and description beside `isError`. */
export const mcp = {
  /** It worked. `resultCount` for questions: how many records were found. */
  success<D extends object>(
    data: D & { readonly errorCategory?: never },
    options: { resultCount?: number; text?: string } = {},
  ) {
    checkSuccess(data);
    if (options.resultCount === 0) throw new TypeError('refrain: a success without results is mcp.empty()');
    const { resultCount, text } = options;
    const structure = resultCount === undefined ? data : { ...data, resultCount };
    return result<D & { resultCount?: number }>(text ?? JSON.stringify(data), structure, false);
  },
  /** The question was answered: there is nothing. */
  empty({ what, data }: EmptyOptions = {}) {
    return result(emptyText(what), { ...data, resultCount: 0 as const }, false);
  },
  /** Cannot work now; the same call may work later. */
  transient: <const C extends string>(options: TransientOptions<C>) => failed(transientFailure(options)),
  /** The call itself is wrong; a corrected one may work. */
  validation: <const C extends string>(options: ValidationOptions<C>) => failed(validationFailure(options)),
  /** Well-formed, but the state or the rules of the domain refuse it. */
  business: <const C extends string>(options: BusinessOptions<C>) => failed(businessFailure(options)),
  /** Rights or credentials are missing. */
  permission: <const C extends string>(options: PermissionOptions<C>) => failed(permissionFailure(options)),
  /** Some parts worked. The call is no error: what succeeded is there, and each failed part says why. */
  partial<Item>(options: PartialOptions<Item>) {
    const { succeeded, attempted, failed: parts } = checkPartial(options);
    const failedParts = parts.map(({ item, failure }) => ({ item, ...failed(failure).structuredContent }));
    return result(partialText(options), { partial: true as const, succeeded, attempted, failed: failedParts }, false);
  },
  /** A failure that is described already. */
  failure: (failure: Failure) => failed(checkedFailure(failure)),
  /** The right failure for a caught exception or an HTTP response. */
  fromError: (error: unknown, options?: ClassifyOptions) => failed(classifyError(error, options)),
};
