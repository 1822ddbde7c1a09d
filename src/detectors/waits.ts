import type { ToolCall } from '../model/tool-call.js';
import type { Round } from '../policy/index.js';

/** Time between the end of an attempt and the moment the next one really went out: the guard may have held it inside its span. */
export function waitedMs(
  { startedMs, guardWaitedMs }: Pick<ToolCall, 'startedMs' | 'guardWaitedMs'>,
  { lastEndMs }: Round,
): number | undefined {
  return lastEndMs === undefined ? undefined : startedMs + guardWaitedMs - lastEndMs;
}
