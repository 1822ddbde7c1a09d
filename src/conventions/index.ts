import type { Recognised } from '../model/recognised.js';
import type { LogRecord, Span } from '../model/span.js';
import type { Convention, Reading } from './convention.js';
import { createDirectory } from './directory.js';
import { genAi } from './gen-ai.js';
import { mcp } from './mcp.js';
import { openinference } from './openinference.js';
import { frameFrom } from './reading/frame.js';
import { kindReader } from './reading/kind.js';
import { resemblesToolCall } from './reading/resemblance.js';

export type { Availability, Convention, Field, Support } from './convention.js';
export { FIELDS } from './convention.js';

/** Every convention, in order of priority: a framework's own words before the vocabularies that many share. */
export const CONVENTIONS: readonly Convention[] = [mcp, genAi, openinference];

const directory = createDirectory(CONVENTIONS);
const kindOf = kindReader(CONVENTIONS);

/** Says what a span is: a tool call, the frame of one, or a span that looks like a call and that nobody claimed. */
export function recognise(span: Span): Recognised {
  for (const convention of directory.forSpan(span)) {
    const reading = convention.read?.(span);
    if (reading) return recognised(reading);
  }
  const kind = kindOf(span.attributes);
  const unclaimed = kind === undefined && resemblesToolCall(span);
  return {
    call: undefined,
    frame: frameFrom(span, kind ?? 'other'),
    unclaimedScope: unclaimed ? scopeName(span) : undefined,
  };
}

/** The same for a log record. A record that nobody knows is neither call nor frame. */
export function recogniseLog(log: LogRecord): Recognised {
  for (const convention of directory.forLog(log)) {
    const reading = convention.readLog?.(log);
    if (reading) return recognised(reading);
  }
  return { call: undefined, frame: undefined, unclaimedScope: undefined };
}

function recognised({ call, frame }: Reading): Recognised {
  return { call, frame, unclaimedScope: undefined };
}

function scopeName({ scope }: Span): string {
  return scope.name || '(no scope)';
}
