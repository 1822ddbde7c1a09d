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
import type { Prompt } from './call.js';

/** Sessions remembered at once: more than one process talks to within the ten minutes that an episode may pause. */
const SESSIONS = 2_000;
/** Series remembered at once, of all sessions together: some 25 MB at most. */
const SERIES = 20_000;
/** Running agents of one session whose latest prompt is remembered. */
const AGENTS = 20;

interface Session {
  /** Tells a session from an earlier one of the same name that was forgotten, marks and all. */
  readonly id: number;
  changes: Changes;
  userMs: number;
  contextMs: number;
  /** Latest prompt of each running agent. */
  readonly prompts: Bounded<string, Prompt>;
}

/** A finished call: what its series and its session remember of it. */
export type Finished = Made & Parameters<typeof canChangeState>[0];

/** What a guard remembers of the calls that it let through. */
export interface Memory {
  /** The series as far as it goes, and what happened in its session that makes asking again reasonable. */
  recall(session: string, key: string): { readonly series: SeriesMemory | undefined; readonly marks: Marks };
  /** Takes a finished call. Without a key it belongs to no series, but may have changed something. */
  learn(session: string, key: string | undefined, call: Finished): void;
  /** Compares the prompt behind a call with the one before: a new run or another user message is the user's turn. */
  hear(session: string, agentInstance: string, prompt: Prompt, nowMs: number): void;
  userTurn(session: string, nowMs: number): void;
  contextReset(session: string, nowMs: number): void;
}

/** A memory of nothing yet. */
export function createMemory(): Memory {
  const sessions = new Bounded<string, Session>(SESSIONS);
  const series = new Bounded<string, SeriesMemory>(SERIES);
  let count = 0;

  function sessionOf(id: string): Session {
    const known = sessions.get(id);
    if (known) return known;
    const { userMs, contextMs } = UNMARKED;
    count += 1;
    const session: Session = {
      id: count,
      changes: [],
      userMs,
      contextMs,
      prompts: new Bounded(AGENTS),
    };
    sessions.set(id, session);
    return session;
  }

  return {
    recall(id, key) {
      const session = sessionOf(id);
      return { series: series.get(placeOf(session, key)), marks: marksOf(session, key) };
    },
    learn(id, key, call) {
      const session = sessionOf(id);
      if (key !== undefined) {
        const place = placeOf(session, key);
        series.set(place, remember(series.get(place), call, marksOf(session, key)));
      }
      if (!canChangeState(call)) return;
      const endedMs = call.endedMs ?? call.startedMs;
      session.changes = noteChange(session.changes, { key: key ?? call.spanId, endedMs });
    },
    hear: (id, agentInstance, prompt, nowMs) => hear(sessionOf(id), agentInstance, prompt, nowMs),
    userTurn(id, nowMs) {
      sessionOf(id).userMs = nowMs;
    },
    contextReset(id, nowMs) {
      sessionOf(id).contextMs = nowMs;
    },
  };
}

function hear(session: Session, agentInstance: string, prompt: Prompt, nowMs: number): void {
  const known = session.prompts.get(agentInstance);
  session.prompts.set(agentInstance, prompt);
  if (!known) return;
  if (differ(known.run, prompt.run) || grew(known.userMessages, prompt.userMessages)) session.userMs = nowMs;
  else if (grew(prompt.allMessages, known.allMessages)) session.contextMs = nowMs;
}

function placeOf({ id }: Session, key: string): string {
  return `${id} ${key}`;
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

function grew(before: number | undefined, after: number | undefined): boolean {
  return before !== undefined && after !== undefined && after > before;
}

function marksOf({ changes, userMs, contextMs }: Session, key: string): Marks {
  return { changedMs: changedOutside(changes, [key]), userMs, contextMs };
}
