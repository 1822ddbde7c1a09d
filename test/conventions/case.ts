import type { Json } from '../../src/model/json.js';
import type { Content, RecognisedCall, RecognisedFrame } from '../../src/model/recognised.js';
import type { LogWords, SpanWords } from '../support/spans.js';

/**
 * One fixture written from the reference: a record, and exactly what must be read from it. Fields that are not named
 * must have their plain value. Give `call` for a tool call, `frame` for anything that must not be one, `nothing` for a
 * log record that is neither.
 */
export interface Case {
  /** A sentence about the case. */
  readonly what: string;
  readonly span?: SpanWords;
  readonly log?: LogWords;
  readonly call?: Partial<RecognisedCall>;
  readonly frame?: Partial<RecognisedFrame>;
  readonly nothing?: true;
  /** The scope under which the span is counted as an unclaimed look-alike. */
  readonly unclaimed?: string;
}

/** Captured content. */
export function captured(value: Json): Content {
  return { state: 'captured', value };
}
