import { type Context, context } from '@opentelemetry/api';
import type { Call, Ending, Reader } from './call.js';
import type { Judged } from './judged.js';
import type { Hook } from './options.js';
import { type Recording, startRecording } from './record.js';
import { safely } from './safely.js';
import { follow } from './settle.js';

/** How an adapter reads an ending. */
export interface Readers {
  readonly read: Reader;
  readonly readThrown?: ((error: unknown) => Ending | undefined) | undefined;
}

/** Who else wants to know of a call. */
export interface Listeners {
  readonly started: (recording: Recording) => void;
  readonly judged: (told: Judged) => void;
}

/** Makes a call, records it, and hands back exactly what it returned or threw. */
export function observe<T>(
  call: Call,
  hook: Hook,
  { read, readThrown }: Readers,
  make: () => T,
  listeners?: Listeners,
): T {
  const recording = safely(() => startRecording(call, hook));
  if (!recording) return make();
  if (listeners) safely(() => listeners.started(recording));
  const end = (ending: Ending) =>
    safely(() => {
      const told = recording.end(ending);
      if (told) listeners?.judged(told);
    });
  const failed = (error: unknown) => void end(safely(() => readThrown?.(error)) ?? { threw: { error } });
  let value: T;
  try {
    value = within(recording.context, make);
  } catch (error) {
    failed(error);
    throw error;
  }
  return follow(value, {
    returned: (settled) => void end(safely(() => read(settled)) ?? { result: settled }),
    threw: failed,
    within: (step) => within(recording.context, step),
  });
}

type Done<T> = { readonly value: T } | { readonly error: unknown };

/** Runs a function exactly once within a context, even if the context manager throws before or after. */
export function within<T>(where: Context, run: () => T): T {
  let done: Done<T> | undefined;
  const once = () => {
    done = attempt(run);
  };
  safely(() => context.with(where, once));
  const outcome = (done as Done<T> | undefined) ?? attempt(run);
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

function attempt<T>(run: () => T): Done<T> {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}
