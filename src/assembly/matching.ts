import { bondByCloseness, bondById, nearer } from './bonds.js';
import type { Catalogue } from './catalogue.js';
import { drain } from './drain.js';
import type { Bond, CallNode } from './node.js';
import { compareRoots } from './voice.js';

/** Hears what bonds change. */
export interface Regrouping {
  /** The record's group has another member, or one less. */
  regroup(node: CallNode): void;
  /** The unit is in another group. */
  uproot(root: CallNode): void;
}

/**
 * Bonds units that tell the same call: by ids, and where ids are missing by closeness. Bonds by ids do not depend on those
 * by closeness. Among the latter nearer ones come first, as if all were known and sorted by their gaps.
 */
export class Matching {
  private readonly units = new Set<CallNode>();
  private readonly strays = new Set<CallNode>();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly groups: Regrouping,
  ) {}

  /** The unit of the record, or what it could be bonded to, has changed. */
  touch(call: CallNode): void {
    const { callId, requestId } = call.raw;
    this.units.add(call).add(call.root);
    const requests = requestId === undefined ? [] : [requestId];
    for (const other of this.catalogue.byId(call, callId, requests)) this.units.add(other.root);
    this.stir(call);
  }

  /** Works until every unit has the bond that is its own by all that is known. */
  settle(): void {
    drain(this.units, (root) => this.settleUnit(root));
    drain(this.strays, (root) => this.settleStray(root));
  }

  /** Takes a record out of all bonds, before it is forgotten. */
  release(call: CallNode): void {
    for (const guest of [...call.guests]) {
      if (guest.bond?.host === call) this.unbind(guest);
      if (guest.loose?.host === call) guest.loose = undefined;
      this.units.add(guest.root);
      this.stir(guest);
      this.groups.uproot(guest);
    }
    call.guests.clear();
    call.slots = undefined;
    this.vacate(call);
    const { bond } = call;
    if (bond) this.unbind(call);
    this.leave(call, bond);
    this.units.delete(call);
    this.strays.delete(call);
  }

  private stir(call: CallNode): void {
    this.strays.add(call).add(call.root);
    for (const other of this.catalogue.close(call)) this.strays.add(other.root);
  }

  private settleUnit(root: CallNode): void {
    const bond = root.root === root && root.filed ? bestById(this.catalogue, root) : undefined;
    const before = root.bond;
    if (bond?.host === before?.host && bond?.kind === before?.kind) return;
    root.bond = bond;
    this.leave(root, before);
    bond?.host.guests.add(root);
    if (root.raw.from === 'message' && !before !== !bond) this.catalogue.retell(root);
    this.groups.uproot(root);
    this.stir(root);
  }

  private unbind(root: CallNode): void {
    root.bond = undefined;
    if (root.raw.from === 'message') this.catalogue.retell(root);
  }

  /** The unit may be bonded to the same record in the other way. */
  private leave(root: CallNode, bond: Bond | undefined): void {
    if (!bond) return;
    if (root.bond?.host !== bond.host && root.loose?.host !== bond.host) bond.host.guests.delete(root);
    this.groups.regroup(bond.host);
  }

  private settleStray(root: CallNode): void {
    const bonds = maySeek(root) ? this.closeBonds(root) : [];
    const sought = root.seeking;
    root.seeking = bonds.length > 0;
    if (root.seeking !== sought) this.stir(root);
    if (!mayHost(root)) for (const guest of [...(root.slots?.values() ?? [])]) this.loosen(guest);
    this.bind(
      root,
      bonds.filter(({ host }) => mayHost(host)).find((bond) => isFree(root, bond)),
    );
  }

  private closeBonds(root: CallNode): Bond[] {
    const bonds = [...this.catalogue.close(root)].flatMap((other) => {
      const fits = other.bond === undefined && other.root === other;
      return (fits && bondByCloseness(root, other)) || [];
    });
    return bonds.sort((a, b) => (nearer(a, b) ? -1 : 1));
  }

  private bind(root: CallNode, bond: Bond | undefined): void {
    const before = root.loose;
    if (before?.host === bond?.host) return;
    this.vacate(root);
    if (!bond) return;
    const { host } = bond;
    const rival = host.slots?.get(root.voice);
    if (rival) this.loosen(rival);
    host.slots ??= new Map();
    host.slots.set(root.voice, root);
    host.guests.add(root);
    root.loose = bond;
    this.groups.uproot(root);
  }

  /** Leaves a place that others may have wanted. */
  private vacate(guest: CallNode): void {
    const { loose } = guest;
    this.loosen(guest);
    if (loose) this.stir(loose.host);
  }

  private loosen(guest: CallNode): void {
    const { loose } = guest;
    if (!loose) return;
    loose.host.slots?.delete(guest.voice);
    guest.loose = undefined;
    this.leave(guest, loose);
    this.groups.uproot(guest);
    this.strays.add(guest);
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
