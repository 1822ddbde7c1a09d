import type { JsonObject } from '../../model/json.js';
import type { Category } from '../../model/tool-call.js';
import { codeRow } from '../../outcome/index.js';
import type { CodeIn } from './codes.js';

/** A failure in full, ready to be written in either shape. */
export interface Failure {
  readonly category: Category;
  readonly code: string;
  /** A sentence for the agent: what happened, and what it can do. */
  readonly description: string;
  readonly retryAfterMs?: number | undefined;
  readonly fields?: readonly FieldProblem[] | undefined;
  readonly details?: JsonObject | undefined;
}

/** What is wrong with one argument. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
  readonly expected?: string | undefined;
}

interface Stated<C extends Category, Code extends string> {
  readonly description: string;
  readonly code?: CodeIn<C, Code> | undefined;
  readonly details?: JsonObject | undefined;
}

interface NoWait {
  /** Only what may be resent can say when. */
  readonly retryAfterMs?: never;
}

interface NoFields {
  /** Only arguments have fields. */
  readonly fields?: never;
}

/** Options of `transient`: the same call may work later. */
export type TransientOptions<Code extends string> = Stated<'transient', Code> &
  NoFields & { readonly retryAfterMs?: number | undefined };
/** Options of `validation`: a corrected call may work. */
export type ValidationOptions<Code extends string> = Stated<'validation', Code> &
  NoWait & { readonly fields?: readonly FieldProblem[] | undefined };
/** Options of `business`: well-formed, but refused by the state or the rules of the domain. */
export type BusinessOptions<Code extends string> = Stated<'business', Code> & NoWait & NoFields;
/** Options of `permission`: rights or credentials are missing. */
export type PermissionOptions<Code extends string> = Stated<'permission', Code> & NoWait & NoFields;

interface Loose {
  readonly description: string;
  readonly code?: string | undefined;
  readonly details?: JsonObject | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly fields?: readonly FieldProblem[] | undefined;
}

/** The code of a failure that states none: the most general of its category. */
export const DEFAULT_CODE: Record<Category, string> = {
  transient: 'unavailable',
  validation: 'invalid_arguments',
  business: 'policy_violation',
  permission: 'permission_denied',
};

const EVERYWHERE = ['description', 'code', 'details'];
const ALLOWED: Record<Category, readonly string[]> = {
  transient: [...EVERYWHERE, 'retryAfterMs'],
  validation: [...EVERYWHERE, 'fields'],
  business: EVERYWHERE,
  permission: EVERYWHERE,
};

/** The four ways to fail. Impossible combinations do not type-check, and throw where types are forced. */
export function transientFailure<const Code extends string>(options: TransientOptions<Code>): Failure {
  return failure('transient', options);
}
/** A failure that a corrected call may avoid. */
export function validationFailure<const Code extends string>(options: ValidationOptions<Code>): Failure {
  return failure('validation', options);
}
/** A failure that the domain decided on. */
export function businessFailure<const Code extends string>(options: BusinessOptions<Code>): Failure {
  return failure('business', options);
}
/** A failure that only other rights can avoid. */
export function permissionFailure<const Code extends string>(options: PermissionOptions<Code>): Failure {
  return failure('permission', options);
}

function failure(category: Category, options: Loose): Failure {
  const { code = DEFAULT_CODE[category], description, ...rest } = options;
  checkKeys(category, options);
  if (typeof description !== 'string' || description.trim() === '')
    throw new TypeError(`refrain: ${category}() needs a description that tells the agent what happened`);
  const known = codeRow(code)?.category;
  if (known !== undefined && known !== category)
    throw new TypeError(`refrain: the code ${code} means ${known}, not ${category}`);
  const { retryAfterMs } = rest;
  if (retryAfterMs !== undefined && !(Number.isFinite(retryAfterMs) && retryAfterMs >= 0))
    throw new TypeError(`refrain: retryAfterMs is a number of milliseconds, not ${retryAfterMs}`);
  return { category, code, description, ...rest };
}

/** A failure that is complete already, checked like the others. */
export function checkedFailure({ category, ...options }: Failure): Failure {
  return failure(category, options);
}

function checkKeys(category: Category, options: object): void {
  for (const [key, value] of Object.entries(options))
    if (value !== undefined && !ALLOWED[category].includes(key))
      throw new TypeError(`refrain: a ${category} failure has no ${key}`);
}

/** Whether resending the very same call can work: true for transient failures and for nothing else. */
export function isRetryable({ category }: Failure): boolean {
  return category === 'transient';
}

/** The failure as one line of text, for agents that read nothing else. */
export function failureText(one: Failure): string {
  return `Error ${one.code}: ${failureMessage(one)}`;
}

/** The same without its code, for a place beside the code. */
export function failureMessage(one: Failure): string {
  const fields = (one.fields ?? []).map(({ field, problem, expected }) => ` ${field}: ${problem}${wanted(expected)}.`);
  const wait = one.retryAfterMs === undefined ? '' : ` Retry after ${secondsOf(one.retryAfterMs)} seconds.`;
  return `${sentence(one.description)}${fields.join('')}${wait}`;
}

function wanted(expected: string | undefined): string {
  return expected === undefined ? '' : ` (expected ${expected})`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

/** Rounded up, because a call that comes a little early is refused again. */
export function secondsOf(ms: number): number {
  return Math.ceil(ms / 100) / 10;
}
