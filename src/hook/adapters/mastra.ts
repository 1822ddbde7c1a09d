import type { Call } from '../call.js';
import { type Hook, type HookOptions, hookOf } from '../options.js';
import { perform } from '../perform.js';
import { safely } from '../safely.js';
import { flatRefusal } from './flat-refusal.js';
import { internalCall } from './internal-call.js';
import { readValue } from './read-value.js';
import { identityOf } from './run-identity.js';

// biome-ignore lint/suspicious/noExplicitAny: Mastra's tool types differ between its major lines.
type Execute = (this: any, first: any, second?: any) => any;

interface Told {
  readonly toolCallId?: string;
  readonly messages?: readonly { readonly role?: string }[];
  readonly abortSignal?: AbortSignal;
  readonly agentId?: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly runId?: string;
}

const wrappers = new WeakSet<object>();

/** Instruments Mastra tools in place (`{ name: createTool(…) }`) and hands the same tools back. */
export function instrumentMastraTools<T extends object>(tools: T, options: HookOptions = {}): T {
  const hook = hookOf(options);
  for (const [name, tool] of Object.entries(tools)) instrument(name, tool, hook);
  return tools;
}

function instrument(key: string, tool: unknown, hook: Hook): void {
  if (typeof tool !== 'object' || tool === null) return;
  const { id, execute } = tool as { id?: string; execute?: unknown };
  if (typeof execute !== 'function' || wrappers.has(execute)) return;
  const value = wrapped(id ?? key, execute as Execute, hook);
  wrappers.add(value);
  Object.defineProperty(tool, 'execute', { value, configurable: true, enumerable: true, writable: true });
}

function wrapped(name: string, execute: Execute, hook: Hook): Execute {
  return function (first, second) {
    const call = safely(() => describe(name, first, second)) ?? internalCall(name, first);
    const make = () => execute.call(this, first, second);
    return perform(call, hook, { make, read: readValue, refused: async (refusal) => flatRefusal(refusal) });
  };
}

function describe(name: string, first: unknown, second: unknown): Call {
  const { input, told } = argumentsOf(first, second);
  const { toolCallId, messages, abortSignal, agentId, threadId, resourceId, runId } = told;
  return internalCall(name, input, {
    callId: toolCallId,
    signal: abortSignal,
    agent: agentId,
    conversation: threadId,
    user: resourceId,
    prompt: {
      run: runId ?? identityOf(messages?.[0]),
      userMessages: messages?.filter(({ role }) => role === 'user').length,
      allMessages: messages?.length,
    },
  });
}

type Loose = Readonly<Record<string, unknown>>;

/** Before 1.0 the input is `context` of the first argument; since then it is the first argument itself. */
function argumentsOf(first: unknown, second: unknown): { input: unknown; told: Told } {
  const one = (first ?? {}) as Loose;
  const two = (second ?? {}) as Loose;
  if ('context' in one && 'runtimeContext' in one) return { input: one['context'], told: { ...one, ...two } };
  return { input: first, told: { ...two, ...((two['agent'] as Loose | undefined) ?? {}) } };
}
