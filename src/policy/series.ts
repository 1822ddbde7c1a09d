import type { ToolCall } from '../model/tool-call.js';
import { sameAnswer } from './answers.js';
import { resendable } from './limits.js';
import { type Marks, UNMARKED } from './marks.js';

/** Calls further apart than this are another episode (design section 6). */
export const EPISODE_GAP_MS = 600_000;

/**
 * Overlap that is only the clock's: the JavaScript SDK stamps starts in whole milliseconds and ends with a fraction, so a call
 * that starts right after another one ended seems to start up to a millisecond before (measured with sdk-trace 2.12).
 */
export const CLOCK_GRAIN_MS = 1;

/** Turns remembered of one round. A round that more turns than this overlap in is a fan-out, and then time tells. */
const MAX_TURNS = 16;

/** What is remembered of a call that was made: enough to judge the next one, small enough to keep. */
export type Past = Pick<
  ToolCall,
  | 'spanId'
  | 'startedMs'
  | 'endedMs'
  | 'turn'
  | 'user'
  | 'service'
  | 'outcome'
  | 'code'
  | 'category'
  | 'retryable'
  | 'retryAfterMs'
  | 'source'
  | 'signature'
> & {
  /** Hash of the answer; undefined where it was not captured whole. */
  readonly answer: string | undefined;
};

/** A call that was made: the facts that series are made of. */
export type Made = Pick<ToolCall, Exclude<keyof Past, 'answer'> | 'answerHash' | 'result'>;

/** A call about to be sent, or looked at as if it were. */
export type Next = Pick<ToolCall, 'startedMs' | 'turn' | 'user' | 'service'>;

/** Calls of one series that are parallel to each other: one attempt, whatever their number. */
export interface Round {
  /** The most lenient member, because one answer that worked is enough. */
  readonly fact: Past;
  readonly startedMs: number;
  readonly firstEndMs: number | undefined;
  readonly lastEndMs: number | undefined;
  readonly turns: readonly string[];
  /** Rounds of the episode up to this one. */
  readonly index: number;
  /** Failed rounds in a row up to this one. */
  readonly failures: number;
  /** Rounds in a row with the same answer up to this one. */
  readonly same: number;
}

/** One series as far as it goes: bounded, never changed, only replaced. */
export interface SeriesMemory {
  /** Span id of the first call of the episode. */
  readonly episode: string;
  /** The round before the current one; undefined in the first round of an episode. */
  readonly prior: Round | undefined;
  readonly round: Round;
}

/** How a call stands to its series: opens an episode, runs beside the current round, or is asked for after it. */
export type Standing = 'opens' | 'beside' | 'after';

/** The series a call belongs to; undefined where its arguments are not known whole. */
export function seriesKey(call: Pick<ToolCall, 'agentInstance' | 'server' | 'tool' | 'arguments'>): string | undefined {
  const { hash, partial } = call.arguments;
  if (hash === undefined || partial) return undefined;
  return JSON.stringify([call.agentInstance, call.server ?? '', call.tool, hash]);
}

/** Reduces a call to what is remembered of it. */
export function pastOf(call: Made): Past {
  const { answerHash, result } = call;
  // Written out, because this runs for every call and spreading costs more than all the rest of it.
  return {
    spanId: call.spanId,
    startedMs: call.startedMs,
    endedMs: call.endedMs,
    turn: call.turn,
    user: call.user,
    service: call.service,
    outcome: call.outcome,
    code: call.code,
    category: call.category,
    retryable: call.retryable,
    retryAfterMs: call.retryAfterMs,
    source: call.source,
    signature: call.signature,
    answer: answerHash ?? (result.partial ? undefined : result.hash),
  };
}

/** Places a call in its series. */
export function standing(memory: SeriesMemory | undefined, next: Next, marks: Marks = UNMARKED): Standing {
  if (!memory) return 'opens';
  if (isBeside(memory.round, next)) return 'beside';
  if (isBroken(memory.round, next, marks)) return 'opens';
  return memory.round.firstEndMs === undefined ? 'beside' : 'after';
}

function isBeside({ turns, lastEndMs }: Round, { turn, startedMs }: Next): boolean {
  return (turn !== undefined && turns.includes(turn)) || (lastEndMs !== undefined && !isBefore(lastEndMs, startedMs));
}

