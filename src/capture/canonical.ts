import { isArray, isObject, type Json } from '../model/json.js';

/** Canonical JSON: sorted keys, numbers as JavaScript prints them, the named volatile keys left out. */
export function canonical(value: Json, volatile: ReadonlySet<string>): string {
  if (isArray(value)) return `[${value.map((one) => canonical(one, volatile)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const parts = Object.keys(value)
    .filter((key) => !volatile.has(key))
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null, volatile)}`);
  return `{${parts.join(',')}}`;
}
