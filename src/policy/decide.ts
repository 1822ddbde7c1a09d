import type { Settings } from '../model/settings.js';
import type { ToolCall } from '../model/tool-call.js';
import { backoffMs } from './backoff.js';
import { realCallsAtMost, resendable } from './limits.js';
import { type Marks, UNMARKED } from './marks.js';
import { type Rule, refusal, warning } from './sentences.js';
import { type Past, predecessor, type Round, type SeriesMemory } from './series.js';

/** A repeated question within a minute of an empty answer asks before anything can have changed (design section 6). */
export const EMPTY_WINDOW_MS = 60_000;
/** The third identical answer in a row is a loop, so the third call is the first to be warned about. */
export const REPEATS = 3;

/** May this call be sent now? A warning travels with the answer; a refusal replaces it. */
export type Decision =
  | { readonly action: 'allow'; readonly warning?: Reason | undefined }
  | ({ readonly action: 'wait'; readonly waitMs: number } & Reason)
  | ({ readonly action: 'refuse' } & Reason);

/** Why, for a person and for the model. */
export interface Reason {
  readonly rule: Rule;
  /** One sentence for logs and dashboards. */
  readonly reason: string;
  /** What the model reads in place of, or beside, an answer. */
  readonly text: string;
}

/** The call about to be sent. */
export type Candidate = Pick<ToolCall, 'tool' | 'server' | 'turn' | 'user' | 'service' | 'traits'>;

/** What policy cannot know by itself. */
export interface Circumstances {
  /** Between 0 and 1, drawn by the caller. */
  readonly random: number;
  readonly marks?: Marks | undefined;
  /** Refuse repeats of `ok` and `empty` answers too, instead of warning. */
  readonly refuseRepeats?: boolean | undefined;
  /** Longest wait worth holding a call for; a longer one is refused with the time to come back. */
  readonly maxWaitMs?: number | undefined;
}

const ALLOW: Decision = { action: 'allow' };

/** Decides on a call from what its series went through. */
export function decide(
  memory: SeriesMemory | undefined,
  call: Candidate,
  nowMs: number,
  settings: Settings,
  circumstances: Circumstances,
): Decision {
  const { marks = UNMARKED } = circumstances;
  const last = predecessor(memory, { ...call, startedMs: nowMs }, marks);
  if (!last) return ALLOW;
  return last.fact.outcome === 'error'
    ? afterFailure(last, call, nowMs, settings, circumstances)
    : afterAnswer(last, call, nowMs, circumstances);
}

function afterFailure(
  last: Round,
  call: Candidate,
  nowMs: number,
  settings: Settings,
  circumstances: Circumstances,
): Decision {
  const rule = refusedBy(last, call, settings);
  if (rule) return refuse(rule, last, call);
  const waitMs = Math.ceil(requiredWaitMs(last, circumstances.random) - (nowMs - (last.lastEndMs ?? nowMs)));
  if (waitMs <= 0) return ALLOW;
  const why = last.fact.retryAfterMs === undefined ? 'backoff' : 'retry-after';
  if (waitMs > (circumstances.maxWaitMs ?? Number.POSITIVE_INFINITY)) return refuse(why, last, call, waitMs);
  return { action: 'wait', waitMs, ...refusal(why, last, call.tool, waitMs) };
}

/** The rule that forbids another call after this failure, whatever the time. */
export function refusedBy(
  { fact, failures }: Round,
  call: Pick<ToolCall, 'tool' | 'server'>,
  settings: Settings,
): Rule | undefined {
  if (fact.code === 'denied_by_user') return 'denied-by-user';
  const atMost = realCallsAtMost(fact, call, settings);
  if (atMost === undefined || failures < atMost) return undefined;
  return resendable(fact) === false ? 'non-retryable' : 'budget';
}

function requiredWaitMs({ fact, failures }: Round, random: number): number {
  if (fact.retryAfterMs !== undefined) return fact.retryAfterMs;
  return isTransient(fact) ? backoffMs(failures, random) : 0;
}

function isTransient(fact: Past): boolean {
  return resendable(fact) === true;
}

function afterAnswer(last: Round, call: Candidate, nowMs: number, { refuseRepeats }: Circumstances): Decision {
  const { fact, same, lastEndMs } = last;
  const soon = nowMs - (lastEndMs ?? nowMs) <= EMPTY_WINDOW_MS;
  const poll = call.traits.includes('polling');
  const empty = fact.outcome === 'empty' && soon && !poll;
  const loop = same >= REPEATS - 1 && !poll;
  if (!empty && !loop) return ALLOW;
  const rule = empty ? 'empty-repeat' : 'same-answer';
  return refuseRepeats ? refuse(rule, last, call) : { action: 'allow', warning: warning(rule, last, call.tool) };
}

function refuse(rule: Rule, last: Round, { tool }: Candidate, waitMs?: number): Decision {
  return { action: 'refuse', ...refusal(rule, last, tool, waitMs) };
}
