import type { Call, Ending } from '../call.js';
import { type Hook, type HookOptions, hookOf } from '../options.js';
import { perform } from '../perform.js';
import { safely } from '../safely.js';
import { internalCall } from './internal-call.js';
import { readValue } from './read-value.js';
import { identityOf } from './run-identity.js';

// biome-ignore lint/suspicious/noExplicitAny: context types are the application's.
type Invoke = (this: any, runContext: any, input: string, details?: any) => Promise<any>;

interface AgentLike {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: context types are the application's.
  getAllTools(...args: any[]): Promise<any[]>;
}

const agents = new WeakSet<object>();

/**
 * Instruments every tool of an OpenAI Agents agent: its function tools, those of its MCP servers, and other agents used as
 * tools. The same agent is handed back.
 */
export function instrumentAgent<A extends AgentLike>(agent: A, options: HookOptions = {}): A {
  if (agents.has(agent)) return agent;
  agents.add(agent);
  const instrument = instrumenter(hookOf(options), agent);
  const original = agent.getAllTools;
  const getAllTools: AgentLike['getAllTools'] = async function (this: AgentLike, ...args) {
    const tools = await original.apply(this, args);
    return safely(() => tools.map(instrument)) ?? tools;
  };
  Object.defineProperty(agent, 'getAllTools', { value: getAllTools, configurable: true, writable: true });
  return agent;
}

/** Instruments tools before they are given to an agent. */
export function instrumentAgentTools<T extends object>(tools: readonly T[], options: HookOptions = {}): T[] {
  const instrument = instrumenter(hookOf(options), undefined);
  return tools.map(instrument);
}

/** Functions that are instrumented already, so that a tool given to two agents is not wrapped twice. */
const wrappers = new WeakSet<object>();

/** The SDK compares tools by identity, so each keeps one instrumented copy per agent. */
function instrumenter(hook: Hook, agent: AgentLike | undefined): <T extends object>(tool: T) => T {
  const copies = new WeakMap<object, object>();
  return <T extends object>(tool: T) => {
    const { type, name, invoke } = tool as { type?: string; name?: string; invoke?: unknown };
    if (type !== 'function' || typeof invoke !== 'function' || name === undefined || wrappers.has(invoke)) return tool;
    const known = copies.get(tool) as T | undefined;
    if (known) return known;
    const copy: T = Object.create(Object.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
    const value = wrapped(name, invoke as Invoke, hook, agent);
    Object.defineProperty(copy, 'invoke', { value, configurable: true, enumerable: true, writable: true });
    wrappers.add(value);
    copies.set(tool, copy);
    return copy;
  };
}

function wrapped(name: string, invoke: Invoke, hook: Hook, agent: AgentLike | undefined): Invoke {
  return function (runContext, input, details) {
    const call = safely(() => describe(name, input, runContext, details, agent)) ?? internalCall(name, input);
    const make = () => invoke.call(this, runContext, input, details);
    return perform(call, hook, { make, read: readOutput, refused: async ({ text }) => text }) as Promise<unknown>;
  };
}

interface Details {
  readonly toolCall?: { readonly callId?: string };
  readonly signal?: AbortSignal;
}

function describe(
  name: string,
  input: string,
  runContext: unknown,
  details: Details | undefined,
  agent?: AgentLike,
): Call {
  return internalCall(name, parsed(input), {
    callId: details?.toolCall?.callId,
    signal: details?.signal,
    agent: agent?.name,
    prompt: { run: identityOf(runContext) },
  });
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/** Texts by which the SDK tells the model that a tool failed. It flags its own span, but hands on only the text. */
const FAILED =
  /^An error occurred while (?:running the tool|parsing tool arguments)\. Please try again\. (?:Error: )?([\s\S]*)$|^(Tool '[^']*' timed out after [\s\S]*)$/;

function readOutput(value: unknown): Ending {
  const failed = typeof value === 'string' ? FAILED.exec(value) : null;
  if (!failed) return readValue(value);
  return { result: value, failed: true, errorType: 'tool_error', text: failed[1] ?? failed[2] };
}
