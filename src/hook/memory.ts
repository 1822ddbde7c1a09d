import {
  type Changes,
  canChangeState,
  changedOutside,
  type Made,
  type Marks,
  noteChange,
  remember,
  type SeriesMemory,
  UNMARKED,
} from '../policy/index.js';
import { Bounded } from './bounded.js';

/** Sessions remembered at once: more than one process talks to within the ten minutes that an episode may pause. */
const SESSIONS = 2_000;
/** Series remembered of one session: a loop needs five, an honest agent rarely makes more calls than this in ten minutes. */
const SERIES = 500;

interface Session {
  readonly series: Bounded<string, SeriesMemory>;
  changes: Changes;
  userMs: number;
  contextMs: number;
}

/** A finished call: what its series and its session remember of it. */
export type Finished = Made & Parameters<typeof canChangeState>[0];

/** What a guard remembers of the calls that it let through. */
export interface Memory {
  /** The series as far as it goes, and what happened in its session that makes asking again reasonable. */
  recall(session: string, key: string): { readonly series: SeriesMemory | undefined; readonly marks: Marks };
  /** Takes a finished call. Without a key it belongs to no series, but may have changed something. */
  learn(session: string, key: string | undefined, call: Finished): void;
  userTurn(session: string, nowMs: number): void;
  contextReset(session: string, nowMs: number): void;
}

/** A memory of nothing yet. */
export function createMemory(): Memory {
  const sessions = new Bounded<string, Session>(SESSIONS);

  function sessionOf(id: string): Session {
    const known = sessions.get(id);
    if (known) return known;
    const { userMs, contextMs } = UNMARKED;
    const session: Session = { series: new Bounded(SERIES), changes: [], userMs, contextMs };
    sessions.set(id, session);
    return session;
  }

  return {
    recall(id, key) {
      const session = sessionOf(id);
      return { series: session.series.get(key), marks: marksOf(session, key) };
    },
    learn(id, key, call) {
      const session = sessionOf(id);
      if (key !== undefined) session.series.set(key, remember(session.series.get(key), call, marksOf(session, key)));
      if (!canChangeState(call)) return;
      const endedMs = call.endedMs ?? call.startedMs;
      session.changes = noteChange(session.changes, { key: key ?? call.spanId, endedMs });
    },
    userTurn(id, nowMs) {
      sessionOf(id).userMs = nowMs;
    },
    contextReset(id, nowMs) {
      sessionOf(id).contextMs = nowMs;
    },
  };
}

function marksOf({ changes, userMs, contextMs }: Session, key: string): Marks {
  return { changedMs: changedOutside(changes, [key]), userMs, contextMs };
}