/** Whether something that ended then was over when something else started, as far as clocks can tell. */
export function isBefore(endedMs: number, startedMs: number): boolean {
  return endedMs - startedMs <= CLOCK_GRAIN_MS;
}

/** Whether something came between that makes asking again reasonable: time, another person, a change, news for the model. */
function isBroken({ fact, startedMs, lastEndMs }: Round, next: Next, marks: Marks): boolean {
  const since = next.startedMs - (lastEndMs ?? fact.startedMs);
  const differ = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other;
  return (
    since > EPISODE_GAP_MS ||
    Math.max(marks.changedMs, marks.userMs, marks.contextMs) > startedMs ||
    differ(fact.user, next.user) ||
    differ(fact.service, next.service)
  );
}

/** The attempt that a call repeats; undefined where it repeats none. */
export function predecessor(memory: SeriesMemory | undefined, next: Next, marks: Marks = UNMARKED): Round | undefined {
  return repeatedBy(memory, standing(memory, next, marks));
}

function repeatedBy(memory: SeriesMemory | undefined, place: Standing): Round | undefined {
  if (place === 'opens') return undefined;
  return place === 'after' ? memory?.round : memory?.prior;
}

/** The memory after a call. Calls that the guard refused were never made and are not remembered. */
export function remember(memory: SeriesMemory | undefined, call: Made, marks: Marks = UNMARKED): SeriesMemory {
  return advance(memory, call, marks).after;
}

/** One step of a series: how the call stands to it, what it repeats, and the memory afterwards. */
export interface Advance {
  readonly standing: Standing;
  readonly last: Round | undefined;
  readonly after: SeriesMemory;
}

/** Places a call, finds what it repeats and remembers it, at once. */
export function advance(memory: SeriesMemory | undefined, call: Made, marks: Marks = UNMARKED): Advance {
  const place = standing(memory, call, marks);
  return { standing: place, last: repeatedBy(memory, place), after: remembered(memory, pastOf(call), place) };
}

function remembered(memory: SeriesMemory | undefined, past: Past, place: Standing): SeriesMemory {
  if (!memory || place === 'opens') return { episode: past.spanId, prior: undefined, round: roundOf(past, undefined) };
  if (place === 'after') return { ...memory, prior: memory.round, round: roundOf(past, memory.round) };
  return { ...memory, round: joined(memory.round, past, memory.prior) };
}

function roundOf(fact: Past, prior: Round | undefined): Round {
  return {
    fact,
    startedMs: fact.startedMs,
    firstEndMs: fact.endedMs,
    lastEndMs: fact.endedMs,
    turns: fact.turn === undefined ? [] : [fact.turn],
    ...counts(fact, prior),
  };
}

function counts(fact: Past, prior: Round | undefined): Pick<Round, 'index' | 'failures' | 'same'> {
  return {
    index: (prior?.index ?? 0) + 1,
    failures: fact.outcome === 'error' ? (prior?.failures ?? 0) + 1 : 0,
    same: prior && sameAnswer(prior.fact, fact) === true ? prior.same + 1 : 1,
  };
}

function joined(round: Round, past: Past, prior: Round | undefined): Round {
  const lenient = leniency(past) >= leniency(round.fact) ? past : round.fact;
  const fact =
    sameAnswer(round.fact, past) === true ? lenient : { ...lenient, answer: undefined, signature: undefined };
  const { turn, endedMs } = past;
  const known = turn === undefined || round.turns.includes(turn);
  return {
    fact,
    startedMs: Math.min(round.startedMs, past.startedMs),
    firstEndMs: extreme(Math.min, round.firstEndMs, endedMs),
    lastEndMs: extreme(Math.max, round.lastEndMs, endedMs),
    turns: known ? round.turns : [...round.turns, turn].slice(-MAX_TURNS),
    ...counts(fact, prior),
  };
}

function extreme(pick: (a: number, b: number) => number, a: number | undefined, b: number | undefined) {
  if (a === undefined || b === undefined) return a ?? b;
  return pick(a, b);
}

function leniency(past: Past): number {
  if (past.outcome !== 'error') return { ok: 5, empty: 4, unknown: 3 }[past.outcome];
  const again = resendable(past);
  return again === undefined ? 1 : again ? 2 : 0;
}
