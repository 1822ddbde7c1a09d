import type { Spans } from './spans.js';

/** After the root's end nothing more is expected, but spans may still be on their way. */
const AFTER_ROOT_MS = 10 * 60_000;
/** Without a root, silence is the only sign; people rarely leave a running agent idle for longer. */
const IDLE_MS = 30 * 60_000;

/** Knows when a session is over and known whole, so that what is absent can be concluded from. */
export interface Curfew {
  /** Something of the session was seen at this time. */
  seen(atMs: number): void;
  /** Something was taken away. */
  lost(): void;
  isOver(nowMs: number): boolean;
}

/** A curfew for the session of these spans; it looks at all of them only once the session has been quiet. */
export function createCurfew(spans: Spans): Curfew {
  let latestMs = Number.NEGATIVE_INFINITY;
  let overAtMs: number | undefined;
  return {
    seen(atMs) {
      latestMs = Math.max(latestMs, atMs);
      overAtMs = undefined;
    },
    lost() {
      latestMs = Number.NEGATIVE_INFINITY;
      for (const endMs of endsOf(spans)) latestMs = Math.max(latestMs, endMs);
      overAtMs = undefined;
    },
    isOver(nowMs) {
      if (nowMs < latestMs + AFTER_ROOT_MS) return false;
      overAtMs ??= spans.gaps.none ? latestMs + quietMs(spans) : Number.POSITIVE_INFINITY;
      return nowMs >= overAtMs;
    },
  };
}

function* endsOf({ calls, frames }: Spans): Generator<number> {
  for (const { startedMs, endedMs } of calls.values()) yield endedMs ?? startedMs;
  for (const { startedMs, endedMs } of frames.values()) yield endedMs ?? startedMs;
}

/** Short where every agent frame without a parent has ended, and there is one. */
function quietMs({ frames }: Spans): number {
  const roots = [...frames.values()].filter(({ kind, parentSpanId }) => kind === 'agent' && parentSpanId === undefined);
  return roots.length > 0 && roots.every(({ endedMs }) => endedMs !== undefined) ? AFTER_ROOT_MS : IDLE_MS;
}
