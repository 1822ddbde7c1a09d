import type { Attributes } from '@opentelemetry/api';
import { REFRAIN } from '../model/attributes.js';

/** What a thrown value says, whatever it is. */
export interface Thrown {
  /** Most specific code, else the class: `error.type`. */
  readonly type: string;
  /** Class of the error. */
  readonly name: string;
  readonly message: string | undefined;
  readonly stack: string | undefined;
  /** What the error says to the agent, where it states a category. */
  readonly description: string | undefined;
  /** Codes, waits and statements that the error carries, as attributes. */
  readonly attributes: Attributes;
}

type Loose = Readonly<Record<string, unknown>>;

/** A `fetch` failure has the errno in its cause, and the cause may be an aggregate's first error; no library nests deeper. */
const DEEPEST_CAUSE = 3;

/** Reads a thrown value. It may be anything, so only strings and numbers are believed. */
export function thrownFacts(error: unknown): Thrown {
  if (!isLoose(error))
    return {
      type: typeof error,
      name: typeof error,
      message: String(error),
      stack: undefined,
      description: undefined,
      attributes: {},
    };
  const name = textOf(error['name']) ?? 'Error';
  const code = codeOf(error);
  return {
    type: code ?? name,
    name,
    message: textOf(error['message']),
    stack: textOf(error['stack']),
    description: categoryOf(error) === undefined ? undefined : textOf(error['description']),
    attributes: { ...protocolCodes(error, code), ...statements(error) },
  };
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A code says more than a class: errno, SQLSTATE, JSON-RPC and provider codes are all written there. */
function codeOf(error: Loose, depth = 0): string | undefined {
  const { code, cause } = error;
  if (typeof code === 'string' || typeof code === 'number') return String(code);
  return depth < DEEPEST_CAUSE && isLoose(cause) ? codeOf(cause, depth + 1) : undefined;
}

function protocolCodes(error: Loose, code: string | undefined): Attributes {
  const status = statusOf(error);
  return {
    'http.response.status_code': status,
    'rpc.response.status_code': code !== undefined && /^-32\d{3}$/.test(code) ? code : undefined,
  };
}

/** HTTP clients write the status in one of these places. */
export function statusOf(error: Loose): number | undefined {
  const { response } = error;
  const places = [error['status'], error['statusCode'], isLoose(response) ? response['status'] : undefined];
  return places.find((one): one is number => typeof one === 'number' && one >= 400 && one <= 599);
}

const CATEGORIES = new Set(['transient', 'validation', 'business', 'permission']);

function categoryOf({ errorCategory }: Loose): string | undefined {
  return CATEGORIES.has(String(errorCategory)) ? String(errorCategory) : undefined;
}

/** What the error states about itself, as errors made with the builders and some clients' errors do. */
function statements(error: Loose): Attributes {
  const { errorCode, isRetryable } = error;
  return {
    [REFRAIN.errorCategory]: categoryOf(error),
    [REFRAIN.errorCode]: textOf(errorCode),
    [REFRAIN.retryable]: typeof isRetryable === 'boolean' ? isRetryable : undefined,
    [REFRAIN.retryAfterMs]: retryAfterMs(error),
  };
}

/** The wait an error states: in a field of its own, else in the response's `Retry-After`. */
export function retryAfterMs(error: Loose, nowMs = Date.now()): number | undefined {
  if (typeof error['retryAfterMs'] === 'number') return error['retryAfterMs'];
  if (typeof error['retryAfterSeconds'] === 'number') return error['retryAfterSeconds'] * 1000;
  const { response } = error;
  const places = [error['headers'], error['responseHeaders'], isLoose(response) ? response['headers'] : undefined];
  for (const headers of places) {
    const wait = waitIn(headers, nowMs);
    if (wait !== undefined) return wait;
  }
  return undefined;
}

function waitIn(headers: unknown, nowMs: number): number | undefined {
  const precise = headerOf(headers, 'retry-after-ms');
  if (precise !== undefined && Number.isFinite(Number(precise))) return Number(precise);
  const value = headerOf(headers, 'retry-after');
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function headerOf(headers: unknown, name: string): string | undefined {
  if (!isLoose(headers)) return undefined;
  const { get } = headers;
  const value = typeof get === 'function' ? get.call(headers, name) : entryOf(headers, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function entryOf(headers: Loose, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
