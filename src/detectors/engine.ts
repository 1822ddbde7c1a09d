import type { Finding } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import type { Frame, ToolCall } from '../model/tool-call.js';
import { canChangeState } from '../policy/index.js';
import { type Detector, type Draft, optionsOf, type Visitor } from './detector.js';
import { type Cells, createLedger, type Ledger } from './ledger.js';
import { publish } from './publish.js';
import { createSession, type Session } from './session.js';
import { createTimeline, type Event } from './timeline.js';

/** Follows one session: calls in any order, the same findings as a replay of all of them in order. */
export interface SessionEngine {
  /** Takes calls and frames; a span id seen before is replaced. Inner spans (`partOf`) are no calls of their own. */
  add(calls: readonly ToolCall[], frames: readonly Frame[]): void;
  /** Forgets spans that turned out to belong to another session. */
  remove(spanIds: readonly string[]): void;
  /** Everything that is proven now. A finding that did not change is the same object as before. */
  findings(nowMs: number): Finding[];
}

/** The state of a session at some point of its timeline; thrown away and rebuilt for a full replay. */
interface State {
  readonly ledger: Ledger;
  readonly session: Session;
  readonly visitors: readonly Visitor[];
  readonly drafts: Cells<Filed>;
}

interface Filed {
  readonly detector: Detector;
  readonly draft: Draft;
}

/** An engine for one session with the given detectors. */
export function createEngine(
  detectors: readonly Detector[],
  project: string,
  session: string,
  settings: Settings,
): SessionEngine {
  const timeline = createTimeline();
  const known = new Map<string, Event[]>();
  const frames = new Map<string, Frame>();
  const published = new WeakMap<Filed, Finding>();
  const place = { project, session };
  let state = begin();
  let applied = 0;

  function begin(): State {
    return createState(detectors, settings, (spanId) => frames.get(spanId));
  }

  function forget(spanId: string): void {
    for (const event of known.get(spanId) ?? []) timeline.remove(event);
    known.delete(spanId);
    frames.delete(spanId);
  }

  function enter(spanId: string, events: Event[]): void {
    known.set(spanId, events);
    for (const event of events) timeline.add(event);
  }

  function settle(): void {
    const { place, displaced } = timeline.settle();
    if (displaced) applied = state.ledger.rewind(displaced.mark) ? place : 0;
    if (displaced && applied === 0) state = begin();
    for (const event of timeline.events.slice(applied)) {
      event.mark = state.ledger.position();
      apply(state, event);
    }
    applied = timeline.events.length;
    state.ledger.trim();
  }

  function publishOnce(filed: Filed): Finding {
    const before = published.get(filed);
    if (before) return before;
    const finding = publish(filed.detector, filed.draft, place, settings);
    published.set(filed, finding);
    return finding;
  }

  return {
    add(calls, moreFrames) {
      for (const call of calls) {
        forget(call.spanId);
        enter(call.spanId, eventsOfCall(call));
      }
      for (const frame of moreFrames) {
        forget(frame.spanId);
        frames.set(frame.spanId, frame);
        enter(frame.spanId, [eventAt(frame.startedMs, 'frame', frame.spanId, { frame })]);
      }
    },
    remove: (spanIds) => spanIds.forEach(forget),
    findings() {
      settle();
      return [...state.drafts.entries()].map(([, filed]) => publishOnce(filed)).sort(byTime);
    },
  };
}

function createState(
  detectors: readonly Detector[],
  settings: Settings,
  frameOf: (spanId: string) => Frame | undefined,
): State {
  const ledger = createLedger();
  const drafts = ledger.cells<Filed>();
  const visitors = detectors.flatMap((detector) => {
    if (!detector.visit || settings.detectors[detector.id]?.enabled === false) return [];
    const report = (draft: Draft) =>
      drafts.set(JSON.stringify([detector.id, draft.about, draft.episode]), { detector, draft });
    return [detector.visit({ options: optionsOf(detector, settings), settings, cells: ledger.cells, report })];
  });
  return { ledger, drafts, visitors, session: createSession(ledger, frameOf) };
}

function eventAt(
  atMs: number,
  kind: Event['kind'],
  id: string,
  about: { readonly call?: ToolCall; readonly frame?: Frame },
): Event {
  return { atMs, kind, id, call: about.call, frame: about.frame, dead: false, mark: 0 };
}

/** Inner spans are parts of a call, and calls that the guard refused were never made. */
function eventsOfCall(call: ToolCall): Event[] {
  if (call.partOf !== undefined || call.guardRefused) return [];
  const events = [eventAt(call.startedMs, 'call', call.spanId, { call })];
  // A change counts from its end on, so that a call is not progress for the calls it encloses.
  if (canChangeState(call)) events.push(eventAt(call.endedMs ?? call.startedMs, 'changed', call.spanId, { call }));
  return events;
}

function apply({ session, visitors }: State, { kind, call, frame, atMs }: Event): void {
  if (frame?.kind === 'user') session.user(atMs);
  if (kind === 'changed' && call) session.changed(call, atMs);
  if (kind !== 'call' || !call) return;
  const step = session.step(call);
  for (const visitor of visitors) visitor.call(step);
}

function byTime(a: Finding, b: Finding): number {
  return a.firstMs - b.firstMs || (a.id < b.id ? -1 : 1);
}
