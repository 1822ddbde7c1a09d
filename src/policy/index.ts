export { sameAnswer } from './answers.js';
export { backoffMs, scheduleMs } from './backoff.js';
export {
  type Candidate,
  type Circumstances,
  type Decision,
  decide,
  EMPTY_WINDOW_MS,
  REPEATS,
  type Reason,
  refusedBy,
} from './decide.js';
export { realCallsAtMost, resendable } from './limits.js';
export {
  type Change,
  type Changes,
  canChangeState,
  changedOutside,
  type Marks,
  noteChange,
  UNMARKED,
} from './marks.js';
export type { Rule } from './sentences.js';
export {
  type Advance,
  advance,
  CLOCK_GRAIN_MS,
  EPISODE_GAP_MS,
  isBefore,
  type Made,
  type Next,
  type Past,
  pastOf,
  predecessor,
  type Round,
  remember,
  type SeriesMemory,
  type Standing,
  seriesKey,
  standing,
} from './series.js';
