import { DEFAULT_SETTINGS, type Settings } from '../model/settings.js';
import { type Circumstances, decide, predecessor, type Reason } from '../policy/index.js';
import type { Asked } from './asked.js';
import { now } from './clock.js';
import { createMemory, type Finished, type Memory } from './memory.js';
import type { Refusal } from './refusal.js';
import { safely } from './safely.js';
import { sleep } from './sleep.js';

/** How a guard decides. The limits themselves are the code table's. */
export interface GuardOptions {
  /** Real calls at most per tool (`maxCalls`), effects, traits and volatile keys of tools. Default: those of the instrumentation. */
  readonly settings?: Partial<Settings> | undefined;
  /** What makes two calls the same, instead of their canonical arguments. Undefined: this call is not guarded. */
  readonly key?: ((call: KeyedCall) => string | undefined) | undefined;
  /** Longest that one call is held back. A longer wait is refused with the time to come back. Default 30 s. */
  readonly maxWaitMs?: number | undefined;
  /** Also refuse repeats of calls that worked or found nothing, instead of only noting them. Default false. */
  readonly refuseRepeats?: boolean | undefined;
  /** Told of every refusal, wait and warning. */
  readonly onDecision?: ((event: GuardEvent) => void) | undefined;
  /** Between 0 and 1, for the jitter of waits. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** A call as a key function sees it. */
export interface KeyedCall {
  readonly tool: string;
  readonly server: string | undefined;
  readonly arguments: unknown;
}

/** Something a guard did. */
export interface GuardEvent {
  readonly action: 'refuse' | 'wait' | 'warn';
  readonly tool: string;
  readonly session: string;
  readonly rule: Reason['rule'];
  readonly reason: string;
  readonly waitMs: number;
}

/** Keeps calls that cannot succeed from being sent. One guard may serve many agents; it tells sessions apart. */
export interface Guard {
  /** A person spoke: whatever was tried before may be tried again. */
  userTurn(conversation?: string): void;
  /** The model's context was compacted or reset: it may not know earlier answers any more. */
  contextReset(conversation?: string): void;
  /** What the guard did so far. */
  readonly saved: Readonly<Saved>;
}

/** Counts of what a guard did. */
export interface Saved {
  refused: number;
  waited: number;
  waitedMs: number;
}

/** What came of asking. */
export interface Admission {
  readonly refusal?: Refusal | undefined;
  readonly warning?: Reason | undefined;
  readonly wait?: Reason | undefined;
  readonly waitedMs: number;
}

/** The side of a guard that wrappers use. */
export interface Gate {
  readonly options: GuardOptions;
  /** The guard's own settings, where it has some. */
  readonly settings: Settings | undefined;
  readonly saved: Saved;
  /** Decides at once where it can, so that an allowed call is not even a tick later. */
  admit(asked: Asked, settings: Settings, signal?: AbortSignal): Admission | Promise<Admission>;
  learn(asked: Asked, call: Finished): void;
}

/** Longest single backoff of the schedule; who waits longer is better off doing something else. */
const MAX_WAIT_MS = 30_000;

const ADMITTED: Admission = { waitedMs: 0 };
const gates = new WeakMap<Guard, Gate>();

/** Makes a guard. */
export function createGuard(options: GuardOptions = {}): Guard {
  const memory = createMemory();
  const saved: Saved = { refused: 0, waited: 0, waitedMs: 0 };
  const guard: Guard = {
    userTurn: (conversation = '') => memory.userTurn(conversation, now()),
    contextReset: (conversation = '') => memory.contextReset(conversation, now()),
    saved,
  };
  gates.set(guard, createGate(options, memory, saved));
  return guard;
}

/** A guard from what an option says: none, a new one, a new one with options, or one that is shared. */
export function guardFrom(given: boolean | Guard | GuardOptions | undefined): Guard | undefined {
  if (given === undefined || given === false) return undefined;
  if (given === true) return createGuard();
  return gates.has(given as Guard) ? (given as Guard) : createGuard(given as GuardOptions);
}

/** The wrappers' side of a guard. */
export function gateOf(guard: Guard | undefined): Gate | undefined {
  return guard && gates.get(guard);
}

interface Desk {
  readonly options: GuardOptions;
  readonly memory: Memory;
  readonly saved: Saved;
}

function createGate(options: GuardOptions, memory: Memory, saved: Saved): Gate {
  const desk: Desk = { options, memory, saved };
  return {
    options,
    settings: options.settings && { ...DEFAULT_SETTINGS, ...options.settings },
    saved,
    admit(asked, settings, signal) {
      safely(() => asked.prompt && memory.hear(asked.session, asked.agentInstance, asked.prompt, now()));
      return asked.key === undefined ? ADMITTED : admit(desk, { ...asked, key: asked.key }, settings, signal);
    },
    learn: (asked, call) => memory.learn(asked.session, asked.key, call),
  };
}

type Keyed = Asked & { readonly key: string };

/** Fail-open: a fault of ours admits the call. */
function admit(desk: Desk, asked: Keyed, settings: Settings, signal?: AbortSignal): Admission | Promise<Admission> {
  const random = safely(() => (desk.options.random ?? Math.random)()) ?? 1;
  const first = safely(() => verdict(desk, asked, settings, { random, waitedMs: 0 }));
  if (!first) return ADMITTED;
  return first.pauseMs === undefined ? first.admission : hold(desk, asked, settings, random, signal);
}

interface Verdict {
  readonly admission: Admission;
  readonly pauseMs?: number;
}

interface Held {
  readonly random: number;
  readonly waitedMs: number;
}

function verdict(desk: Desk, asked: Keyed, settings: Settings, { random, waitedMs }: Held): Verdict {
  const { options, memory } = desk;
  const { series, marks } = memory.recall(asked.session, asked.key);
  const maxWaitMs = Math.max(0, (options.maxWaitMs ?? MAX_WAIT_MS) - waitedMs);
  const circumstances: Circumstances = { random, marks, maxWaitMs, refuseRepeats: options.refuseRepeats };
  const nowMs = now();
  const decision = decide(series, asked.candidate, nowMs, settings, circumstances);
  if (decision.action === 'wait') return { admission: { wait: decision, waitedMs }, pauseMs: decision.waitMs };
  if (decision.action === 'allow') return { admission: { warning: decision.warning, waitedMs } };
  const fact = predecessor(series, { ...asked.candidate, startedMs: nowMs }, marks)?.fact;
  const later = decision.rule === 'retry-after' || decision.rule === 'backoff';
  const retryAfterMs =
    later && fact?.retryAfterMs !== undefined ? leftOf(fact.retryAfterMs, fact.endedMs, nowMs) : undefined;
  const refusal: Refusal = {
    tool: asked.candidate.tool,
    ...{ rule: decision.rule, reason: decision.reason, text: decision.text },
    ...{ category: fact?.category, code: fact?.code, retryable: later, retryAfterMs },
  };
  return { admission: { refusal, waitedMs } };
}

function leftOf(waitMs: number, sinceMs: number | undefined, nowMs: number): number {
  return Math.max(0, waitMs - (nowMs - (sinceMs ?? nowMs)));
}

/** Waits, and asks again after each wait: a parallel call may have learned meanwhile that there is no hope. */
async function hold(
  desk: Desk,
  asked: Keyed,
  settings: Settings,
  random: number,
  signal: AbortSignal | undefined,
): Promise<Admission> {
  let waitedMs = 0;
  let wait: Reason | undefined;
  for (;;) {
    const next = safely(() => verdict(desk, asked, settings, { random, waitedMs }));
    if (!next) return { ...ADMITTED, wait, waitedMs };
    if (next.pauseMs === undefined) return { ...next.admission, wait };
    wait = next.admission.wait;
    const startedMs = now();
    await sleep(next.pauseMs, signal);
    waitedMs += now() - startedMs;
  }
}
