import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes } from '@opentelemetry/api';
import { REFRAIN } from '../model/attributes.js';
import type { Sealed } from '../model/tool-call.js';
import { type Asked, askedFrom } from './asked.js';
import type { Call, Ending, Reader } from './call.js';
import type { Admission, Gate, GuardEvent } from './guard.js';
import type { Judged } from './judged.js';
import type { Finished } from './memory.js';
import { observe } from './observe.js';
import { type Hook, scopeOf } from './options.js';
import { type Recording, startRecording } from './record.js';
import { CallRefused, type Refusal } from './refusal.js';
import { safely } from './safely.js';

/** How an adapter makes a call and answers in its place. */
export interface Way<T> {
  readonly make: () => T;
  readonly read: Reader;
  /** Reads what was thrown, where not everything thrown is a failure. */
  readonly readThrown?: (error: unknown) => Ending | undefined;
  /** The answer to a refused call, in the framework's own form. */
  readonly refused: (refusal: Refusal) => T;
}

/** The call that is already guarded further out: one that passes several wrappers is counted and held back once. */
const guarded = new AsyncLocalStorage<string>();

/**
 * Makes one call: guarded where a guard is set, recorded in any case. The value is what the tool returned; only where the
 * guard makes the call wait it is a promise of it.
 */
export function perform<T>(call: Call, hook: Hook, way: Way<T>): T | Promise<Awaited<T>> {
  const { gate } = hook;
  const asked = gate && safely(() => askedFrom(call, scopeOf(hook), hook, gate));
  if (!gate || !asked || guarded.getStore() === asked.fingerprint) return observe(call, hook, way, way.make);
  const admission = gate.admit(asked, gate.settings ?? hook.settings, call.signal);
  const go = (admitted: Admission) => proceed(call, hook, way, gate, asked, admitted);
  return admission instanceof Promise ? (admission.then(go) as Promise<Awaited<T>>) : go(admission);
}

function proceed<T>(call: Call, hook: Hook, way: Way<T>, gate: Gate, asked: Asked, admission: Admission): T {
  safely(() => announce(gate, asked, admission));
  const { refusal } = admission;
  if (refusal) {
    safely(() => recordRefusal(call, hook, admission, refusal));
    return way.refused(refusal);
  }
  return observe(call, hook, way, () => guarded.run(asked.fingerprint, way.make), {
    started: (recording) => note(recording, admission),
    judged: (told) => gate.learn(asked, finished(told, asked, hook)),
  });
}

const NOT_KEPT: Sealed = { state: 'absent', hash: undefined, partial: false, copy: undefined, bytes: 0 };

export function finished({ recognised, judgement }: Judged, { candidate }: Asked, { answers }: Hook): Finished {
  const { spanId, startedMs, endedMs, result } = recognised;
  const { outcome, code, category, retryable, retryAfterMs, source, signature, effect, traits } = judgement;
  return {
    ...{ spanId, startedMs, endedMs, turn: candidate.turn, user: candidate.user, service: undefined },
    ...{ outcome, code, category, retryable, retryAfterMs, source, signature, effect, traits },
    answerHash: answers.answerHash(result),
    result: NOT_KEPT,
    guardRefused: false,
  };
}

export function note({ span }: Recording, { wait, waitedMs, warning }: Admission): void {
  if (wait) span.addEvent(REFRAIN.guardWaited, { ms: waitedMs, reason: wait.rule, description: wait.reason });
  if (warning) span.addEvent(REFRAIN.guardWarned, { reason: warning.rule, description: warning.reason });
}

export function recordRefusal(call: Call, hook: Hook, admission: Admission, refusal: Refusal): void {
  const recording = startRecording(call, hook);
  note(recording, admission);
  recording.span.addEvent(REFRAIN.guardRefused, refusalAttributes(refusal));
  recording.end({
    failed: true,
    unseen: true,
    errorType: 'refrain_refused',
    text: refusal.text,
    attributes: {
      [REFRAIN.errorCategory]: refusal.category,
      [REFRAIN.errorCode]: refusal.code,
      [REFRAIN.retryable]: refusal.retryable,
      [REFRAIN.retryAfterMs]: refusal.retryAfterMs,
    },
  });
}

function refusalAttributes({ rule, reason, category, code }: Refusal): Attributes {
  return { reason: rule, description: reason, category, code };
}

export function announce({ options, saved }: Gate, { session, candidate }: Asked, admission: Admission): void {
  const { refusal, wait, warning, waitedMs } = admission;
  const { tool } = candidate;
  const tell = (action: GuardEvent['action'], why: { rule: GuardEvent['rule']; reason: string }, waitMs = 0) =>
    safely(() => options.onDecision?.({ action, tool, session, rule: why.rule, reason: why.reason, waitMs }));
  if (wait) {
    saved.waited += 1;
    saved.waitedMs += waitedMs;
    tell('wait', wait, waitedMs);
  }
  if (warning) tell('warn', warning);
  if (refusal) {
    saved.refused += 1;
    tell('refuse', refusal);
  }
}

/** Answers a refusal by throwing. */
export function throwRefusal(refusal: Refusal): never {
  throw new CallRefused(refusal);
}
