import type { Call } from '../call.js';
import { type Hook, type HookOptions, hookOf } from '../options.js';
import { perform, throwRefusal } from '../perform.js';
import { safely } from '../safely.js';
import { internalCall } from './internal-call.js';
import { readValue } from './read-value.js';
import { identityOf } from './run-identity.js';

// biome-ignore lint/suspicious/noExplicitAny: the AI SDK's tool types differ between its major lines.
type Execute = (this: any, input: any, options: any) => any;

/** What a tool's `execute` is told beside its input, by AI SDK 4 to 7. */
interface ExecuteOptions {
  readonly toolCallId?: string;
  readonly messages?: readonly { readonly role?: string }[];
  readonly abortSignal?: AbortSignal;
}

/**
 * Instruments the tools of a Vercel AI SDK agent: `tools: instrumentAiTools({ … })`. The tools themselves are not changed.
 * Where the SDK's telemetry is on, its own tool span is enriched; otherwise the call gets one.
 */
export function instrumentAiTools<T extends object>(tools: T, options: HookOptions = {}): T {
  const hook = hookOf(options);
  const entries = Object.entries(tools).map(([name, tool]) => [name, instrumented(name, tool, hook)]);
  return Object.fromEntries(entries) as T;
}

/** A copy with the same prototype, so that tools made by a class keep their methods. */
function instrumented(name: string, tool: unknown, hook: Hook): unknown {
  if (typeof tool !== 'object' || tool === null) return tool;
  const { execute } = tool as { execute?: unknown };
  if (typeof execute !== 'function') return tool;
  const copy = Object.create(Object.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
  return Object.defineProperty(copy, 'execute', {
    value: wrapped(name, execute as Execute, hook),
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

function wrapped(name: string, execute: Execute, hook: Hook): Execute {
  const streams = execute.constructor.name === 'AsyncGeneratorFunction';
  return function (input, options) {
    const call = safely(() => describe(name, input, options ?? {})) ?? internalCall(name, input);
    const make = () => execute.call(this, input, options);
    const done = perform(call, hook, { make, read: readValue, refused: throwRefusal });
    return streams && done instanceof Promise ? streamed(done) : done;
  };
}

/** The SDK looks at the returned value to tell a stream from a promise, so a stream that has to wait stays a stream. */
async function* streamed(pending: Promise<AsyncIterable<unknown>>): AsyncGenerator<unknown> {
  yield* await pending;
}

function describe(name: string, input: unknown, { toolCallId, messages, abortSignal }: ExecuteOptions): Call {
  const run = identityOf(messages?.[0]);
  // All calls of one step get one list of messages; a later step gets a longer one.
  const turn = messages && run ? `${run}:${identityOf(messages)}:${messages.length}` : undefined;
  return internalCall(name, input, {
    callId: toolCallId,
    signal: abortSignal,
    turn,
    prompt: {
      run,
      userMessages: messages?.filter(({ role }) => role === 'user').length,
      allMessages: messages?.length,
    },
  });
}
