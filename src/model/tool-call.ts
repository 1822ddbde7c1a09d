import type { StatusCode } from './span.js';

/** What really happened, as the evidence says (design section 2). */
export type Outcome = 'ok' | 'empty' | 'error' | 'unknown';
/** What the caller was told. */
export type Reported = 'ok' | 'error' | 'unset';
/** Who has to do something about a failure. */
export type Category = 'transient' | 'validation' | 'business' | 'permission';
/** Where a fact comes from, strongest first; `none`: nothing said it. */
export type Source = 'declared' | 'envelope' | 'code' | 'text' | 'none';
/** Whether calling a tool asks or changes something; `unknown` where neither annotation nor name rule says. */
export type Effect = 'question' | 'action' | 'unknown';
/** Standing traits of a tool, from its name or from settings; detectors use them to stay silent. */
export type Trait = 'polling' | 'escalation' | 'texts' | 'shell' | 'agent';

/** One statement of one source about a call. Misreporting detectors compare claims with each other, never the verdict with itself. */
export interface Claim {
  readonly source: Source;
  /** Name of the rule that read it, for example `mcp.isError` or `text.rate-limit`. */
  readonly rule: string;
  readonly failed?: boolean | undefined;
  readonly empty?: boolean | undefined;
  readonly category?: Category | undefined;
  /** Canonical code of the code table. */
  readonly code?: string | undefined;
  readonly codeAsWritten?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly description?: string | undefined;
  readonly resultCount?: number | undefined;
  /** The source delivered a payload, possibly beside a failure. */
  readonly data?: boolean | undefined;
}

/** The judgement of one call. Fields are undefined where no source spoke. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly outcomeSource: Source;
  readonly outcomeRule: string;
  readonly category: Category | undefined;
  /** Canonical code of the code table. */
  readonly code: string | undefined;
  readonly codeAsWritten: string | undefined;
  readonly retryable: boolean | undefined;
  readonly retryAfterMs: number | undefined;
  readonly description: string | undefined;
  readonly resultCount: number | undefined;
  /** Source and rule of category, code and retryable: the first of declared, envelope, code, text that spoke. */
  readonly source: Source;
  readonly rule: string;
  /** The error text for a person, redacted and bounded. */
  readonly message: string | undefined;
  /** The message with ids, numbers, dates, paths and quoted values replaced; groups failures of one kind. */
  readonly signature: string | undefined;
  readonly claims: readonly Claim[];
}

/**
 * Arguments or result as stored. `hash` is a keyed hash of the canonical JSON and undefined unless captured or truncated;
 * `partial` says that the content was cut, so equal hashes prove nothing. `copy` is redacted, bounded JSON text.
 */
export interface Sealed {
  readonly state: 'captured' | 'absent' | 'redacted' | 'truncated';
  readonly hash: string | undefined;
  readonly partial: boolean;
  readonly copy: string | undefined;
  /** Size in bytes of the canonical JSON before bounding. */
  readonly bytes: number;
}

/** One tool call, judged and sealed: the noun that is stored and that every detector sees. */
export interface ToolCall extends Verdict {
  readonly project: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly callId: string | undefined;
  readonly requestId: string | undefined;
  readonly convention: string;
  readonly from: 'span' | 'log' | 'message';
  readonly side: 'caller' | 'server';
  readonly scope: string;
  /** Conversation id, else trace id. */
  readonly session: string;
  readonly sessionFrom: 'call' | 'ancestor' | 'trace' | 'none';
  readonly user: string | undefined;
  readonly agent: string | undefined;
  /** One running agent: span id of the nearest agent frame, else a stated agent id or name, else empty. */
  readonly agentInstance: string;
  /** Span id of the model frame that asked for the call; undefined where turns are unknown. */
  readonly turn: string | undefined;
  /** Set on inner spans: span id of the call that this span is a part of. Such rows are no calls of their own. */
  readonly partOf: string | undefined;
  readonly tool: string;
  readonly server: string | undefined;
  readonly service: string | undefined;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly reported: Reported;
  readonly effect: Effect;
  readonly traits: readonly Trait[];
  readonly arguments: Sealed;
  readonly result: Sealed;
  /** Keyed hash of the answer minus ids, dates and durations: equal means "the same answer" (design section 6, progress). Undefined where no answer was captured. */
  readonly answerHash: string | undefined;
  readonly attemptsInside: number;
  readonly guardRefused: boolean;
  readonly guardWaitedMs: number;
  readonly model: string | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /**
   * Set where assembly put something else than the record itself said: what the record said, so that a stored row can be
   * assembled again from its own words. `null` stands for undefined. Detectors and panels do not read it.
   */
  readonly stated?: Readonly<Record<string, unknown>> | undefined;
}

/** Facts that a phase of a call, or a record that repeats its content, lends to the call around it. */
export type Lent = Partial<
  Pick<
    ToolCall,
    | 'callId'
    | 'requestId'
    | 'server'
    | 'reported'
    | 'arguments'
    | 'result'
    | 'answerHash'
    | 'attemptsInside'
    | 'guardRefused'
    | 'guardWaitedMs'
    | 'outcome'
    | 'message'
    | 'signature'
    | 'description'
    | 'claims'
  >
>;

/** A span that is no call, as stored. See RecognisedFrame for meanings. */
export interface Frame {
  readonly project: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly kind: 'agent' | 'model' | 'user' | 'plumbing' | 'other';
  readonly name: string;
  readonly service: string | undefined;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly status: StatusCode;
  readonly conversation: string | undefined;
  readonly user: string | undefined;
  readonly agent: string | undefined;
  readonly agentId: string | undefined;
  readonly model: string | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly userMessages: number | undefined;
  readonly allMessages: number | undefined;
  readonly asksFor: readonly string[];
  /** Agent frames: redacted, bounded text of what the agent handed back. */
  readonly answer: string | undefined;
  /** Plumbing frames: what they know of the call around them, judged and sealed like a call. */
  readonly lends?: Lent | undefined;
}
