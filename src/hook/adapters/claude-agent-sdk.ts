import { Bounded } from '../bounded.js';
import type { Call, Ending } from '../call.js';
import { guardFrom } from '../guard.js';
import { type HookOptions, hookOf } from '../options.js';
import { safely } from '../safely.js';
import { openTicket, type Ticket } from '../ticket.js';
import { internalCall } from './internal-call.js';
import { readValue } from './read-value.js';

/** The fields of the SDK's hook inputs that say something about a call. */
export interface ClaudeHookInput {
  readonly hook_event_name: string;
  readonly session_id: string;
  readonly agent_id?: string;
  readonly agent_type?: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
  readonly tool_response?: unknown;
  readonly tool_use_id?: string;
  readonly error?: string;
  readonly is_interrupt?: boolean;
  readonly reason?: string;
  readonly source?: string;
}

/** What a hook answers: nothing, or that the call is denied and why. */
export interface ClaudeHookOutput {
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse';
    permissionDecision: 'deny';
    permissionDecisionReason: string;
  };
}

type ClaudeHook = (
  input: ClaudeHookInput,
  toolUseId: string | undefined,
  options: { signal: AbortSignal },
) => Promise<ClaudeHookOutput>;

/** Hooks by event, as `options.hooks` of the SDK's `query` takes them. */
export type ClaudeHooks = Record<ClaudeEvent, { hooks: ClaudeHook[]; timeout?: number }[]>;

type ClaudeEvent =
  | 'PreToolUse'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'PermissionDenied'
  | 'UserPromptSubmit'
  | 'PreCompact'
  | 'SessionEnd';

/** Calls in flight at once; far more than a session runs, and calls whose end is never told must not pile up. */
const IN_FLIGHT = 1_000;
/** Seconds that a hook may take: the longest wait of the guard, and as much again. */
const TIMEOUT_S = 60;

/** The hooks that make each tool call of a Claude Agent SDK session a span, and guard it where a guard is set. */
export function claudeHooks(options: HookOptions = {}): ClaudeHooks {
  const guard = guardFrom(options.guard);
  const hook = hookOf({ ...options, guard });
  const open = new Bounded<string, Ticket>(IN_FLIGHT);

  const before: ClaudeHook = async (input, id, { signal }) => {
    const ticket = await openTicket(describe(input, id, signal), hook);
    if (ticket.refusal) return denied(ticket.refusal.text);
    if (id !== undefined) open.set(keyOf(input, id), ticket);
    return {};
  };
  const after =
    (read: (input: ClaudeHookInput) => Ending): ClaudeHook =>
    async (input, id) => {
      const key = id === undefined ? undefined : keyOf(input, id);
      const ticket = key === undefined ? undefined : open.take(key);
      ticket?.end(read(input));
      return {};
    };
  const note =
    (tell: (input: ClaudeHookInput) => void): ClaudeHook =>
    async (input) => {
      safely(() => tell(input));
      return {};
    };
  const ended = note(({ session_id }) => {
    for (const ticket of open.takeAll((key) => key.startsWith(`${session_id} `))) ticket.end({ unseen: true });
  });
  const prompted = note((input) => isUser(input) && guard?.userTurn(input.session_id));
  const compacted = note((input) => guard?.contextReset(input.session_id));

  return {
    PreToolUse: [{ hooks: [quiet(before)], timeout: TIMEOUT_S }],
    PostToolUse: [{ hooks: [quiet(after(({ tool_response }) => readValue(tool_response)))] }],
    PostToolUseFailure: [{ hooks: [quiet(after(readFailure))] }],
    PermissionDenied: [{ hooks: [quiet(after(readDenial))] }],
    UserPromptSubmit: [{ hooks: [prompted] }],
    PreCompact: [{ hooks: [compacted] }],
    SessionEnd: [{ hooks: [ended] }],
  };
}

/** A hook that fails would stop the agent; a fault of ours must not. */
function quiet(hook: ClaudeHook): ClaudeHook {
  return async (input, id, options) => {
    try {
      return await hook(input, id ?? input.tool_use_id, options);
    } catch {
      return {};
    }
  };
}

function denied(reason: string): ClaudeHookOutput {
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
  };
}

function keyOf({ session_id }: ClaudeHookInput, id: string): string {
  return `${session_id} ${id}`;
}

/** Sources of prompts that no person wrote. */
const MACHINES = new Set(['system', 'loop_wakeup', 'schedule_wakeup', 'poll_event']);

function isUser({ source }: ClaudeHookInput): boolean {
  return source === undefined || !MACHINES.has(source);
}

function describe(input: ClaudeHookInput, id: string | undefined, signal: AbortSignal): Call {
  const { tool_name = 'unknown', tool_input, session_id, agent_id, agent_type } = input;
  return internalCall(tool_name, tool_input, {
    callId: id,
    signal,
    conversation: session_id,
    agent: agent_type,
    agentInstance: agent_id,
    server: /^mcp__(.+?)__/.exec(tool_name)?.[1],
  });
}

function readFailure({ error = '', is_interrupt }: ClaudeHookInput): Ending {
  const cancelled = is_interrupt === true;
  return { result: error, failed: true, errorType: cancelled ? 'cancelled' : 'tool_error', text: error, cancelled };
}

function readDenial({ reason = '' }: ClaudeHookInput): Ending {
  return { unseen: true, failed: true, errorType: 'denied_by_user', text: reason, cancelled: true };
}
