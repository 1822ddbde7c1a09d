import { randomUUID } from 'node:crypto';
import type { TracerProvider } from '@opentelemetry/api';
import { type CaptureMode, createSealer, type Sealer } from '../capture/index.js';
import { DEFAULT_SETTINGS, type Settings } from '../model/settings.js';
import { type Gate, type Guard, type GuardOptions, gateOf, guardFrom } from './guard.js';
import { currentScope, type Scope } from './scope.js';

/** What is written of arguments and results. `none` writes nothing; failures stay visible through their codes. */
export type ContentMode = CaptureMode | 'none';

/** Options that every way of instrumenting understands. */
export interface HookOptions {
  /** Conversation of the calls, or how to find it when a call is made. `withConversation` states it from outside. */
  readonly conversation?: string | (() => string | undefined) | undefined;
  /** Name of the agent that makes the calls. */
  readonly agentName?: string | undefined;
  /** Default `redacted`: secrets, tokens, e-mail addresses and the like are masked, equal values stay equal. */
  readonly content?: ContentMode | undefined;
  /** Characters of arguments, and of the result, at most. Default 16,384. */
  readonly maxContent?: number | undefined;
  /** What is known better about some tools than their names say, as in the service's settings file. */
  readonly settings?: Partial<Settings> | undefined;
  /** Keep hopeless calls from being sent: `true`, options, or a guard made with `createGuard` to share between agents. */
  readonly guard?: boolean | Guard | GuardOptions | undefined;
  /** Tracer provider to use instead of the global one. */
  readonly tracerProvider?: TracerProvider | undefined;
}

/** Options with everything decided. */
export interface Hook {
  readonly options: HookOptions;
  readonly content: ContentMode;
  readonly maxContent: number;
  readonly settings: Settings;
  /** Writes what is exported. */
  readonly sealer: Sealer;
  /** Compares what is not exported: keyed hashes only. */
  readonly answers: Sealer;
  readonly gate: Gate | undefined;
}

/** Enough for nearly all tool results whole, small enough that a batch of 512 spans stays below common body limits. */
const MAX_CONTENT = 16_384;

let defaults: HookOptions = {};

/** Sets what holds where an instrumented thing says nothing else. `startRefrain` does this. */
export function setDefaults(options: HookOptions): void {
  const guard = guardFrom(options.guard);
  defaults = { ...defaults, ...stated(options), ...(guard ? { guard } : {}) };
}

/** Forgets what `setDefaults` set. */
export function clearDefaults(): void {
  defaults = {};
}

/** Masks and hashes must differ between deployments, so that short secrets cannot be guessed from them. */
const processKey = process.env['REFRAIN_HASH_KEY'] ?? randomUUID();

/** Decides all options: the call's own, then what `startRefrain` set, then the defaults. */
export function hookOf(given: HookOptions = {}): Hook {
  const options = { ...defaults, ...stated(given) };
  const content = options.content ?? 'redacted';
  const maxContent = options.maxContent ?? MAX_CONTENT;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const mode = content === 'none' ? 'hash-only' : content;
  const sealerIn = (one: CaptureMode) => createSealer({ key: processKey, mode: one, maxBytes: maxContent, settings });
  const gate = gateOf(guardFrom(options.guard));
  return { options, content, maxContent, settings, sealer: sealerIn(mode), answers: sealerIn('hash-only'), gate };
}

function stated<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** The scope of a call: what the code around it states, then the options. */
export function scopeOf({ options }: Hook): Scope {
  const around = currentScope();
  const { conversation } = options;
  return {
    ...around,
    conversation: around.conversation ?? (typeof conversation === 'function' ? conversation() : conversation),
    agent: around.agent ?? options.agentName,
  };
}
