import type { Json, JsonObject } from '../../model/json.js';
import { isArray } from '../../model/json.js';

/** A non-empty string, or undefined. Numbers are printed, since ids arrive as either. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** The first of the keys that holds a non-empty text. */
export function firstText(attributes: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textOf(attributes[key]);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The first of the keys that holds anything at all, an empty string included. */
export function firstValue(attributes: JsonObject, keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = attributes[key];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** A finite number, also where it was written as text. */
export function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

/** The first of the keys that holds a number. */
export function firstNumber(attributes: JsonObject, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const number = numberOf(attributes[key]);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Words and what they mean. A map, since a word from the wire may be `constructor`. */
export function wordTable<T>(words: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(words));
}

const FLAGS = wordTable({ true: true, false: false, yes: true, no: false, '1': true, '0': false });

/** A truth value, also where it was written as text or 0/1. */
export function flagOf(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return FLAGS.get(String(value).toLowerCase());
}

/** The first of the keys that holds a truth value. */
export function firstFlag(attributes: JsonObject, keys: readonly string[]): boolean | undefined {
  for (const key of keys) {
    const flag = flagOf(attributes[key]);
    if (flag !== undefined) return flag;
  }
  return undefined;
}

/** A word in lower case, without the JSON quotes that some exporters leave around it. */
export function wordOf(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const bare = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  return bare === '' ? undefined : bare.toLowerCase();
}

/** The texts of a string or of an array of strings. */
export function textsOf(value: Json | undefined): readonly string[] {
  if (isArray(value)) return value.flatMap((one) => textOf(one) ?? []);
  const text = textOf(value);
  return text === undefined ? [] : [text];
}
