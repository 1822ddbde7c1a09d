import type { ToolCall } from '../model/tool-call.js';
import { borrow, type Lender, type Telling } from './lending.js';
import { isAfter } from './likeness.js';
import { byStart, type CallNode, type FrameNode } from './node.js';
import { lastWord, retriesIn, runsByVoice } from './runs.js';
import { compareSpeakers } from './voice.js';

/**
 * A record that holds more parts than this is a crowd: what each of them says is no longer said by the call. Keeps the cost
 * of one more part from growing with their number.
 */
export const CROWD = 256;

/** A record of a group; `again` for those of later runs. */
export interface Member {
  readonly node: CallNode;
  readonly again: boolean;
}

/** The records of a group from its first unit down, crowds left out unless asked for. */
export function membersOf(top: CallNode, crowds: boolean): Member[] {
  const members: Member[] = [];
  const open: Member[] = [{ node: top, again: false }];
  for (let unit = open.pop(); unit; unit = open.pop()) {
    const { again } = unit;
    for (const node of recordsOf(unit.node, crowds)) {
      members.push({ node, again });
      if (!crowds && node.guests.size > CROWD) continue;
      for (const guest of node.guests) open.push({ node: guest, again: again || guest.bond?.kind === 'attempt' });
    }
  }
  return members;
}

function recordsOf(node: CallNode, crowds: boolean): Iterable<CallNode> {
  return node.root === node && (crowds || node.unit.size <= CROWD) ? node.unit : [node];
}

/** The record that is the call: the outermost on the caller's side, of its first run. */
export function headOf(members: readonly Member[], top: CallNode): CallNode {
  const outermost = members.filter(({ node, again }) => node.root === node && !again).map(({ node }) => node);
  return outermost.reduce((best, node) => (compareSpeakers(node, best) < 0 ? node : best), top);
}

/** What the call says, with what its other records lend it. */
export function factsOf(head: CallNode, members: readonly Member[]): Partial<ToolCall> {
  const nodes = members.map(({ node }) => node);
  if (nodes.length === 1 && head.lenders.size === 0) return {};
  return borrow(tellingOf(head, nodes));
}

function tellingOf(head: CallNode, nodes: CallNode[]): Telling {
  const voices = runsByVoice(nodes);
  const speaking = [...voices.values()].flatMap((runs) => lastWord(runs));
  const own = voices.get(head.voice) ?? [];
  const last = own.length > 1 ? ([...lastWord(own)].sort(compareSpeakers)[0] ?? head) : head;
  const lenders = speaking.filter((node) => node !== head && node !== last).sort(compareSpeakers);
  const frames = [last, ...lenders].flatMap((node) => [...node.lenders]);
  return {
    head: head.raw,
    last: last.raw,
    lenders: [...spokenBy(frames), ...lenders.map(({ raw }) => raw)],
    all: [...nodes.map(({ raw }) => raw), ...frames.flatMap(({ raw }) => raw.lends ?? [])],
    retries: Math.max(0, ...[...voices.values()].map(retriesIn)),
  };
}

/** What frames lend. Of phases with one name that came one after the other, the last one says how it came out. */
function spokenBy(frames: FrameNode[]): Lender[] {
  const ordered = frames.sort(byStart);
  return ordered.flatMap((frame, i) => {
    const later = ordered.slice(i + 1).some((other) => isPhaseAfter(other, frame));
    return later || frame.raw.lends === undefined ? [] : [frame.raw.lends];
  });
}

function isPhaseAfter({ raw: a }: FrameNode, { raw: b }: FrameNode): boolean {
  return a.name === b.name && b.endedMs !== undefined && b.endedMs > b.startedMs && isAfter(a, b);
}
