import type { Attributes, SpanKind } from '@opentelemetry/api';

/** One tool call as an adapter describes it before it is made. */
export interface Call {
  readonly tool: string;
  /** Arguments as the model sent them; undefined where they are not known. */
  readonly arguments: unknown;
  readonly spanName: string;
  readonly kind: SpanKind;
  readonly callId?: string | undefined;
  readonly server?: string | undefined;
  readonly conversation?: string | undefined;
  readonly agent?: string | undefined;
  readonly agentInstance?: string | undefined;
  readonly turn?: string | undefined;
  readonly user?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  /** Attributes of the protocol or framework beside the common ones. */
  readonly attributes?: Attributes | undefined;
  /** The prompt behind the call, as far as the framework shows it. */
  readonly prompt?: Prompt | undefined;
  /** Ends a wait of the guard early. */
  readonly signal?: AbortSignal | undefined;
}

/** What a call came to, in the words of the protocol or framework that made it. */
export interface Ending {
  /** The result as the agent got it; undefined is a result too. */
  readonly result?: unknown;
  readonly threw?: { readonly error: unknown } | undefined;
  /** The protocol's own failure flag, where it has one. */
  readonly failed?: boolean | undefined;
  /** `error.type` of a failure that was not thrown. */
  readonly errorType?: string | undefined;
  /** Text of a failure that was not thrown. */
  readonly text?: string | undefined;
  readonly cancelled?: boolean | undefined;
  /** The result cannot be looked at without consuming it. */
  readonly unseen?: boolean | undefined;
  /** Attributes known only at the end. */
  readonly attributes?: Attributes | undefined;
}

/** Reads an ending from what a call returned. */
export type Reader = (value: unknown) => Ending;

/** What can be told from a prompt without reading it. */
export interface Prompt {
  /** One run of the agent: a person's turn and all that the agent does about it. */
  readonly run?: string | undefined;
  /** More than before: the person spoke. */
  readonly userMessages?: number | undefined;
  /** Fewer than before: the context was compacted. */
  readonly allMessages?: number | undefined;
}
