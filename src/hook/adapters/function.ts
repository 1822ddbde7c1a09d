import { type HookOptions, hookOf } from '../options.js';
import { perform } from '../perform.js';
import type { Refusal } from '../refusal.js';
import { flatRefusal } from './flat-refusal.js';
import { internalCall } from './internal-call.js';
import { readValue } from './read-value.js';

// biome-ignore lint/suspicious/noExplicitAny: any function can be a tool.
type AnyFunction = (this: any, ...args: any[]) => any;

/** Options of a single function. */
export interface ToolOptions<F extends AnyFunction> extends HookOptions {
  /** MCP-like annotation: the tool changes nothing. */
  readonly readOnly?: boolean | undefined;
  /** Answer in place of a refused call. Default: the flat envelope with `success: false`. */
  readonly refused?: ((refusal: Refusal) => ReturnType<F>) | undefined;
}

/** Turns every call of a function into a span. Value, error, `this` and timing stay as they are. */
export function instrumentTool<F extends AnyFunction>(
  name: string,
  fn: F,
  options?: ToolOptions<F> & { readonly guard?: false | undefined },
): F;
/** With a guard a call may have to wait, so the function always returns a promise. */
export function instrumentTool<F extends AnyFunction>(
  name: string,
  fn: F,
  options: ToolOptions<F>,
): (this: ThisParameterType<F>, ...args: Parameters<F>) => Promise<Awaited<ReturnType<F>>>;
export function instrumentTool<F extends AnyFunction>(name: string, fn: F, options: ToolOptions<F> = {}): AnyFunction {
  const hook = hookOf(options);
  const refused = options.refused ?? ((refusal: Refusal) => flatRefusal(refusal) as ReturnType<F>);
  const promised = options.guard !== undefined && options.guard !== false;
  const tool: AnyFunction = function (...args) {
    const call = internalCall(name, args.length === 1 ? args[0] : { args }, { readOnly: options.readOnly });
    const done = perform(call, hook, { make: () => fn.apply(this, args) as ReturnType<F>, read: readValue, refused });
    return promised && !(done instanceof Promise) ? Promise.resolve(done) : done;
  };
  return Object.defineProperties(tool, Object.getOwnPropertyDescriptors(fn));
}
