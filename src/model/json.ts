/** Any JSON value. OTLP `kvlist` and `array` values arrive as these; bytes arrive as base64 text. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. Objects built from the wire have no prototype, so a key named `__proto__` is only a key. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Narrows to a JSON object (neither array nor null). */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Narrows to a JSON array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Parses JSON text; `undefined` where the text is not JSON. Never throws. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
