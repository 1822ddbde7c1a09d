import { DETECTORS } from '../detectors/index.js';
import { RULES } from './rules/index.js';
import type { Rule } from './rules/rule.js';

/**
 * Where the README is read. The fragment is the slug that every renderer of Markdown makes of the heading below, so the same fragment works in a
 * checkout or behind another host: replace this address alone.
 */
const README = 'https://github.com/refrain/refrain';

/** Address of a rule's section. */
export function runbookUrl({ id }: Rule): string {
  return `${README}#${anchorOf(id)}`;
}

function anchorOf(id: string): string {
  return `alert-${id}`;
}

/** Why a rule exists and what to do about it; a detector that is gone must not leave a rule without words. */
export function wordsOf({ id, words }: Rule): { readonly why: string; readonly recovery: string } {
  const found = typeof words === 'string' ? DETECTORS.find((detector) => detector.id === words) : words;
  if (!found) throw new Error(`rule ${id} borrows its words from ${String(words)}, which is no detector`);
  return found;
}

/** The README's chapter on alerts: one heading per rule, whose slug is the anchor that notifications link to. */
export function runbook(): string {
  return RULES.map((rule) => {
    const { why, recovery } = wordsOf(rule);
    const when = `Fires above ${rule.above} (${rule.severity}). ${rule.reason}`;
    return `### Alert ${rule.id}\n\n${why}\n\n${when}\n\nWhat to do: ${recovery}\n`;
  }).join('\n');
}
