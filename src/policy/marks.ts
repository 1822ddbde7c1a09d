import type { ToolCall } from '../model/tool-call.js';

/** What happened in a session that makes asking the same again reasonable; times of the latest such event. */
export interface Marks {
  /** A successful call outside the series that can change state ended. */
  readonly changedMs: number;
  /** A person said something. */
  readonly userMs: number;
  /** The model's context was compacted or reset: it may not know the earlier answer any more. */
  readonly contextMs: number;
}

/** Nothing happened. */
export const UNMARKED: Marks = {
  changedMs: Number.NEGATIVE_INFINITY,
  userMs: Number.NEGATIVE_INFINITY,
  contextMs: Number.NEGATIVE_INFINITY,
};

/** The latest change that one series made. */
export interface Change {
  readonly key: string;
  readonly endedMs: number;
}

/** Latest changes of distinct series, newest first. */
export type Changes = readonly Change[];

/** A cycle has at most five series, so the sixth is certainly outside it. */
const MAX_CHANGES = 6;

/**
 * Whether a call may have changed state: nothing says that it failed, and it is known to be an action (by annotation, else by
 * its name). Of a command or a sub-agent that nobody can read, the worst is assumed; of other tools with unknown effect it is
 * not, because most of them only answer or think.
 */
export function canChangeState({
  effect,
  outcome,
  guardRefused,
  traits,
}: Pick<ToolCall, 'effect' | 'outcome' | 'guardRefused' | 'traits'>): boolean {
  if (outcome === 'error' || guardRefused || effect === 'question') return false;
  return effect === 'action' || traits.includes('shell') || traits.includes('agent');
}

/** The changes with one more. */
export function noteChange(changes: Changes, change: Change): Changes {
  const others = changes.filter(({ key }) => key !== change.key);
  return [change, ...others].sort((a, b) => b.endedMs - a.endedMs).slice(0, MAX_CHANGES);
}

/** Time of the latest change by any series but the given ones: a call is never progress for its own series. */
export function changedOutside(changes: Changes, own: readonly (string | undefined)[]): number {
  return changes.find(({ key }) => !own.includes(key))?.endedMs ?? Number.NEGATIVE_INFINITY;
}
