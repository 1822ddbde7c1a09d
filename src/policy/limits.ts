import { overridesFor, type Settings } from '../model/settings.js';
import type { ToolCall } from '../model/tool-call.js';
import { codeRow, UNCLASSIFIED } from '../outcome/index.js';

type Failure = Pick<ToolCall, 'code' | 'category' | 'retryable' | 'retryAfterMs'>;

/** What may be waited for is called three times at most: two waits, then give up (design section 5). */
const WAITABLE = 3;

/** Whether sending exactly this call again can work; undefined where nothing says so. */
export function resendable({ category, retryable }: Failure): boolean | undefined {
  if (retryable !== undefined) return retryable;
  return category === undefined ? undefined : category === 'transient';
}

/** Real calls at most for one series that keeps failing like this; undefined where there is no budget. */
export function realCallsAtMost(
  failure: Failure,
  { tool, server }: Pick<ToolCall, 'tool' | 'server'>,
  settings: Settings,
): number | undefined {
  const override = overridesFor(settings, tool, server).findLast(({ maxCalls }) => maxCalls !== undefined);
  if (override?.maxCalls !== undefined) return override.maxCalls;
  const row = codeRow(failure.code);
  if (row && row.realCalls === undefined) return undefined;
  const again = resendable(failure);
  if (again === false) return 1;
  if (again === undefined) return row?.realCalls ?? UNCLASSIFIED.realCalls;
  // Stated as retryable with a code that is not, the statement is believed once.
  return row?.realCalls === undefined ? WAITABLE : Math.max(row.realCalls, 2);
}
