import { checkedFailure, type Failure } from './failure.js';

/** One part of a call that failed while others succeeded. */
export interface FailedPart {
  /** What was attempted: an id, a page, a source. */
  readonly item: string;
  readonly failure: Failure;
}

/** What came of a call that did several things. */
export interface PartialOptions<Item> {
  readonly succeeded: readonly Item[];
  /** Everything that was attempted, in words or ids. */
  readonly attempted: readonly string[];
  /** At least one; otherwise it is a success. */
  readonly failed: readonly [FailedPart, ...FailedPart[]];
}

/** Checks what types cannot. */
export function checkPartial<Item>(options: PartialOptions<Item>): PartialOptions<Item> {
  const { succeeded, attempted, failed } = options;
  if (failed.length === 0) throw new TypeError('refrain: a partial result has a failed part, else it is a success');
  if (succeeded.length === 0) throw new TypeError('refrain: where nothing succeeded, the result is a failure');
  if (attempted.length < succeeded.length + failed.length)
    throw new TypeError('refrain: more parts succeeded and failed than were attempted');
  for (const { failure } of failed) checkedFailure(failure);
  return options;
}

/** A partial result as one line of text. */
export function partialText({ succeeded, attempted, failed }: PartialOptions<unknown>): string {
  const parts = failed.map(({ item, failure }) => `${item} (${failure.code}: ${failure.description})`);
  return `${succeeded.length} of ${attempted.length} succeeded. Failed: ${parts.join('; ')}.`;
}
