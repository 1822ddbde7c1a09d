import type { Finding } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import type { Frame, ToolCall } from '../model/tool-call.js';
import { type Detector, type Draft, optionsOf, type Visitor } from './detector.js';
import type { Cells, Ledger } from './ledger.js';
import { createCurfew } from './over.js';
import { publish } from './publish.js';
import { createReplay, type Player } from './replay.js';
import type { Spans } from './spans.js';

/** Follows one session: calls in any order, the same findings as a replay of all of them in order. */
export interface SessionEngine {
  /** Takes calls and frames; a span id seen before is replaced. Inner spans (`partOf`) are no calls of their own. */
  add(calls: readonly ToolCall[], frames: readonly Frame[]): void;
  /** Forgets spans that turned out to belong to another session. */
  remove(spanIds: readonly string[]): void;
  /** Everything that is proven now, in order of time. A finding that did not change is the same object as before. */
  findings(nowMs: number): Finding[];
}

interface Filed {
  readonly detector: Detector;
  readonly draft: Draft;
}

/** All visitors of a session as one player. */
interface Cast extends Player {
  readonly visitors: readonly Visitor[];
  readonly drafts: Cells<Filed>;
}

/** An engine for one session with the given detectors. */
export function createEngine(
  detectors: readonly Detector[],
  project: string,
  session: string,
  settings: Settings,
): SessionEngine {
  const replay = createReplay((ledger, spans) => cast(detectors, settings, ledger, spans));
  const curfew = createCurfew(replay.spans);
  const published = new WeakMap<Filed, Finding>();
  let closed: { ledger: Ledger; mark: number; over: boolean } | undefined;

  function reopen(): void {
    closed?.ledger.rewind(closed.mark);
    closed = undefined;
  }

  function close(ledger: Ledger, { visitors }: Cast, over: boolean): void {
    if (closed?.over === over || !replay.spans.gaps.none) return;
    reopen();
    closed = { ledger, mark: ledger.position(), over };
    for (const visitor of visitors) visitor.whole?.();
    if (over) for (const visitor of visitors) visitor.over?.();
  }

  function publishOnce(filed: Filed): Finding {
    const before = published.get(filed);
    if (before) return before;
    const finding = publish(filed.detector, filed.draft, { project, session }, settings);
    published.set(filed, finding);
    return finding;
  }

  return {
    add(calls, frames) {
      reopen();
      replay.add(calls, frames);
      for (const { startedMs, endedMs } of [...calls, ...frames]) curfew.seen(endedMs ?? startedMs);
    },
    remove(spanIds) {
      reopen();
      replay.remove(spanIds);
      curfew.lost();
    },
    findings(nowMs) {
      const { player, ledger } = replay.settle();
      close(ledger, player, curfew.isOver(nowMs));
      return [...player.drafts.entries()].map(([, filed]) => publishOnce(filed)).sort(byTime);
    },
  };
}

function cast(detectors: readonly Detector[], settings: Settings, ledger: Ledger, spans: Spans): Cast {
  const drafts = ledger.cells<Filed>();
  const visitors = detectors.flatMap((detector) => {
    if (!detector.visit || settings.detectors[detector.id]?.enabled === false) return [];
    const report = (draft: Draft) =>
      drafts.set(JSON.stringify([detector.id, draft.about, draft.episode]), { detector, draft });
    const cells = <V>() => ledger.cells<V>();
    return [detector.visit({ options: optionsOf(detector, settings), settings, spans, cells, report })];
  });
  return {
    ...{ visitors, drafts },
    call: (step) => visitors.forEach((visitor) => void visitor.call?.(step)),
    refused: (call) => visitors.forEach((visitor) => void visitor.refused?.(call)),
    runEnded: (run) => visitors.forEach((visitor) => void visitor.runEnded?.(run)),
  };
}

function byTime(a: Finding, b: Finding): number {
  return a.firstMs - b.firstMs || (a.id < b.id ? -1 : 1);
}
