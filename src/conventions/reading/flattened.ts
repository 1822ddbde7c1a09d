import type { Json, JsonObject } from '../../model/json.js';
import { decoded } from './parse.js';

/** Rebuilds an object whose fields stand under keys of one prefix (and suffix), each value as JSON; undefined where none do. */
export function flattened(attributes: JsonObject, prefix: string, suffix = ''): JsonObject | undefined {
  const fields: Record<string, Json> = Object.create(null);
  let any = false;
  for (const key in attributes) {
    if (!key.startsWith(prefix) || !key.endsWith(suffix) || key.length <= prefix.length + suffix.length) continue;
    fields[key.slice(prefix.length, key.length - suffix.length)] = decoded(attributes[key] ?? null);
    any = true;
  }
  return any ? fields : undefined;
}
