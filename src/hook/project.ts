import { types } from 'node:util';
import type { Json } from '../model/json.js';

/** A value as JSON, and whether something was left out because it was too much. */
export interface Projection {
  readonly value: Json;
  readonly cut: boolean;
}

/** Deeper than any sensible tool result; also ends cycles. */
const DEEPEST = 24;
/** What a key, a bracket or a number costs of the budget, about its length as text. */
const COST = 8;

interface Budget {
  left: number;
  cut: boolean;
}

/** Copies a value into plain JSON, up to a number of characters, so that the cost of a call does not grow with its size. */
export function project(value: unknown, characters: number): Projection {
  const budget: Budget = { left: characters, cut: false };
  const copied = copy(value, budget, 0) ?? null;
  return { value: copied, cut: budget.cut };
}

function copy(value: unknown, budget: Budget, depth: number): Json | undefined {
  budget.left -= COST;
  switch (typeof value) {
    case 'string':
      return text(value, budget);
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'boolean':
      return value;
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? null : composite(value, budget, depth);
    default:
      return undefined;
  }
}

function text(value: string, budget: Budget): string {
  const kept = value.length > budget.left ? value.slice(0, Math.max(0, budget.left)) : value;
  if (kept.length < value.length) budget.cut = true;
  budget.left -= kept.length;
  return kept;
}

function composite(value: object, budget: Budget, depth: number): Json | undefined {
  if (depth > DEEPEST || budget.left <= 0) {
    budget.cut = true;
    return null;
  }
  if (Array.isArray(value)) return list(value, budget, depth);
  if (types.isProxy(value)) return record(value as Record<string, unknown>, budget, depth);
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return `<${value.byteLength} bytes>`;
  if (value instanceof Map) return list([...value], budget, depth);
  if (value instanceof Set) return list([...value], budget, depth);
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return copy(toJSON.call(value, ''), budget, depth + 1);
  if (value instanceof Error) return record({ ...value, name: value.name, message: value.message }, budget, depth);
  return record(value as Record<string, unknown>, budget, depth);
}

function list(values: readonly unknown[], budget: Budget, depth: number): Json {
  const copied: Json[] = [];
  for (const value of values) {
    if (budget.left <= 0) {
      budget.cut = true;
      break;
    }
    copied.push(copy(value, budget, depth + 1) ?? null);
  }
  return copied;
}

function record(value: Record<string, unknown>, budget: Budget, depth: number): Json {
  const copied: Record<string, Json> = Object.create(null);
  for (const key of Object.keys(value)) {
    if (budget.left <= 0) {
      budget.cut = true;
      break;
    }
    budget.left -= key.length;
    const inner = copy(value[key], budget, depth + 1);
    if (inner !== undefined) copied[key] = inner;
  }
  return copied;
}
