import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { context, createContextKey } from '@opentelemetry/api';

/** What the agent's code states about the calls made within a function. */
export interface Scope {
  /** Conversation the calls belong to: `gen_ai.conversation.id`, and the session that the guard remembers. */
  readonly conversation?: string | undefined;
  /** Name of the agent: `gen_ai.agent.name`. */
  readonly agent?: string | undefined;
  /** One running agent. Two runs of one agent, or two parallel sub-agents, are two. */
  readonly agentInstance?: string | undefined;
  /** One answer of the model. Calls of one turn are parallel, whatever their order in time. */
  readonly turn?: string | undefined;
  /** Person on whose behalf the calls are made. Another person may succeed where one was denied. */
  readonly user?: string | undefined;
}

const KEY = createContextKey('refrain.scope');
/** OpenTelemetry's context stays empty until somebody registers a context manager; the scope must hold without one too. */
const local = new AsyncLocalStorage<Scope>();
const NOTHING: Scope = {};

/** The scope around the running code. */
export function currentScope(): Scope {
  return (context.active().getValue(KEY) as Scope | undefined) ?? local.getStore() ?? NOTHING;
}

/** Runs a function within a scope; what it leaves out is inherited from the scope around it. */
export function withScope<T>(stated: Scope, run: () => T): T {
  const known = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
  const scope: Scope = { ...currentScope(), ...known };
  return local.run(scope, () => context.with(context.active().setValue(KEY, scope), run));
}

/** States the conversation that all calls within a function belong to. */
export function withConversation<T>(conversation: string, run: () => T): T {
  return withScope({ conversation }, run);
}

/** States the agent that makes all calls within a function. Without an id every use is a new running agent. */
export function withAgent<T>(agent: string, run: () => T, id: string = randomUUID()): T {
  return withScope({ agent, agentInstance: id, turn: undefined }, run);
}

/** States that all calls within a function were asked for by one answer of the model. */
export function withTurn<T>(turn: string, run: () => T): T {
  return withScope({ turn }, run);
}
