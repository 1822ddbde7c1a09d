import type { TextRule } from './rule.js';
import { ACCESS } from './rules-access.js';
import { DOMAIN } from './rules-domain.js';
import { EMPTY } from './rules-empty.js';
import { INPUT } from './rules-input.js';
import { TRANSIENT } from './rules-transient.js';

/** All phrase rules in the order of trial: who may, can it later, is it well-formed, does the domain agree. */
export const FAILURE_RULES: readonly TextRule[] = [...ACCESS, ...TRANSIENT, ...INPUT, ...DOMAIN];

/** Phrases of an answer that found nothing. */
export const EMPTY_RULES: readonly TextRule[] = EMPTY;

/** An answer that says "nothing" is one sentence, perhaps with a hint after it. */
const MAX_EMPTY = 300;

/** The first rule of a list that a text fires. */
export function firstRule(rules: readonly TextRule[], text: string): TextRule | undefined {
  return rules.find(({ pattern }) => pattern.test(text));
}

/** The rule by which a whole text says that nothing was found. */
export function emptyRule(text: string): TextRule | undefined {
  if (text.length > MAX_EMPTY) return undefined;
  const bare = text.trim().replace(/^(?:(?:tool)?error|exception|warning|info|[\w.]{1,60}(?:Error|Exception)): /i, '');
  const sentence = bare.split(/\n|(?<=[.!]) /)[0] ?? '';
  return firstRule(EMPTY_RULES, sentence) ?? firstRule(EMPTY_RULES, bare);
}
