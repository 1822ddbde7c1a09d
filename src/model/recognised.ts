import type { Json } from './json.js';
import type { StatusCode } from './span.js';
import type { Category, Reported } from './tool-call.js';

/**
 * Arguments or result as a convention read them.
 * `absent`: the instrumentation did not capture it (not the same as empty). `redacted`: a placeholder stood there.
 * `truncated`: cut off, so equality proves nothing. `value` is unwrapped JSON (reference 0.3); plain text stays a string.
 */
export interface Content {
  readonly state: 'captured' | 'absent' | 'redacted' | 'truncated';
  readonly value: Json | undefined;
}

/** Content that was not captured. */
export const ABSENT: Content = { state: 'absent', value: undefined };

/** What the tool or its author stated about a failure, as attributes beside the result (design section 5, source 1). */
export interface Declared {
  readonly category?: Category | undefined;
  readonly code?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly description?: string | undefined;
  readonly resultCount?: number | undefined;
}

/** Tokens of one model turn. */
export interface Tokens {
  readonly input: number | undefined;
  readonly output: number | undefined;
}

/** One span or log record that a convention claimed as a tool call, before any judgement. */
export interface RecognisedCall {
  /** The convention's id, which is its file name. */
  readonly convention: string;
  readonly from: 'span' | 'log' | 'message';
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** The model's id of the call. Unique only within a trace or session. */
  readonly callId: string | undefined;
  /** MCP `jsonrpc.request.id` with `mcp.session.id`, for joining client and server spans across traces. */
  readonly requestId: string | undefined;
  /** Who saw it: the agent's side, or the server that ran the tool. */
  readonly side: 'caller' | 'server';
  /** Conversation id stated on this very record; inherited later where absent. */
  readonly conversation: string | undefined;
  readonly agent: string | undefined;
  readonly agentId: string | undefined;
  readonly user: string | undefined;
  readonly tool: string;
  /** MCP server name. */
  readonly server: string | undefined;
  /** `service.name` of the resource. */
  readonly service: string | undefined;
  /** Instrumentation scope name, for ranking doubles. */
  readonly scope: string;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly arguments: Content;
  readonly result: Content;
  /** Span status, else the protocol's own flag (design section 2, reported). */
  readonly reported: Reported;
  readonly declared: Declared;
  /** The protocol's or framework's own failure flag wherever it stands (`isError`, tool status, ToolMessage status). */
  readonly failureFlag: boolean | undefined;
  /** `error.type`, exception class, numeric status or other machine code, as written; most specific first. */
  readonly machineCodes: readonly string[];
  /** Error texts outside the result: exception message, status message, error attribute. */
  readonly errorTexts: readonly string[];
  /** The user or a policy denied or cancelled the call. */
  readonly cancelled: boolean;
  /** MCP tool annotations or the like, where stated. */
  readonly readOnly: boolean | undefined;
  readonly destructive: boolean | undefined;
  /** Attempts that a client or framework made within this call, beyond the first (`http.request.resend_count`). */
  readonly attemptsInside: number;
  readonly model: string | undefined;
  readonly tokens: Tokens | undefined;
  /** The call starts a sub-agent (agent-as-tool). */
  readonly startsAgent: boolean;
  /** Guard span events of the hook: `refused` calls were never sent; `waitedMs` is the pacing it added. */
  readonly guard:
    | {
        readonly refused: boolean;
        readonly waitedMs: number;
        readonly reason: string | undefined;
      }
    | undefined;
}

/** A tool message in a later prompt: the only trace of a call that left no span (reference 7.2). */
export interface ToolMessage {
  readonly callId: string;
  readonly tool: string | undefined;
  readonly arguments: Content;
  readonly result: Content;
  readonly failureFlag: boolean | undefined;
}

/** Any other span, kept lean: the frame that calls hang in. */
export interface RecognisedFrame {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** `plumbing`: a phase or wrapper of a tool call (reference 7.1), never a call itself. `user`: a prompt by a person. */
  readonly kind: 'agent' | 'model' | 'user' | 'plumbing' | 'other';
  readonly name: string;
  readonly service: string | undefined;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly status: StatusCode;
  readonly conversation: string | undefined;
  readonly agent: string | undefined;
  readonly agentId: string | undefined;
  readonly user: string | undefined;
  readonly model: string | undefined;
  readonly tokens: Tokens | undefined;
  /** Agent frames: what the agent handed back. */
  readonly answer: Content;
  /** Model frames: number of user messages and of all messages in the prompt; a drop of the latter is a compaction. */
  readonly userMessages: number | undefined;
  readonly allMessages: number | undefined;
  /** Model frames: call ids that this turn asked for, where captured. */
  readonly asksFor: readonly string[];
  /** Model frames: tool messages in the prompt. */
  readonly toolMessages: readonly ToolMessage[];
  /** Facts that belong to the enclosing tool call (outcome of a phase span, content re-emitted as a log); same field names as RecognisedCall. */
  readonly lends: Partial<RecognisedCall> | undefined;
}

/** What one record turned out to be. Exactly one of `call` and `frame` is set for spans; logs may be neither. */
export interface Recognised {
  readonly call: RecognisedCall | undefined;
  readonly frame: RecognisedFrame | undefined;
  /** Set where nothing claimed a record that looks like a tool call: its scope name, for counting new instrumentations. */
  readonly unclaimedScope: string | undefined;
}
