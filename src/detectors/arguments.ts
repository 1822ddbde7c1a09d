import { isArray, isObject, type Json, parseJson } from '../model/json.js';
import type { ToolCall } from '../model/tool-call.js';

/** One value of the arguments and the way to it. */
export interface Leaf {
  readonly path: string;
  readonly value: string | number | boolean | null;
}

/** Arguments that are larger say too much to be compared value by value. */
const MAX_LEAVES = 200;

/** All values of the stored arguments; nothing where they were not captured whole. */
export function leavesOf({ arguments: { copy, partial } }: ToolCall): readonly Leaf[] {
  const value = copy === undefined || partial ? undefined : parseJson(copy);
  return value === undefined ? [] : [...walk(value, '', 0)].slice(0, MAX_LEAVES);
}

/** Deeper than any real argument; a limit against nests made to hurt. */
const MAX_DEPTH = 20;

function* walk(value: Json, path: string, depth: number): Generator<Leaf> {
  if (depth > MAX_DEPTH) return;
  if (isArray(value)) for (const [i, one] of value.entries()) yield* walk(one, `${path}[${i}]`, depth + 1);
  else if (isObject(value))
    for (const [key, one] of Object.entries(value)) yield* walk(one, `${path}.${key}`, depth + 1);
  else yield { path, value };
}

/** The last name on the way to a value, in lower case without punctuation. */
export function nameOf({ path }: Leaf): string {
  return (/\.([^.[\]]*)(?:\[\d+\])*$/.exec(path)?.[1] ?? '').toLowerCase().replace(/[^a-z]/g, '');
}

/** A number, or text that is one. */
export function numberOf({ value }: Leaf): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^[^\w-]?\s*-?[\d.,]*\d$/.test(value.trim())) return undefined;
  return numberIn(value);
}

function numberIn(text: string): number | undefined {
  const number = Number(text.replace(/[^\d.-]/g, ''));
  return Number.isFinite(number) ? number : undefined;
}

/** The numbers that a text quotes, thousands separators understood. */
export function numbersIn(text: string): readonly number[] {
  const found = text.match(/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g) ?? [];
  return found.flatMap((one) => numberIn(one) ?? []);
}
