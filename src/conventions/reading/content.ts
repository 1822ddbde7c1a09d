import type { Json } from '../../model/json.js';
import { ABSENT, type Content } from '../../model/recognised.js';
import { unwrapArguments } from './arguments.js';
import { decoded } from './parse.js';
import { type Answer, unwrapResult } from './result.js';

/** Placeholders that instrumentations write where they hide content (reference 0.3 point 4). */
const REDACTED = new Set(['<REDACTED>', '__REDACTED__', '[REDACTED]']);
/** Placeholders that instrumentations write where there was nothing to write. */
const NOT_CAPTURED = new Set(['<not specified>', '<not serializable>', 'N/A']);
/** Marks that telemetry, not tools, leaves where it cut a text. A tool may shorten its own answer; that answer is whole. */
const CUT =
  /(?:\.\.\.\[TRUNCATED: original length \d+\]|\[\.\.\. telemetry preview truncated \.\.\.\]|\[TRUNCATED - [^\]\n]*\])\s*$/;
/** Marks stand at the end, and none is longer, so that a long text need not be searched. */
const LONGEST_MARK = 120;
const OPENS_JSON = /^\s*[[{]/;

/** Arguments as the agent sent them. An empty string is no JSON, so it says nothing. */
export function argumentsFrom(raw: Json | undefined, cut = false): Content {
  const state = stateOf(raw, cut);
  if (raw === undefined || raw === '' || raw === 'None') return ABSENT;
  if (state !== 'captured') return state === 'truncated' ? { state, value: raw } : { state, value: undefined };
  return { state, value: unwrapArguments(decoded(raw)) };
}

/** A result as the tool gave it, and what its envelopes said besides. An empty string is an answer: the empty one. */
export function resultFrom(raw: Json | undefined, cut = false): Answer {
  const state = stateOf(raw, cut);
  if (raw === undefined || state === 'absent') return { content: ABSENT };
  if (state === 'redacted') return { content: { state, value: undefined } };
  if (state === 'truncated') return { content: { state, value: raw } };
  return unwrapResult(decoded(raw));
}

function stateOf(raw: Json | undefined, cut: boolean): Content['state'] {
  if (raw === undefined) return 'absent';
  if (typeof raw !== 'string') return cut ? 'truncated' : 'captured';
  if (REDACTED.has(raw)) return 'redacted';
  if (NOT_CAPTURED.has(raw)) return 'absent';
  return cut || isCut(raw) ? 'truncated' : 'captured';
}

/** Cut by a mark, or JSON that breaks off exactly at a limit somebody would set. */
function isCut(text: string): boolean {
  // Every mark ends in a bracket, perhaps with a line break behind it.
  const last = text.charCodeAt(text.length - 1);
  if ((last === 0x5d || last <= 0x20) && CUT.test(text.slice(-LONGEST_MARK))) return true;
  return OPENS_JSON.test(text) && isLimit(text.length) && decoded(text) === text;
}

/** Attribute limits that people and SDKs choose: multiples of 500 and powers of two, and one less for a terminator. */
function isLimit(length: number): boolean {
  return [length, length + 1].some(
    (one) => one >= 64 && (one % 500 === 0 || one % 1024 === 0 || (one & (one - 1)) === 0),
  );
}
