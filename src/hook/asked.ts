import { context, trace } from '@opentelemetry/api';
import { effectOf } from '../outcome/index.js';
import { type Candidate, seriesKey } from '../policy/index.js';
import type { Call, Prompt } from './call.js';
import type { Gate } from './guard.js';
import { argumentsOf } from './judged.js';
import type { Hook } from './options.js';
import { project } from './project.js';
import type { Scope } from './scope.js';

/** A call about to be sent, as policy sees it. */
export interface Asked {
  readonly session: string;
  /** The series; undefined where the call cannot be compared with others, so that it is never held back. */
  readonly key: string | undefined;
  readonly candidate: Candidate;
  /** Tool and arguments, whoever asks and through whatever server. */
  readonly fingerprint: string;
  readonly agentInstance: string;
  readonly prompt: Prompt | undefined;
}

/**
 * Places a call. Without a conversation the trace is the session, and without a trace the guard itself is, so a guard that
 * serves several people needs one of the two.
 */
export function askedFrom(call: Call, scope: Scope, hook: Hook, gate: Gate): Asked {
  const { tool, server, readOnly, destructive } = call;
  const content = argumentsOf(call.arguments === undefined ? undefined : project(call.arguments, hook.maxContent));
  const agentInstance = call.agentInstance ?? scope.agentInstance ?? call.agent ?? scope.agent ?? '';
  const sealed = hook.answers.seal(content, tool, server);
  const { traits } = effectOf({ tool, server, arguments: content.value, readOnly, destructive }, hook.settings);
  const own = gate.options.key;
  const args = own ? { ...sealed, partial: false, hash: own({ tool, server, arguments: call.arguments }) } : sealed;
  return {
    session:
      call.conversation ??
      scope.conversation ??
      trace.getSpanContext(context.active())?.traceId ??
      call.prompt?.run ??
      '',
    key: seriesKey({ agentInstance, server, tool, arguments: args }),
    fingerprint: `${tool} ${sealed.hash}`,
    agentInstance,
    prompt: call.prompt,
    candidate: {
      tool,
      server,
      traits,
      turn: call.turn ?? scope.turn,
      user: call.user ?? scope.user,
      service: undefined,
    },
  };
}
