import type { Trace } from './node.js';

/** Which traces hold records of a session. */
export interface Sessions {
  enter(session: string, trace: Trace): void;
  leave(session: string, trace: Trace): void;
  tracesOf(session: string): Iterable<Trace>;
}

/** No sessions. */
export function createSessions(): Sessions {
  const sessions = new Map<string, Map<Trace, number>>();
  return {
    enter(session, trace) {
      const traces = sessions.get(session) ?? new Map<Trace, number>();
      traces.set(trace, (traces.get(trace) ?? 0) + 1);
      sessions.set(session, traces);
    },
    leave(session, trace) {
      const traces = sessions.get(session);
      const left = (traces?.get(trace) ?? 0) - 1;
      if (left > 0) traces?.set(trace, left);
      else traces?.delete(trace);
      if (traces?.size === 0) sessions.delete(session);
    },
    tracesOf: (session) => sessions.get(session)?.keys() ?? [],
  };
}
