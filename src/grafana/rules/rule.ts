import type { Page } from '../../panels/panel.js';

/** A situation that somebody should be told about. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly severity: 'warning' | 'critical';
  /** The detector whose words explain it, or words of its own. */
  readonly words: string | { readonly why: string; readonly recovery: string };
  /**
   * One row per thing that can be in trouble: texts that name it and exactly one number. Things in good order are listed too, with their number,
   * so that an alert is resolved by a value and not by a missing row.
   */
  readonly sql: string;
  /** Seconds that the query looks back. */
  readonly window: number;
  /** Fires above this number. */
  readonly above: number;
  /** Why that number. */
  readonly reason: string;
  /** How long it must last before anybody is told. */
  readonly pending: string;
  /** How long it keeps firing after the last bad value, so that one good minute does not resolve it. */
  readonly keep: string;
  /** No rows at all: nothing to complain about, or the very thing to be told. */
  readonly noData: 'OK' | 'Alerting';
  /** What the notification says; `tool` and the like are labels, VALUE the number. */
  readonly summary: string;
  /** Where to look. */
  readonly panel: readonly [page: Page, panel: string];
}

/** The number in a summary; a template with a missing value would be sent unfilled. */
export const VALUE = '{{ with $values.A }}{{ printf "%.0f" .Value }}{{ end }}';

/** A label in a summary. */
export function label(name: string): string {
  return `{{ $labels.${name} }}`;
}

/** Completes nothing; it only holds the type, as for detectors and panels. */
export function defineRule(rule: Rule): Rule {
  return Object.freeze(rule);
}

const MINUTE = 60;
export const QUARTER = 15 * MINUTE;
export const HOUR = 60 * MINUTE;
