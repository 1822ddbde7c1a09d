import { bondByCloseness, bondById, nearer } from './bonds.js';
import type { Catalogue } from './catalogue.js';
import type { Bond, CallNode } from './node.js';
import { compareRoots } from './voice.js';

/** Bonds units that tell the same call. */
export interface Matching {
  /** The unit of the record, or what it could be bonded to, has changed. */
  touch(call: CallNode): void;
  /** Works until every unit has the bond that is its own by all that is known. */
  settle(): void;
  /** Takes a record out of all bonds without looking for others, before it is forgotten. */
  release(call: CallNode): void;
}

/** Hears what bonds change. */
export interface Regrouping {
  /** The record's group has another member, or one less. */
  regroup(node: CallNode): void;
  /** The unit is in another group. */
  uproot(root: CallNode): void;
}

/** A matching over the records of a catalogue. */
export function createMatching(catalogue: Catalogue, { regroup, uproot }: Regrouping): Matching {
  const units = new Set<CallNode>();
  const strays = new Set<CallNode>();

  function touch(call: CallNode): void {
    units.add(call).add(call.root);
    const { callId, requestId } = call.raw;
    for (const other of catalogue.byId(call, callId, requestId === undefined ? [] : [requestId])) units.add(other.root);
    stir(call);
  }

  function stir(call: CallNode): void {
    strays.add(call).add(call.root);
    for (const other of catalogue.close(call)) strays.add(other.root);
  }

  function settleUnit(root: CallNode): void {
    const bond = root.root === root && root.filed ? bestById(catalogue, root) : undefined;
    if (bond?.host === root.bond?.host && bond?.kind === root.bond?.kind) return;
    const before = root.bond;
    root.bond = bond;
    leave(root, before);
    bond?.host.guests.add(root);
    if (root.raw.from === 'message' && !before !== !bond) catalogue.retell(root);
    uproot(root);
    stir(root);
  }

  function unbind(root: CallNode): void {
    root.bond = undefined;
    if (root.raw.from === 'message') catalogue.retell(root);
  }

  /** The unit may be bonded to the same record in the other way. */
  function leave(root: CallNode, bond: Bond | undefined): void {
    if (!bond) return;
    if (root.bond?.host !== bond.host && root.loose?.host !== bond.host) bond.host.guests.delete(root);
    regroup(bond.host);
  }

  function settleStray(root: CallNode): void {
    const bonds = maySeek(root) ? closeBonds(root) : [];
    const sought = root.seeking;
    root.seeking = bonds.length > 0;
    if (root.seeking !== sought) stir(root);
    if (!mayHost(root)) for (const guest of [...(root.slots?.values() ?? [])]) loosen(guest);
    bind(
      root,
      bonds.filter(({ host }) => mayHost(host)).find((bond) => isFree(root, bond)),
    );
  }

  function closeBonds(root: CallNode): Bond[] {
    const bonds = [...catalogue.close(root)].flatMap((other) => {
      const fits = other.bond === undefined && other.root === other;
      return (fits && bondByCloseness(root, other)) || [];
    });
    return bonds.sort((a, b) => (nearer(a, b) ? -1 : 1));
  }

  function bind(root: CallNode, bond: Bond | undefined): void {
    const before = root.loose;
    if (before?.host === bond?.host) return;
    if (before) {
      loosen(root);
      stir(before.host);
    }
    if (!bond) return;
    const rival = bond.host.slots?.get(root.voice);
    if (rival) loosen(rival);
    bond.host.slots ??= new Map();
    bond.host.slots.set(root.voice, root);
    bond.host.guests.add(root);
    root.loose = bond;
    uproot(root);
  }

  function loosen(guest: CallNode): void {
    const { loose } = guest;
    if (!loose) return;
    loose.host.slots?.delete(guest.voice);
    guest.loose = undefined;
    leave(guest, loose);
    uproot(guest);
    strays.add(guest);
  }

  return {
    touch,
    settle() {
      drain(units, settleUnit);
      drain(strays, settleStray);
    },
    release(call) {
      for (const guest of [...call.guests]) {
        if (guest.bond?.host === call) unbind(guest);
        if (guest.loose?.host === call) guest.loose = undefined;
        units.add(guest.root);
        stir(guest);
        uproot(guest);
      }
      loosen(call);
      const { bond } = call;
      if (bond) unbind(call);
      leave(call, bond);
      call.guests.clear();
      call.slots = undefined;
      units.delete(call);
      strays.delete(call);
    },
  };
}

function drain(set: Set<CallNode>, work: (node: CallNode) => void): void {
  for (const node of set) {
    set.delete(node);
    work(node);
  }
}

function bestById(catalogue: Catalogue, root: CallNode): Bond | undefined {
  const { carrier } = root;
  let best: Bond | undefined;
  for (const other of catalogue.byId(carrier ?? root, carrier?.raw.callId, root.requests?.keys() ?? [])) {
    const bond = bondById(root, other);
    if (bond && (!best || nearer(bond, best))) best = bond;
  }
  return best;
}

/** Only units whose call id nobody knows look for company by closeness. */
function maySeek(root: CallNode): boolean {
  return (
    root.filed !== undefined &&
    root.root === root &&
    root.carrier === undefined &&
    root.bond === undefined &&
    root.raw.from !== 'message'
  );
}

function mayHost(root: CallNode): boolean {
  return root.filed !== undefined && root.root === root && root.bond === undefined && !root.seeking;
}

/** Room for this voice, or what took it is farther away. */
function isFree(root: CallNode, bond: Bond): boolean {
  const rival = bond.host.slots?.get(root.voice);
  if (!rival || rival === root || !rival.loose) return true;
  return bond.gap < rival.loose.gap || (bond.gap === rival.loose.gap && compareRoots(root, rival) < 0);
}
