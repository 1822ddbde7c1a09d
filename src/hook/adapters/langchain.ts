import type { Call, Ending } from '../call.js';
import { type Hook, type HookOptions, hookOf } from '../options.js';
import { perform } from '../perform.js';
import type { Refusal } from '../refusal.js';
import { safely } from '../safely.js';
import { internalCall } from './internal-call.js';
import { readValue } from './read-value.js';
import { identityOf } from './run-identity.js';

interface LangChainToolLike {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: input types are the tool's.
  invoke(input: any, config?: any): Promise<any>;
}

const instrumentedTools = new WeakSet<object>();

/**
 * Instruments LangChain.js and LangGraph.js tools in place and hands the same tools back, so that whatever holds them
 * (a ToolNode, an agent, a binding) uses the instrumented ones.
 */
export function instrumentLangChainTools<T extends LangChainToolLike>(
  tools: readonly T[],
  options: HookOptions = {},
): T[] {
  const hook = hookOf(options);
  for (const tool of tools) instrument(tool, hook);
  return [...tools];
}

function instrument(tool: LangChainToolLike, hook: Hook): void {
  if (instrumentedTools.has(tool)) return;
  instrumentedTools.add(tool);
  const original = tool.invoke;
  const invoke: LangChainToolLike['invoke'] = function (this: unknown, input, config) {
    const call = safely(() => describe(tool.name, input, config ?? {})) ?? internalCall(tool.name, input);
    return perform(call, hook, {
      make: () => original.call(this, input, config),
      read: readMessage,
      readThrown: readSteering,
      refused: async (refusal) => answer(refusal, input, config),
    }) as Promise<unknown>;
  };
  Object.defineProperty(tool, 'invoke', { value: invoke, configurable: true, writable: true, enumerable: false });
}

interface MessageLike {
  readonly content?: unknown;
  readonly status?: string;
  readonly tool_call_id?: string;
  readonly constructor: unknown;
  getType?(): string;
  _getType?(): string;
}

/** The parts of a config or runtime that say where a call stands. */
interface ConfigLike {
  readonly signal?: AbortSignal;
  readonly configurable?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly state?: readonly MessageLike[] | { readonly messages?: readonly MessageLike[] };
}

function describe(name: string, input: unknown, config: ConfigLike): Call {
  const { id, args } = toolCallOf(input) ?? { id: undefined, args: input };
  const { configurable = {}, metadata = {}, signal } = config;
  const messages = messagesIn(config);
  const run = identityOf(messages?.[0]);
  const within = textOf(metadata['langgraph_checkpoint_ns'])?.split('|').slice(0, -1).join('|') || undefined;
  const step = metadata['langgraph_step'];
  return internalCall(name, args, {
    callId: id,
    signal,
    conversation: textOf(configurable['thread_id']),
    agent: textOf(metadata['lc_agent_name']),
    agentInstance: within,
    // A graph runs all tool calls of one message in one step.
    turn: run && typeof step === 'number' ? `${run}:${within ?? ''}:${step}` : undefined,
    prompt: {
      run,
      userMessages: messages?.filter((one) => typeOf(one) === 'human').length,
      allMessages: messages?.length,
    },
  });
}

function toolCallOf(input: unknown): { id: string | undefined; args: unknown } | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { type, id, args } = input as Readonly<Record<string, unknown>>;
  return type === 'tool_call' ? { id: textOf(id), args } : undefined;
}

function messagesIn({ state }: ConfigLike): readonly MessageLike[] | undefined {
  if (state === undefined || state === null) return undefined;
  const messages = 'messages' in state ? state.messages : state;
  return Array.isArray(messages) ? messages : undefined;
}

function typeOf(message: MessageLike): string | undefined {
  return message.getType?.() ?? message._getType?.();
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A ToolMessage has a status of its own; what is in it may be an envelope. */
function readMessage(value: unknown): Ending {
  if (!isToolMessage(value)) return readValue(value);
  const inner = readValue(value.content);
  if (value.status !== 'error') return inner;
  return {
    ...inner,
    failed: true,
    errorType: inner.errorType ?? 'tool_error',
    text: inner.text ?? textOf(value.content),
  };
}

function isToolMessage(value: unknown): value is MessageLike {
  return typeof value === 'object' && value !== null && 'tool_call_id' in value && 'content' in value;
}

/** Interrupts and commands are how a graph steers; they are thrown, but nothing failed. */
function readSteering(error: unknown): Ending | undefined {
  const steering = (error as { is_bubble_up?: unknown } | undefined)?.is_bubble_up === true;
  return steering ? { unseen: true } : undefined;
}

/** A ToolMessage where the framework's class is at hand, else the text, which the framework wraps itself. */
function answer({ text, tool }: Refusal, input: unknown, config: ConfigLike | undefined): unknown {
  const id = toolCallOf(input)?.id;
  const known = messagesIn(config ?? {})?.find((one) => typeOf(one) === 'tool');
  if (id === undefined || typeof known?.constructor !== 'function') return text;
  const Message = known.constructor as new (fields: object) => unknown;
  return safely(() => new Message({ content: text, status: 'error', name: tool, tool_call_id: id })) ?? text;
}
