import type { Past } from './series.js';

/** Whether two answers say the same; undefined where that cannot be told because one of them was not captured. */
export function sameAnswer(one: Past, other: Past): boolean | undefined {
  if (one.answer !== undefined && other.answer !== undefined) return one.answer === other.answer;
  if (one.answer !== undefined || other.answer !== undefined) return undefined;
  if (one.signature === undefined || other.signature === undefined) return undefined;
  return one.signature === other.signature;
}
