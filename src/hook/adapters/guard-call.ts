import { type Guard, type GuardOptions, guardFrom } from '../guard.js';
import { type HookOptions, hookOf } from '../options.js';
import { perform } from '../perform.js';
import type { Refusal } from '../refusal.js';
import { flatRefusal } from './flat-refusal.js';
import { internalCall } from './internal-call.js';
import { refusedMcp } from './mcp-result.js';
import { readValue } from './read-value.js';

// biome-ignore lint/suspicious/noExplicitAny: the function may be any that calls tools by name.
type CallTool = (this: any, ...args: any[]) => Promise<any>;

/** Options of `guard`: those of a guard, and those of every instrumentation. */
export interface GuardCallOptions extends GuardOptions, Omit<HookOptions, 'guard' | 'settings'> {
  /** A guard that is shared with other wrappers, instead of one of its own. */
  readonly guard?: Guard | undefined;
  /** The answer to a refused call. Default: an MCP result for `callTool({ name, arguments })`, the flat envelope for `callTool(name, args)`. */
  readonly refused?: ((refusal: Refusal) => unknown) | undefined;
}

/** Guards a function that calls tools by name: `callTool({ name, arguments })` as in MCP, or `callTool(name, args)`. */
export function guard<F extends CallTool>(callTool: F, options: GuardCallOptions = {}): F {
  const hook = hookOf({ ...options, guard: options.guard ?? guardFrom(guardOptions(options)) });
  const guarded: CallTool = async function (...args) {
    const { name, input, answer } = named(args);
    if (name === undefined) return callTool.apply(this, args);
    return perform(internalCall(name, input, { signal: signalIn(args) }), hook, {
      make: () => callTool.apply(this, args),
      read: readValue,
      refused: async (refusal) => (options.refused ?? answer)(refusal),
    });
  };
  return guarded as F;
}

function guardOptions({ key, maxWaitMs, refuseRepeats, onDecision, random, settings }: GuardCallOptions): GuardOptions {
  return { key, maxWaitMs, refuseRepeats, onDecision, random, settings };
}

interface Named {
  readonly name: string | undefined;
  readonly input: unknown;
  readonly answer: (refusal: Refusal) => unknown;
}

function named([first, second]: readonly unknown[]): Named {
  if (typeof first === 'string') return { name: first, input: second ?? {}, answer: flatRefusal };
  const { name, arguments: input } = (first ?? {}) as { name?: unknown; arguments?: unknown };
  return { name: typeof name === 'string' ? name : undefined, input: input ?? {}, answer: refusedMcp };
}

/** The abort signal among the options of a call. */
export function signalIn(args: readonly unknown[]): AbortSignal | undefined {
  for (const one of args) {
    const signal = (one as { signal?: unknown } | null | undefined)?.signal;
    if (signal instanceof AbortSignal) return signal;
  }
  return undefined;
}
