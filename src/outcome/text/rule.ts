/**
 * One phrase and what it implies. The example must fire the rule, the counter-example must not: both are tested.
 * Patterns see at most a few thousand characters, peeled of framework prefixes; gaps in them are bounded.
 */
export interface TextRule {
  readonly id: string;
  readonly pattern: RegExp;
  /** Canonical code of the code table; undefined where the phrase says "nothing found". */
  readonly code?: string;
  /** The phrase says that a question was answered with nothing. */
  readonly empty?: true;
  /** A short answer that is only this phrase is a failure even where nothing else says so. */
  readonly plain?: true;
  readonly example: string;
  readonly counter: string;
}
