import type { ToolCall } from '../model/tool-call.js';
import type { Moved } from './assembly.js';
import { deepEqual } from './deep-equal.js';
import { headRow, partRow, type Shared, sharedBy } from './derive.js';
import { factsOf, headOf, type Member, membersOf } from './group.js';
import { type CallNode, topOf } from './node.js';

/** Writes the rows of groups that changed. */
export interface Rows {
  /** The record, or what its group says, has changed. */
  regroup(node: CallNode): void;
  /** The unit and all that hangs on it belong to another group. */
  uproot(root: CallNode): void;
  /** Forgets that a record was to be told anew. */
  drop(node: CallNode): void;
  /** Tells every group that changed; returns the rows that are not as they were. */
  settle(): { readonly changed: ToolCall[]; readonly moved: Moved[] };
}

/** No rows to write. */
export function createRows(): Rows {
  const dirty = new Set<CallNode>();
  const uprooted = new Set<CallNode>();
  return {
    regroup: (node) => void dirty.add(node),
    uproot(root) {
      dirty.add(root);
      uprooted.add(root);
    },
    drop(node) {
      dirty.delete(node);
      uprooted.delete(node);
    },
    settle() {
      for (const root of uprooted) for (const { node } of membersOf(root, true)) dirty.add(node);
      const desk = createDesk();
      for (const [top, nodes] of byTop(dirty)) tell(top, nodes, desk);
      dirty.clear();
      uprooted.clear();
      return desk;
    },
  };
}

interface Desk {
  readonly changed: ToolCall[];
  readonly moved: Moved[];
  write(node: CallNode, row: ToolCall): void;
}

function createDesk(): Desk {
  const changed: ToolCall[] = [];
  const moved: Moved[] = [];
  return {
    changed,
    moved,
    write(node, row) {
      const before = node.out;
      if (before && deepEqual(before, row)) return;
      node.out = row;
      changed.push(row);
      if (before && before.session !== row.session)
        moved.push({ traceId: row.traceId, spanId: row.spanId, from: before.session, to: row.session });
    },
  };
}

function byTop(nodes: Iterable<CallNode>): Map<CallNode, Set<CallNode>> {
  const tops = new Map<CallNode, Set<CallNode>>();
  for (const node of nodes) {
    // A record that is not filed was replaced by one that says more.
    if (!node.filed) continue;
    const top = topOf(node);
    const group = tops.get(top);
    if (group) group.add(node);
    else tops.set(top, new Set([node]));
  }
  return tops;
}

function tell(top: CallNode, dirty: Set<CallNode>, desk: Desk): void {
  const members = membersOf(top, false);
  const head = headOf(members, top);
  const shared = sharedBy(head, ofFirstRun(members));
  for (const { node } of members) if (node !== top) forgetTold(node);
  const isNews = top.head !== head || !top.told || !sameShared(top.told, shared);
  top.head = head;
  top.told = shared;
  desk.write(head, headRow(head, shared, factsOf(head, members)));
  const parts = isNews ? membersOf(top, true) : members;
  for (const node of new Set([...parts.map((one) => one.node), ...dirty]))
    if (node !== head) desk.write(node, partRow(node, shared, head));
}

function ofFirstRun(members: readonly Member[]): CallNode[] {
  return members.filter(({ again }) => !again).map(({ node }) => node);
}

function forgetTold(node: CallNode): void {
  node.head = undefined;
  node.told = undefined;
}

function sameShared(a: Shared, b: Shared): boolean {
  return deepEqual(a, b);
}
