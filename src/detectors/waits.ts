import type { Settings } from '../model/settings.js';
import type { ToolCall } from '../model/tool-call.js';
import { type Round, refusedBy, resendable, scheduleMs } from '../policy/index.js';
import type { Step } from './session.js';

/** Full jitter draws between nothing and the schedule; whoever stays below a quarter of it did not draw, but hurried. */
export const PATIENT_SHARE = 0.25;

/** Time between the end of an attempt and the moment the next one really went out: the guard may have held it inside its span. */
export function waitedMs(
  { startedMs, guardWaitedMs }: Pick<ToolCall, 'startedMs' | 'guardWaitedMs'>,
  { lastEndMs }: Round,
): number | undefined {
  return lastEndMs === undefined ? undefined : startedMs + guardWaitedMs - lastEndMs;
}

/** The wait that was due before a resend: the stated one, else the schedule's. */
export function dueMs({ fact, failures }: Round): number {
  return fact.retryAfterMs ?? scheduleMs(failures);
}

/** A resend as the code table wants it: after a retryable error, within the budget, and not in a hurry. */
export function isWellBehaved({ call, last }: Step, settings: Settings): boolean {
  if (last?.fact.outcome !== 'error' || resendable(last.fact) !== true) return false;
  const waited = waitedMs(call, last);
  if (waited === undefined || refusedBy(last, call, settings)) return false;
  return waited >= dueMs(last) * (last.fact.retryAfterMs === undefined ? PATIENT_SHARE : 0.9);
}
