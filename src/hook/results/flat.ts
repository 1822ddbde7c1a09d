import type { Category } from '../../model/tool-call.js';
import { type ClassifyOptions, classifyError } from '../classify.js';
import {
  type BusinessOptions,
  businessFailure,
  checkedFailure,
  type Failure,
  type FieldProblem,
  failureMessage,
  isRetryable,
  type PermissionOptions,
  permissionFailure,
  secondsOf,
  type TransientOptions,
  transientFailure,
  type ValidationOptions,
  validationFailure,
} from './failure.js';
import { emptyText } from './mcp.js';
import { checkPartial, type PartialOptions, partialText } from './partial.js';

/** The flat envelope of a call that worked. */
export interface FlatSuccess<D> {
  success: true;
  data: D;
  error_code: null;
  error_message: null;
  retry_recommended: false;
  retry_after_seconds: null;
  result_count?: number;
  message?: string;
}

/** The flat envelope of a call that failed. */
export interface FlatFailure {
  success: false;
  data: null;
  error_code: string;
  error_category: Category;
  error_message: string;
  retry_recommended: boolean;
  retry_after_seconds: number | null;
  fields?: readonly FieldProblem[];
}

/** What a call that did several things hands back. */
export interface FlatPartial<Item> {
  partial: true;
  succeeded: readonly Item[];
  attempted: readonly string[];
  failed: ({ item: string } & Omit<FlatFailure, 'success' | 'data'>)[];
}

function worked<D>(data: D, more: { result_count?: number; message?: string } = {}): FlatSuccess<D> {
  const nothing = {
    error_code: null,
    error_message: null,
    retry_recommended: false,
    retry_after_seconds: null,
  } as const;
  return { success: true, data, ...nothing, ...more };
}

function stated(failure: Failure): Omit<FlatFailure, 'success' | 'data'> {
  const { category, code, retryAfterMs, fields } = failure;
  return {
    error_code: code,
    error_category: category,
    error_message: failureMessage(failure),
    retry_recommended: isRetryable(failure),
    retry_after_seconds: retryAfterMs === undefined ? null : secondsOf(retryAfterMs),
    ...(fields ? { fields } : {}),
  };
}

function failed(failure: Failure): FlatFailure {
  return { success: false, data: null, ...stated(failure) };
}

/** Builds the flat envelope: success, data, error_code, error_message, retry_recommended, retry_after_seconds. */
export const flat = {
  /** It worked. `resultCount` for questions: how many records were found. */
  success<D>(data: D, { resultCount }: { resultCount?: number } = {}) {
    if (resultCount === 0) throw new TypeError('refrain: a success without results is flat.empty()');
    return worked(data, resultCount === undefined ? {} : { result_count: resultCount });
  },
  /** The question was answered: there is nothing. */
  empty<D = never[]>({ what, data }: { what?: string; data?: D } = {}) {
    return worked((data ?? []) as D, { result_count: 0, message: emptyText(what) });
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
  partial<Item>(options: PartialOptions<Item>): FlatSuccess<FlatPartial<Item>> {
    const { succeeded, attempted, failed: parts } = checkPartial(options);
    const failedParts = parts.map(({ item, failure }) => ({ item, ...stated(failure) }));
    return worked({ partial: true, succeeded, attempted, failed: failedParts }, { message: partialText(options) });
  },
  /** A failure that is described already. */
  failure: (failure: Failure) => failed(checkedFailure(failure)),
  /** The right failure for a caught exception or an HTTP response. */
  fromError: (error: unknown, options?: ClassifyOptions) => failed(classifyError(error, options)),
};
