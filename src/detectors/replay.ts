import type { Frame, ToolCall } from '../model/tool-call.js';
import { CLOCK_GRAIN_MS, canChangeState } from '../policy/index.js';
import { createLedger, type Ledger } from './ledger.js';
import { createSession, type Session, type Step } from './session.js';
import { createSpans, isDelegation, type Run, type Spans } from './spans.js';
import { createTimeline, type Event, type Timeline } from './timeline.js';

/** Whoever follows a session in order. All its state lives in cells of the ledger it is given. */
export interface Player {
  call(step: Step): void;
  /** A call that the guard refused: asked for, and never made. */
  refused?(call: ToolCall): void;
  /** An agent's run ended; all its calls have been seen. */
  runEnded?(run: Run): void;
}

/** A session whose spans arrive in any order and are played in the order of their times. */
export interface Replay<P extends Player> {
  readonly spans: Spans;
  add(calls: readonly ToolCall[], frames: readonly Frame[]): void;
  remove(spanIds: readonly string[]): void;
  /** Plays what is new; what came late is played again from there. */
  settle(): Played<P>;
}

/** The player with everything played. */
export interface Played<P> {
  readonly player: P;
  readonly ledger: Ledger;
  readonly changed: boolean;
}

interface Stage<P> {
  readonly ledger: Ledger;
  readonly session: Session;
  readonly player: P;
}

/** A replay of nothing yet. `cast` makes a player with empty state; it is called again where a replay has to start over. */
export function createReplay<P extends Player>(cast: (ledger: Ledger, spans: Spans) => P): Replay<P> {
  const spans = createSpans();
  const timeline = createTimeline();
  let stage = begin();
  let played = 0;

  function begin(): Stage<P> {
    const ledger = createLedger();
    return { ledger, session: createSession(ledger, (turn) => spans.frames.get(turn)), player: cast(ledger, spans) };
  }

  function rewind(place: number, mark: number): void {
    played = place;
    if (stage.ledger.rewind(mark)) return;
    stage.ledger.clear();
    stage = begin();
    played = 0;
  }

  function settle(): Played<P> {
    const { place, displaced } = timeline.settle();
    if (displaced) rewind(place, displaced.mark);
    const changed = displaced !== undefined || played < timeline.events.length;
    for (; played < timeline.events.length; played++) {
      const event = timeline.events[played];
      if (!event) continue;
      event.mark = stage.ledger.position();
      play(stage, event, spans);
    }
    stage.ledger.trim();
    return { player: stage.player, ledger: stage.ledger, changed };
  }

  return { spans, settle, ...intake(spans, timeline) };
}

/** What comes in is kept by span id and becomes events; what comes again replaces what was. */
function intake(spans: Spans, timeline: Timeline): Pick<Replay<Player>, 'add' | 'remove'> {
  const known = new Map<string, Event[]>();

  function forget(spanId: string): void {
    for (const event of known.get(spanId) ?? []) timeline.remove(event);
    const span = spans.calls.get(spanId) ?? spans.frames.get(spanId);
    if (span) spans.gaps.gone(span);
    known.delete(spanId);
    spans.calls.delete(spanId);
    spans.frames.delete(spanId);
  }

  function enter<S extends ToolCall | Frame>(span: S, into: Map<string, S>, events: (span: S) => Event[]): void {
    if (into.get(span.spanId) !== span) place(span, into, events);
  }

  function place<S extends ToolCall | Frame>(span: S, into: Map<string, S>, events: (span: S) => Event[]): void {
    forget(span.spanId);
    into.set(span.spanId, span);
    spans.gaps.added(span);
    known.set(span.spanId, events(span));
    for (const event of known.get(span.spanId) ?? []) timeline.add(event);
  }

  /** A call turns out to be one that an agent runs in: it is entered anew, with the end of that agent. */
  function host(spanId: string): void {
    if (spans.hosts.has(spanId)) return;
    spans.hosts.add(spanId);
    const call = spans.calls.get(spanId);
    if (call) place(call, spans.calls, eventsOf);
  }

  const eventsOf = (call: ToolCall) => eventsOfCall(call, isDelegation(call, spans.hosts));

  return {
    add(calls, frames) {
      for (const call of calls) {
        enter(call, spans.calls, eventsOf);
        if (call.partOf === undefined && call.agentInstance !== call.spanId) host(call.agentInstance);
      }
      for (const frame of frames) enter(frame, spans.frames, eventsOfFrame);
    },
    remove: (spanIds) => spanIds.forEach(forget),
  };
}

function event(atMs: number, kind: Event['kind'], span: ToolCall | Frame): Event {
  return { atMs, kind, span, dead: false, mark: 0 };
}

/** Inner spans are parts of a call, and calls that the guard refused were never made. */
function eventsOfCall(call: ToolCall, startsAgent: boolean): Event[] {
  if (call.partOf !== undefined) return [];
  if (call.guardRefused) return [event(call.startedMs, 'refused', call)];
  const endMs = call.endedMs ?? call.startedMs;
  const events = [event(call.startedMs, 'call', call)];
  // A change counts from its end on, so that a call is not progress for the calls it encloses.
  if (canChangeState(call)) events.push(event(endMs - CLOCK_GRAIN_MS, 'changed', call));
  if (startsAgent && call.endedMs !== undefined) events.push(event(endMs, 'ended', call));
  return events;
}

/** Every frame is an event, because what hangs below it is read anew when it arrives. */
function eventsOfFrame(frame: Frame): Event[] {
  const events = [event(frame.startedMs, 'frame', frame)];
  if (frame.kind === 'agent' && frame.endedMs !== undefined) events.push(event(frame.endedMs, 'ended', frame));
  return events;
}

function play({ session, player }: Stage<Player>, { kind, span, atMs }: Event, spans: Spans): void {
  if (kind === 'ended') {
    const run = spans.runOf(span.spanId);
    if (run) player.runEnded?.(run);
    return;
  }
  const call = spans.calls.get(span.spanId);
  if (kind === 'changed' && call) session.changed(call, atMs);
  if (kind === 'call' && call) player.call(session.step(call));
  if (kind === 'refused' && call) player.refused?.(call);
  if (kind === 'frame' && spans.frames.get(span.spanId)?.kind === 'user') session.user(atMs);
}
