import type { ToolCall } from '../model/tool-call.js';
import { advance, changedOutside, type SeriesMemory } from '../policy/index.js';
import { alsoProven, alsoWasted, begin, type Evidence } from './evidence.js';
import { fieldOf } from './field.js';
import type { Cells } from './ledger.js';
import type { Step } from './session.js';

/** Failures of one kind in a row, each with other arguments than the ones before. */
export interface Variation {
  readonly memory: SeriesMemory;
  readonly signature: string;
  readonly field: string | undefined;
  readonly seen: readonly string[];
  /** Different arguments tried, one after the other. */
  readonly tried: number;
  readonly evidence: Evidence;
}

/** Arguments compared with; an agent that comes back to older ones is not learning either. */
const SEEN = 32;

/** All calls that one agent makes to one tool, whatever the arguments. */
export function lineKey({ agentInstance, server, tool }: ToolCall): string {
  return JSON.stringify([agentInstance, server ?? '', tool]);
}

/**
 * Follows the failures of one agent with one tool. Answers the variation that this call continues or begins; undefined
 * where the call is no failure of the wanted kind, which ends the variation.
 */
export function vary(
  lines: Cells<Variation>,
  step: Step,
  isWanted: (call: ToolCall) => boolean,
): Variation | undefined {
  const { call } = step;
  const line = lineKey(call);
  const wanted = step.key !== undefined && call.outcome === 'error' && isWanted(call);
  const next = wanted ? grown(lines.get(line), step) : undefined;
  lines.set(line, next);
  return next;
}

function grown(before: Variation | undefined, step: Step): Variation | undefined {
  const { call } = step;
  const { signature } = call;
  const { hash } = call.arguments;
  if (signature === undefined || hash === undefined) return undefined;
  const field = fieldOf(call);
  // A success of the tool itself ends the line, so any change came from elsewhere.
  const marks = { ...step.marks, changedMs: changedOutside(step.changes, []) };
  const { standing: place, after: memory } = advance(before?.memory, call, marks);
  if (!before || place === 'opens' || !isSameTrouble(before, signature, field))
    return { memory, signature, field, seen: [hash], tried: 1, evidence: begin(call) };
  if (place === 'beside' || before.seen.includes(hash))
    return { ...before, memory, evidence: alsoProven(before.evidence, call) };
  return {
    ...{ memory, signature, field },
    seen: [...before.seen, hash].slice(-SEEN),
    tried: before.tried + 1,
    evidence: alsoWasted(before.evidence, call),
  };
}

/** The same field where fields are named, else the same words: "email is required" and "name is required" are progress. */
function isSameTrouble(before: Variation, signature: string, field: string | undefined): boolean {
  if (before.field !== undefined && field !== undefined) return before.field === field;
  return before.signature === signature;
}
