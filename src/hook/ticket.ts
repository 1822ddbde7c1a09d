import { askedFrom } from './asked.js';
import type { Call, Ending } from './call.js';
import { type Hook, scopeOf } from './options.js';
import { announce, finished, note, recordRefusal } from './perform.js';
import { startRecording } from './record.js';
import type { Refusal } from './refusal.js';
import { safely } from './safely.js';

/** A call that others make and tell about: admitted or refused now, ended later. */
export interface Ticket {
  readonly refusal: Refusal | undefined;
  end(ending: Ending): void;
}

/** Opens the record of such a call, after the wait that the guard may impose. */
export async function openTicket(call: Call, hook: Hook): Promise<Ticket> {
  const { gate } = hook;
  const asked = gate && safely(() => askedFrom(call, scopeOf(hook), hook, gate));
  const admission = gate && asked ? await gate.admit(asked, gate.settings ?? hook.settings, call.signal) : undefined;
  if (gate && asked && admission) safely(() => announce(gate, asked, admission));
  const { refusal } = admission ?? {};
  if (admission && refusal) {
    safely(() => recordRefusal(call, hook, admission, refusal));
    return { refusal, end: () => undefined };
  }
  const recording = safely(() => startRecording(call, hook));
  if (recording && admission) safely(() => note(recording, admission));
  const end = (ending: Ending) =>
    void safely(() => {
      const told = recording?.end(ending);
      if (told && gate && asked) gate.learn(asked, finished(told, asked, hook));
    });
  return { refusal: undefined, end };
}
