import { types } from 'node:util';
import { report, safely } from './safely.js';

/** Who is told how a call ended. Exactly one of the two is called, once. */
export interface Watcher {
  returned(value: unknown): void;
  threw(error: unknown): void;
  /** Runs a step of a lazy result, so that its inner calls belong to this one. */
  within<T>(step: () => T): T;
}

/**
 * Tells the watcher when a returned value settles, and hands back that very value.
 * A promise is only listened to: wrapping it would change its identity, and the order in which awaiting code goes on.
 */
export function follow<T>(value: T, watcher: Watcher): T {
  safely(() => listen(value, watcher));
  return value;
}

function listen(value: unknown, watcher: Watcher): void {
  if (types.isPromise(value)) listenToPromise(value, watcher);
  else if (isThenable(value)) listenToThenable(value, watcher);
  else if (isGenerator(value)) listenToGenerator(value, watcher);
  else watcher.returned(value);
}

function listenToPromise(value: Promise<unknown>, watcher: Watcher): void {
  Promise.prototype.then.call(value, quiet(watcher.returned), quiet(watcher.threw)).then(undefined, report);
}

function quiet(tell: (value: unknown) => void): (value: unknown) => void {
  return (value) => void safely(() => tell(value));
}

type Then = (onValue?: ((value: unknown) => unknown) | null, onError?: ((error: unknown) => unknown) | null) => unknown;

function isThenable(value: unknown): value is { then: Then } {
  return isObject(value) && 'then' in value && typeof value.then === 'function';
}

/** A thenable may start its work when `then` is called (query builders do), so only the caller's own call is used. */
function listenToThenable(value: { then: Then }, watcher: Watcher): void {
  const original = value.then;
  let told = false;
  const once = (tell: (value: unknown) => void) => (settled: unknown) => {
    if (!told) safely(() => tell(settled));
    told = true;
  };
  const returned = once(watcher.returned);
  const threw = once(watcher.threw);
  const then: Then = function (this: unknown, onValue, onError) {
    const yes = (settled: unknown) => {
      returned(settled);
      return onValue ? onValue(settled) : settled;
    };
    const no = (error: unknown) => {
      threw(error);
      if (onError) return onError(error);
      throw error;
    };
    return watcher.within(() => original.call(this, yes, no));
  };
  Object.defineProperty(value, 'then', { value: then, configurable: true, writable: true, enumerable: false });
}

type Step = IteratorResult<unknown> | Promise<IteratorResult<unknown>>;
type Next = (...args: unknown[]) => Step;

interface GeneratorLike {
  next: Next;
  return?: Next;
  throw?: Next;
}

function isGenerator(value: unknown): value is GeneratorLike {
  if (!isObject(value) || !(Symbol.asyncIterator in value || Symbol.iterator in value)) return false;
  return 'next' in value && typeof value.next === 'function';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A generator runs while it is read: each step runs within the call, and the last value is the result. */
function listenToGenerator(value: GeneratorLike, watcher: Watcher): void {
  const ending = endOnce(watcher);
  let latest: unknown;
  const seen = (step: IteratorResult<unknown>) => {
    if (!step.done) latest = step.value;
    else ending.returned(step.value === undefined ? latest : step.value);
  };
  for (const name of ['next', 'return', 'throw'] as const) {
    const original = value[name];
    if (typeof original !== 'function') continue;
    const step: Next = function (this: unknown, ...args) {
      return watcher.within(() => watchStep(() => original.apply(this, args), seen, ending));
    };
    Object.defineProperty(value, name, { value: step, configurable: true, writable: true, enumerable: false });
  }
}

function watchStep(run: () => Step, seen: (step: IteratorResult<unknown>) => void, ending: Ended): Step {
  try {
    const step = run();
    if (types.isPromise(step)) step.then(seen, ending.threw).then(undefined, report);
    else safely(() => seen(step as IteratorResult<unknown>));
    return step;
  } catch (error) {
    ending.threw(error);
    throw error;
  }
}

type Ended = Pick<Watcher, 'returned' | 'threw'>;

function endOnce(watcher: Ended): Ended {
  let ended = false;
  const once = (tell: (value: unknown) => void) => (value: unknown) => {
    if (!ended) safely(() => tell(value));
    ended = true;
  };
  return { returned: once((value) => watcher.returned(value)), threw: once((error) => watcher.threw(error)) };
}
