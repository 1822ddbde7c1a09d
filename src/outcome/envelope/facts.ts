import { isArray, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Category } from '../../model/tool-call.js';
import { codeRow } from '../code-reading.js';
import { statedWait } from '../retry-after.js';

/** What an error object says about the failure, in whatever spelling. */
export interface Facts {
  readonly category?: Category | undefined;
  /** Codes as written, the one the table knows first. */
  readonly codes: readonly string[];
  readonly retryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly message?: string | undefined;
  readonly description?: string | undefined;
}

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Keys are compared without case and punctuation: `error_code`, `errorCode` and `ErrorCode` are one. */
export function plainKey(key: string): string {
  const plain = plainKeys.get(key);
  if (plain !== undefined) return plain;
  const made = key.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plainKeys.size < MAX_KEYS) plainKeys.set(key, made);
  return made;
}
const plainKeys = new Map<string, string>();
/** Bounds the memory of spellings; services use a few hundred. */
const MAX_KEYS = 2000;

const CODE_KEYS =
  list(`errorcode errcode code type errortype status statuscode httpstatus httpstatuscode httpcode cod errno
  exception exceptiontype exceptionclass reason name sqlstate errorname errorstatus returncode`);
const MESSAGE_KEYS = list(`errormessage message msg errormsg errmsg errordescription detail details error reason title
  faultstring description text info cause stderr`);
const RETRYABLE_KEYS = list(`isretryable retryable retryrecommended canretry shouldretry retriable isretriable`);
const CATEGORY_KEYS = list('errorcategory category failurecategory');

const CATEGORIES: Readonly<Record<string, Category>> = {
  transient: 'transient',
  temporary: 'transient',
  validation: 'validation',
  input: 'validation',
  business: 'business',
  domain: 'business',
  permission: 'permission',
  authorization: 'permission',
  authentication: 'permission',
  auth: 'permission',
};

/** A category word of ours or a plain synonym; undefined for any other word. */
export function categoryOf(value: Json | undefined): Category | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/error$/, '');
  return Object.hasOwn(CATEGORIES, word) ? CATEGORIES[word] : undefined;
}

/** A flag that may have been written as text. */
export function flagOf(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'True') return true;
  return value === 'false' || value === 'False' ? false : undefined;
}

/** Collects the facts of an error object. `nowMs`: when the answer arrived. */
export function factsOf(object: JsonObject, nowMs: number): Facts {
  const codes: string[] = [];
  const messages = new Map<string, string>();
  const facts: { category?: Category | undefined; retryable?: boolean | undefined } = {};
  for (const key of Object.keys(object)) {
    const plain = plainKey(key);
    const value = object[key];
    if (CODE_KEYS.has(plain)) codes.push(...codeTexts(value));
    if (MESSAGE_KEYS.has(plain)) messages.set(plain, messageText(value) ?? '');
    if (RETRYABLE_KEYS.has(plain)) facts.retryable ??= flagOf(value);
    if (CATEGORY_KEYS.has(plain)) facts.category ??= categoryOf(value);
  }
  const message = [...MESSAGE_KEYS].map((key) => messages.get(key)).find(Boolean);
  const known = [...codes].sort((a, b) => Number(codeRow(b) !== undefined) - Number(codeRow(a) !== undefined));
  const description = messages.get('description') || undefined;
  return { ...facts, codes: known, message, description, retryAfterMs: statedWait(object, nowMs) };
}

/** Spelled-out codes only: a sentence in a code's place is a message, and small numbers are flags or exit statuses. */
function codeTexts(value: Json | undefined): readonly string[] {
  if (typeof value === 'number') return Math.abs(value) >= 100 ? [String(value)] : [];
  return typeof value === 'string' && value !== '' && value.length <= 80 ? [value] : [];
}

/** How many entries of an error list are read for a message. */
const MAX_ENTRIES = 3;

/** The words of an error value: a text, an object with a message, or a list of either. */
export function messageText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined;
  if (isArray(value)) return joined(value.slice(0, MAX_ENTRIES).map(messageText));
  if (!isObject(value)) return undefined;
  for (const wanted of MESSAGE_KEYS) {
    const key = Object.keys(value).find((one) => plainKey(one) === wanted);
    const text = key === undefined ? undefined : shallowText(value[key]);
    if (text) return text;
  }
  return undefined;
}

function shallowText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter(Boolean).join('; ') || undefined;
}
