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

/** Why a rule exists, in its detector's words where it has one. */
export function whyOf({ detector, why }: Rule): string {
  return DETECTORS.find(({ id }) => id === detector)?.why ?? why;
}

/** What to do about it, in the same way. */
export function recoveryOf({ detector, recovery }: Rule): string {
  return DETECTORS.find(({ id }) => id === detector)?.recovery ?? recovery;
}

/** The README's chapter on alerts: one heading per rule, whose slug is the anchor that notifications link to. */
export function runbook(): string {
  return RULES.map(
    (rule) =>
      `### Alert ${rule.id}\n\n${whyOf(rule)}\n\nFires above ${rule.above} (${rule.severity}). ${rule.reason}\n\nWhat to do: ${recoveryOf(rule)}\n`,
  ).join('\n');
}
