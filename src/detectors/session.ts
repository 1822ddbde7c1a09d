import type { Frame, ToolCall } from '../model/tool-call.js';
import {
  advance,
  type Changes,
  changedOutside,
  type Marks,
  noteChange,
  type Round,
  type SeriesMemory,
  type Standing,
  seriesKey,
  UNMARKED,
} from '../policy/index.js';
import type { Ledger } from './ledger.js';

/** One call in the light of what came before it. */
export interface Step {
  readonly call: ToolCall;
  /** The series; undefined where the arguments are not known whole. */
  readonly key: string | undefined;
  readonly standing: Standing;
  /** The attempt this call repeats; undefined where it is no resend. */
  readonly last: Round | undefined;
  readonly before: SeriesMemory | undefined;
  readonly after: SeriesMemory | undefined;
  readonly marks: Marks;
  readonly changes: Changes;
}

/** What is known of the conversation of one agent instance. */
interface Conversation {
  readonly turn: string;
  readonly userMs: number;
  readonly contextMs: number;
  readonly userMessages: number | undefined;
  readonly allMessages: number | undefined;
}

/** Follows one session in order: series, turns, progress, the user's turns, compactions. */
export interface Session {
  user(atMs: number): void;
  changed(call: ToolCall, atMs: number): void;
  step(call: ToolCall): Step;
}

const ALL = '';

/** Without arguments there is no series. */
const BLIND = { key: undefined, standing: 'opens', last: undefined, before: undefined, after: undefined } as const;

/** A session before its first call. `frameOf` finds the model frame of a turn. */
export function createSession(ledger: Ledger, frameOf: (spanId: string) => Frame | undefined): Session {
  const series = ledger.cells<SeriesMemory>();
  const conversations = ledger.cells<Conversation>();
  const changes = ledger.cells<Changes>();
  const users = ledger.cells<number>();

  function marksOf(call: ToolCall, key: string | undefined): Marks {
    const talk = conversations.get(call.agentInstance);
    return {
      changedMs: changedOutside(changes.get(ALL) ?? [], [key]),
      userMs: Math.max(users.get(ALL) ?? UNMARKED.userMs, talk?.userMs ?? UNMARKED.userMs),
      contextMs: talk?.contextMs ?? UNMARKED.contextMs,
    };
  }

  return {
    user: (atMs) => users.set(ALL, atMs),
    changed(call, atMs) {
      const key = seriesKey(call) ?? call.spanId;
      changes.set(ALL, noteChange(changes.get(ALL) ?? [], { key, endedMs: atMs }));
    },
    step(call) {
      const turn = call.turn === undefined ? undefined : frameOf(call.turn);
      if (turn) conversations.set(call.agentInstance, listen(conversations.get(call.agentInstance), turn));
      const key = seriesKey(call);
      const marks = marksOf(call, key);
      const known = changes.get(ALL) ?? [];
      if (key === undefined) return { ...BLIND, call, marks, changes: known };
      const before = series.get(key);
      const { standing, last, after } = advance(before, call, marks);
      series.set(key, after);
      return { call, key, before, standing, last, after, marks, changes: known };
    },
  };
}

/** More user messages in the prompt than before: the user spoke. Fewer messages at all: the context was cut. */
function listen(known: Conversation | undefined, frame: Frame): Conversation {
  if (known?.turn === frame.spanId) return known;
  const { userMessages, allMessages } = frame;
  const more = (known?.userMessages ?? Number.POSITIVE_INFINITY) < (userMessages ?? Number.NEGATIVE_INFINITY);
  const fewer = (known?.allMessages ?? Number.NEGATIVE_INFINITY) > (allMessages ?? Number.POSITIVE_INFINITY);
  return {
    turn: frame.spanId,
    userMs: more ? frame.startedMs : (known?.userMs ?? UNMARKED.userMs),
    contextMs: fewer ? frame.startedMs : (known?.contextMs ?? UNMARKED.contextMs),
    userMessages: userMessages ?? known?.userMessages,
    allMessages: allMessages ?? known?.allMessages,
  };
}
