import { hostOf, type Trace } from './node.js';
import type { Turns } from './turns.js';

/** Whether a span of the trace names a parent that is not there. A log record may name a span that is traced elsewhere. */
export function lacksParent({ waiting }: Trace): boolean {
  return [...waiting.values()].some((nodes) =>
    [...nodes].some((node) => node.kind === 'frame' || node.raw.from === 'span'),
  );
}

/** These traces, and all that share a call or a turn with them. */
export function tracesBoundTo(start: readonly Trace[], turns: Turns): Set<Trace> {
  const bound = new Set(start);
  for (const trace of bound) {
    for (const call of trace.calls.values()) {
      for (const other of [hostOf(call), call.turn, ...call.guests]) if (other) bound.add(other.trace);
    }
    for (const frame of trace.frames.values()) {
      if (frame.raw.kind !== 'model') continue;
      for (const call of turns.calledBy(frame)) if (call.turn === frame) bound.add(call.trace);
    }
  }
  return bound;
}
