import type { RecognisedCall, RecognisedFrame } from '../model/recognised.js';
import type { LogRecord, Span } from '../model/span.js';

/** Whether a framework's telemetry holds a field: as it comes, after a setting, or not at all. */
export type Availability = 'default' | 'opt-in' | 'never';

/** The fields that detectors live on. Session, agent and tokens may stand on an ancestor or neighbour of the tool span. */
export const FIELDS = ['name', 'arguments', 'result', 'error', 'session', 'agent', 'tokens'] as const;
export type Field = (typeof FIELDS)[number];

/** What one instrumentation tells, for the support matrix and `refrain doctor`. */
export interface Support extends Readonly<Record<Field, Availability>> {
  /** The one-line setting that switches content capture on; undefined where nothing needs to be or can be switched. */
  readonly capture: string | undefined;
  /** Calls that never ran (unknown tool, rejected arguments) are visible as tool messages in the next prompt. */
  readonly unrun: Availability;
  /** What else a user should know, in one sentence. */
  readonly note?: string;
}

export type FrameKind = RecognisedFrame['kind'];

/** What a convention made of a record: the call itself, or a frame (plumbing of a call, a model turn, an agent). */
export type Reading =
  | { readonly call: RecognisedCall; readonly frame?: undefined }
  | { readonly call?: undefined; readonly frame: RecognisedFrame };

/**
 * Where a convention may be found at all. A record is offered to a convention only if one of these is there, so that
 * forty conventions cost a record no more than the one or two it could belong to.
 */
export interface Markers {
  /** Attribute keys. */
  readonly keys?: readonly string[];
  /** Instrumentation scope names; a trailing `*` matches any ending. */
  readonly scopes?: readonly string[];
  /** Span names; a trailing `*` matches any ending. */
  readonly names?: readonly string[];
  /** Log event names, exactly. */
  readonly events?: readonly string[];
}

/** A vocabulary's own words for what a span is: attribute key, and its values in lower case. */
export interface KindWords {
  readonly key: string;
  readonly kinds: Readonly<Record<string, FrameKind>>;
}

/** One instrumentation's way of spelling tool calls. One file each; the order in `index.ts` is the priority. */
export interface Convention {
  /** The file name. */
  readonly id: string;
  readonly title: string;
  /** Where the spelling is documented: repository and path, or section of the reference. */
  readonly source: string;
  readonly markers: Markers;
  readonly support: Support;
  /** Libraries with version whose real telemetry is among the fixtures; where there are none, all is written from the reference. */
  readonly recorded?: readonly string[];
  /** How this vocabulary names agents, models and steps. */
  readonly kindWords?: readonly KindWords[];
  /** Reads a span; undefined means "not mine". */
  readonly read?: (span: Span) => Reading | undefined;
  /** Reads a log record; undefined means "not mine". */
  readonly readLog?: (log: LogRecord) => Reading | undefined;
}
