import type { Json, JsonObject } from '../model/json.js';

/** A map while it is being filled. */
export type Plain = { [key: string]: Json };

/** The one empty map: most events and scopes have no attributes, and an object without prototype takes 200 bytes. */
export const EMPTY: JsonObject = Object.freeze(Object.create(null) as Plain);

/** The one empty list. */
export const NOTHING: readonly never[] = Object.freeze([]);

/** A new map without prototype, so that a key named `__proto__` is only a key. */
export function plain(): Plain {
  return { __proto__: null } as unknown as Plain;
}

/** Not a number and the infinities are no JSON; they stand as the words that protobuf's JSON mapping gives them. */
export function finite(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

/** Deepest nesting of lists and maps. Honest arguments stay below ten; protobuf's own limit of 100 messages allows about fifty. */
export const MAX_DEPTH = 64;

/** What is said about a record that nests deeper. */
export const TOO_DEEP = `a value is nested deeper than ${MAX_DEPTH} levels`;
