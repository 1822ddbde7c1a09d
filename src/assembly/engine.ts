import type { Frame, ToolCall } from '../model/tool-call.js';
import { arrivingCall, arrivingFrame, callKey, createTrace } from './arrival.js';
import type { Added, Moved, PlacedFrame } from './assembly.js';
import { tracesBoundTo } from './bound.js';
import { Catalogue } from './catalogue.js';
import { drain } from './drain.js';
import { Matching } from './matching.js';
import { type NestingChanges, nestUnder, unnest } from './nesting.js';
import type { CallNode, Context, FrameNode, Node, Place, Trace } from './node.js';
import { placeOf, sameFiling, samePlace } from './place.js';
import { createRows } from './rows.js';
import { createSessions } from './sessions.js';
import { handDown, hang, unhang } from './tree.js';
import { createTurns } from './turns.js';

/**
 * The stages of assembling, each on what the stages before it changed: contexts down the trees, nesting, places (session
 * and instance), turns, bonds between units, rows. None changes what an earlier stage reads, so one pass settles all.
 */
export class Engine {
  /** Number of records by trace; those longest untouched first. */
  readonly traces = new Map<string, number>();
  private readonly known = new Map<string, Trace>();
  private readonly sessions = createSessions();
  private readonly turns = createTurns();
  private readonly catalogue = new Catalogue();
  private readonly rows = createRows();
  private readonly matching = new Matching(this.catalogue, this.rows);
  /** Work left for the stages. */
  private readonly hung = new Set<Node>();
  private readonly unnested = new Set<CallNode>();
  private readonly unplaced = new Set<Node>();
  private readonly unturned = new Set<CallNode>();
  private readonly stirred = new Set<CallNode>();
  private readonly placedFrames = new Set<FrameNode>();
  private readonly movedFrames: Moved[] = [];

  private readonly nesting: NestingChanges = {
    rerooted: (node, before) => {
      this.rows.regroup(before);
      this.rows.uproot(node);
      this.stirred.add(node);
      this.unturned.add(node);
      this.replace(node);
      for (const insider of node.insiders) this.replace(insider);
    },
    recarried: (node) => {
      for (const member of node.unit) {
        this.stirred.add(member);
        this.unturned.add(member);
      }
    },
  };

  add(calls: readonly ToolCall[], frames: readonly Frame[]): Added {
    const touched = new Set<Trace>();
    for (const frame of frames) touched.add(this.takeFrame(frame));
    for (const call of calls) touched.add(this.takeCall(call));
    handDown(this.hung, (node, before) => this.inherit(node, before));
    this.hung.clear();
    this.nest();
    for (const trace of touched) this.listen(trace);
    drain(this.unplaced, (node) => this.place(node));
    drain(this.unturned, (call) => this.turn(call));
    drain(this.stirred, (call) => this.matching.touch(call));
    this.matching.settle();
    const { changed, moved } = this.rows.settle();
    return { changed, moved: [...moved, ...this.movedFrames.splice(0)], placed: this.takePlaced() };
  }

  /** Drops traces, and all that hold other records of the calls in them. */
  forget(traceIds: readonly string[]): string[] {
    const dropped = tracesBoundTo(
      traceIds.flatMap((id) => this.known.get(id) ?? []),
      this.turns,
    );
    for (const trace of dropped) {
      for (const call of trace.calls.values()) this.unfileCall(call);
      for (const frame of trace.frames.values()) this.unfileFrame(frame);
      this.known.delete(trace.id);
      this.traces.delete(trace.id);
    }
    return [...dropped].map(({ id }) => id);
  }

  tracesOf(session: string): Iterable<Trace> {
    return this.sessions.tracesOf(session);
  }

  private trace(id: string): Trace {
    const trace = this.known.get(id) ?? createTrace(id);
    this.known.set(id, trace);
    this.traces.delete(id);
    this.traces.set(id, trace.calls.size + trace.frames.size);
    return trace;
  }

  private takeCall(row: ToolCall): Trace {
    const trace = this.trace(row.traceId);
    const known = trace.calls.get(callKey(row));
    const node = arrivingCall(trace, row, known);
    if (!node) return trace;
    if (known) this.removeCall(known);
    trace.calls.set(callKey(row), node);
    this.rows.regroup(node);
    this.welcome(node);
    return trace;
  }

  private takeFrame(raw: Frame): Trace {
    const trace = this.trace(raw.traceId);
    const known = trace.frames.get(raw.spanId);
    const node = arrivingFrame(trace, raw, known);
    if (!node) return trace;
    if (known) this.removeFrame(known);
    trace.frames.set(raw.spanId, node);
    this.welcome(node);
    return trace;
  }

  private welcome(node: Node): void {
    const { trace } = node;
    this.traces.set(trace.id, trace.calls.size + trace.frames.size);
    this.unplaced.add(node);
    for (const one of hang(node)) this.hung.add(one);
  }

  private removeCall(call: CallNode): void {
    this.matching.touch(call);
    this.matching.release(call);
    unnest(call, this.nesting);
    this.unfileCall(call);
    this.removeNode(call);
    this.unnested.delete(call);
    this.unturned.delete(call);
    this.stirred.delete(call);
    this.rows.drop(call);
  }

