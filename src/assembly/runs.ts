import { argumentsDiffer, isAfter } from './likeness.js';
import { byStart, type CallNode } from './node.js';

/** What one voice tells of one call: its runs one after the other, each with the records that overlap. */
export type Runs = readonly (readonly CallNode[])[];

/** The records of a call by voice, each voice's in runs. */
export function runsByVoice(members: readonly CallNode[]): Map<string, Runs> {
  const voices = new Map<string, CallNode[]>();
  for (const member of members) {
    const told = voices.get(member.voice);
    if (told) told.push(member);
    else voices.set(member.voice, [member]);
  }
  return new Map([...voices].map(([voice, told]) => [voice, inRuns(told)]));
}

function inRuns(told: CallNode[]): Runs {
  const runs: CallNode[][] = [];
  for (const node of told.sort(byStart)) {
    const run = runs.at(-1);
    if (run?.some((other) => !isAfter(node.raw, other.raw) || isWithin(node, other) || isWithin(other, node)))
      run.push(node);
    else runs.push([node]);
  }
  return runs;
}

function isWithin(node: CallNode, other: CallNode): boolean {
  for (let outer = node.outer; outer; outer = outer.outer) if (outer === other) return true;
  return false;
}

/** Runs beyond the first that tried the same again. Logs are written once a decision, once a result: no runs of their own. */
export function retriesIn(runs: Runs): number {
  const first = runs[0]?.[0];
  if (first?.raw.from !== 'span') return 0;
  return runs.slice(1).filter(([again]) => again && !argumentsDiffer(first.raw, again.raw)).length;
}

/**
 * The records that speak for how the call came out: the last run's. Where a tool does its work in several runs side by
 * side, no one of them speaks for it.
 */
export function lastWord(runs: Runs): readonly CallNode[] {
  const last = runs.at(-1) ?? [];
  const outers = last.flatMap(({ outer }) => outer ?? []);
  return new Set(outers).size < outers.length ? [] : last;
}
