import type { Finding } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import type { ToolCall } from '../model/tool-call.js';
import { type Detector, optionsOf, type Report, type Sighting, type Watcher } from './detector.js';
import type { Ledger } from './ledger.js';
import { finding } from './publish.js';
import { createReplay, type Player, type Replay } from './replay.js';
import type { Step } from './session.js';

/** Watches tools across the sessions of a project. */
export interface ToolEngine {
  /** Takes calls of any session in any order; a span id seen before is replaced. Inner spans (`partOf`) are left out. */
  add(calls: readonly ToolCall[]): void;
  /** What holds now, and storms that are over as `resolved`, while their windows are remembered. */
  findings(nowMs: number): Finding[];
}

/** Windows reach back a quarter of an hour, and spans may come ten minutes late. */
const KEPT_MS = 30 * 60_000;
/** Calls more than ten minutes apart belong to different episodes, so a session that was quiet for longer need not be known. */
const QUIET_MS = 15 * 60_000;

interface Watch {
  readonly detector: Detector;
  readonly watcher: Watcher;
}

/** A watch over tools with the given detectors. */
export function createWatch(detectors: readonly Detector[], project: string, settings: Settings): ToolEngine {
  const watches = watchesOf(detectors, settings);
  const crowd = createCrowd(watches);
  let forgottenMs = Number.NEGATIVE_INFINITY;
  return {
    add(calls) {
      for (const call of calls) if (call.startedMs >= forgottenMs) crowd.take(call);
    },
    findings(nowMs) {
      crowd.settle();
      const found = watches.flatMap(({ detector, watcher }) =>
        [...watcher.reports(nowMs)].map((report) => published(detector, report, project, settings)),
      );
      crowd.leave(QUIET_MS);
      forgottenMs = Math.max(forgottenMs, crowd.latestMs() - KEPT_MS);
      for (const { watcher } of watches) watcher.forget(forgottenMs);
      return found.sort((a, b) => a.firstMs - b.firstMs || (a.id < b.id ? -1 : 1));
    },
  };
}

/** The sessions that are followed at the moment. */
interface Crowd {
  take(call: ToolCall): void;
  /** Plays whatever came since. */
  settle(): void;
  /** Lets go of sessions that have been quiet for so long before the latest call. */
  leave(quietMs: number): void;
  latestMs(): number;
}

interface Following {
  readonly replay: Replay<Player>;
  readonly spanIds: Set<string>;
  latestMs: number;
}

function createCrowd(watches: readonly Watch[]): Crowd {
  const sessions = new Map<string, Following>();
  const sessionOf = new Map<string, string>();
  const waiting = new Set<Following>();
  let latestMs = Number.NEGATIVE_INFINITY;

  function follow(session: string): Following {
    const known = sessions.get(session);
    const following = known ?? { replay: followed(watches), spanIds: new Set<string>(), latestMs: 0 };
    sessions.set(session, following);
    waiting.add(following);
    return following;
  }

  return {
    latestMs: () => latestMs,
    take(call) {
      const before = sessionOf.get(call.spanId);
      if (before !== undefined && before !== call.session) follow(before).replay.remove([call.spanId]);
      const following = follow(call.session);
      following.replay.add([lean(call)], []);
      following.spanIds.add(call.spanId);
      following.latestMs = Math.max(following.latestMs, call.endedMs ?? call.startedMs);
      sessionOf.set(call.spanId, call.session);
      latestMs = Math.max(latestMs, following.latestMs);
    },
    settle() {
      for (const { replay } of waiting) replay.settle();
      waiting.clear();
    },
    leave(quietMs) {
      for (const [session, following] of sessions) {
        if (following.latestMs >= latestMs - quietMs) continue;
        sessions.delete(session);
        for (const spanId of following.spanIds) sessionOf.delete(spanId);
      }
    },
  };
}

function followed(watches: readonly Watch[]): Replay<Player> {
  return createReplay((ledger) => observer(ledger, watches));
}

function watchesOf(detectors: readonly Detector[], settings: Settings): Watch[] {
  return detectors.flatMap((detector) => {
    if (!detector.watch || settings.detectors[detector.id]?.enabled === false) return [];
    return [{ detector, watcher: detector.watch({ options: optionsOf(detector, settings) }) }];
  });
}

/** Tells the watchers of every call of a session, and takes it back where the session is played again. */
function observer(ledger: Ledger, watches: readonly Watch[]): Player {
  const sightings = ledger.cells<Sighting>((before, after) => {
    for (const { watcher } of watches) {
      if (before) watcher.unsee(before);
      if (after) watcher.see(after);
    }
  });
  return {
    call(step: Step) {
      const { call, key, after, last, standing } = step;
      const series = key === undefined || !after ? undefined : `${key} ${after.episode}`;
      sightings.set(call.spanId, { call, series, last, opens: standing === 'opens' });
    },
  };
}

/** What watchers need of a call; the copies of arguments and results are for people. */
function lean(call: ToolCall): ToolCall {
  const { arguments: args, result } = call;
  return { ...call, arguments: { ...args, copy: undefined }, result: { ...result, copy: undefined } };
}

function published(detector: Detector, { statement, proof, state }: Report, project: string, settings: Settings) {
  const whole = { ...statement, agent: undefined, episode: '' };
  return finding(detector, whole, proof, { project, session: undefined }, settings, state);
}