  private removeFrame(frame: FrameNode): void {
    if (frame.raw.kind === 'model') this.unturnBy(frame);
    this.unlend(frame, frame.received);
    this.unfileFrame(frame);
    this.removeNode(frame);
    this.placedFrames.delete(frame);
  }

  private removeNode(node: Node): void {
    node.received.inside?.insiders.delete(node);
    for (const below of unhang(node)) this.hung.add(below);
    this.hung.delete(node);
    this.unplaced.delete(node);
  }

  private unfileCall(call: CallNode): void {
    if (call.filed) this.catalogue.drop(call);
    if (call.place) this.turns.dropCall(call);
    if (call.place) this.sessions.leave(call.place.session, call.trace);
    call.filed = undefined;
    call.place = undefined;
  }

  private unfileFrame(frame: FrameNode): void {
    if (!frame.place) return;
    if (frame.raw.kind === 'model') this.turns.dropFrame(frame);
    this.sessions.leave(frame.place.session, frame.trace);
    frame.place = undefined;
  }

  /** What is above the record in its tree is not what it was. */
  private inherit(node: Node, before: Context): void {
    before.inside?.insiders.delete(node);
    node.received.inside?.insiders.add(node);
    if (node.kind === 'frame') this.lend(node, before);
    else {
      this.unnested.add(node);
      this.rows.regroup(node);
    }
    this.replace(node);
  }

  /** First all that no longer hold are undone, so that two records never nest in each other. */
  private nest(): void {
    for (const call of this.unnested)
      if (call.candidate !== call.received.around) nestUnder(call, undefined, this.nesting);
    drain(this.unnested, (call) => nestUnder(call, call.received.around, this.nesting));
  }

  private lend(frame: FrameNode, before: Context): void {
    if (frame.raw.lends === undefined) return;
    this.unlend(frame, before);
    const { around } = frame.received;
    around?.lenders.add(frame);
    if (around) this.rows.regroup(around);
  }

  private unlend(frame: FrameNode, { around }: Context): void {
    if (around?.lenders.delete(frame)) this.rows.regroup(around);
  }

  private replace(node: Node): void {
    this.unplaced.add(node);
    if (node.kind === 'call') for (const member of node.unit) this.unplaced.add(member);
  }

  /** Records without a conversation of their own take the one that the earliest other record of the trace states. */
  private listen(trace: Trace): void {
    const conversation = trace.speakers.first?.conversation;
    if (conversation === trace.conversation) return;
    trace.conversation = conversation;
    for (const node of trace.homeless) this.unplaced.add(node);
  }

  private place(node: Node): void {
    const place = placeOf(node);
    const { place: before, trace } = node;
    if (before && samePlace(before, place)) return;
    if (before) this.sessions.leave(before.session, trace);
    this.sessions.enter(place.session, trace);
    if (place.sessionFrom === 'trace' || place.sessionFrom === 'none') trace.homeless.add(node);
    else trace.homeless.delete(node);
    if (node.kind === 'call') this.placeCall(node, place);
    else this.placeFrame(node, place);
  }

  private placeCall(call: CallNode, place: Place): void {
    if (call.place) this.turns.dropCall(call);
    call.place = place;
    this.turns.fileCall(call);
    this.unturned.add(call);
    this.rows.regroup(call);
  }

  private placeFrame(frame: FrameNode, place: Place): void {
    const { trace, spanId, place: before } = frame;
    if (before && before.session !== place.session)
      this.movedFrames.push({ traceId: trace.id, spanId, from: before.session, to: place.session });
    const isTurn = frame.raw.kind === 'model';
    if (isTurn && frame.place) this.unturnBy(frame);
    if (isTurn && frame.place) this.turns.dropFrame(frame);
    frame.place = place;
    if (isTurn) this.turns.fileFrame(frame);
    if (isTurn) this.unturnBy(frame);
    this.placedFrames.add(frame);
  }

  private unturnBy(frame: FrameNode): void {
    for (const call of this.turns.calledBy(frame)) this.unturned.add(call);
  }

  private turn(call: CallNode): void {
    const { place } = call;
    if (!place) return;
    const turn = this.turns.turnOf(call);
    if (turn !== call.turn) this.rows.regroup(call);
    call.turn = turn;
    const { session, instance } = place;
    const isRoot = call.root === call;
    const filed = { session, instance, turn: turn?.spanId, isRoot, hasId: call.root.carrier !== undefined };
    if (call.filed && sameFiling(call.filed, filed)) return;
    if (call.filed) this.matching.touch(call);
    if (call.filed) this.catalogue.drop(call);
    call.filed = filed;
    this.catalogue.file(call);
    this.stirred.add(call);
  }

  private takePlaced(): PlacedFrame[] {
    const placed = [...this.placedFrames].flatMap(({ raw, spanId, place }): PlacedFrame[] => {
      if (!place) return [];
      const agentInstance = raw.kind === 'agent' ? spanId : (place.instance ?? raw.agentId ?? raw.agent ?? '');
      return [{ frame: raw, session: place.session, agentInstance }];
    });
    this.placedFrames.clear();
    return placed;
  }
}
