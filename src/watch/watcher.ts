import type { Finding } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import type { Frame, ToolCall } from '../model/tool-call.js';
import type { Arrival } from '../store/arrivals.js';
import type { WatchStore } from '../store/watch-store.js';
import { count, observe, stage } from '../telemetry.js';
import { ProjectWatch, type Round } from './project-watch.js';

export interface WatcherOptions {
  readonly store: WatchStore;
  readonly settings: Settings;
  readonly now: () => number;
  readonly log: (message: string, cause?: unknown) => void;
  /** Called after findings were written, for live followers and alerts. */
  readonly onFindings?: (findings: readonly Finding[]) => void;
}

/** Half of what the promise of 2 s from arrival to finding allows is kept for the database. */
const POLL_MS = 250;
/** While another process leads, how often to ask whether it is gone. */
const STANDBY_MS = 1000;
/** A round takes at most this many batches, so that findings of the first do not wait for the last. */
const BATCHES_PER_ROUND = 64;
/** Calls kept in memory; about 2 KB each, so some 200 MB at most. */
const CALLS_IN_MEMORY = 100_000;
/** A session is over after 30 idle minutes (design section 6); one more for the clock. */
const IDLE_MS = 31 * 60_000;
/** After a start: look back far enough for sessions that are not over and for windows of tools. */
const LOOK_BACK_MS = 45 * 60_000;
/** Wait after a fault of the database, doubled up to the second number. */
const BACKOFF_MS = [250, 10_000] as const;

/** Follows committed batches and keeps findings true. One process leads per database; the others stand by. */
export class Watcher {
  private readonly projects = new Map<string, ProjectWatch>();
  private readonly offered = new Map<bigint, { calls: readonly ToolCall[]; frames: readonly Frame[] }>();
  private offeredRows = 0;
  private wake: (() => void) | undefined;
  private stopping = false;
  private seq = 0n;
  private readonly running: Promise<void>;
  private lastIdleLook = 0;
  /** Milliseconds from commit to written findings of the last round. */
  lagMs = 0;
  leading = false;

  constructor(private readonly options: WatcherOptions) {
    this.running = this.run();
  }

  /** Hands over rows that this process committed, which spares reading them back. Safe to skip: the log of arrivals names them. */
  offer(seq: bigint, calls: readonly ToolCall[], frames: readonly Frame[]): void {
    const rows = calls.length + frames.length;
    // Beyond the memory bound rows are read back from the database instead.
    if (this.leading && this.offeredRows + rows <= CALLS_IN_MEMORY) {
      this.offered.set(seq, { calls, frames });
      this.offeredRows += rows;
    }
    this.wake?.();
  }

  /** Finishes the round under way and stops. */
  async close(): Promise<void> {
    this.stopping = true;
    this.wake?.();
    await this.running;
  }

  private async run(): Promise<void> {
    let pause: number = BACKOFF_MS[0];
    while (!this.stopping) {
      try {
        await this.leadOnce();
        pause = BACKOFF_MS[0];
      } catch (cause) {
        this.leading = false;
        this.options.log('watching stopped by a fault; trying again', cause);
        await this.sleep(pause);
        pause = Math.min(pause * 2, BACKOFF_MS[1]);
      }
    }
  }

  private async leadOnce(): Promise<void> {
    const leadership = await this.options.store.lead();
    if (!leadership) return this.sleep(STANDBY_MS);
    try {
      let lost = false;
      void leadership.lost.then(() => {
        lost = true;
        this.wake?.();
      });
      await this.takeOver();
      while (!this.stopping && !lost) {
        await this.dropForgotten(leadership.forgotten());
        const busy = await this.round();
        if (!busy) await this.sleep(POLL_MS);
      }
    } finally {
      this.leading = false;
      await leadership.release();
    }
  }

  /** Replays what may still change: whatever another leader held in memory is rebuilt from the database. */
  private async takeOver(): Promise<void> {
    const { store, now } = this.options;
    this.projects.clear();
    this.offered.clear();
    this.offeredRows = 0;
    this.seq = await store.watermark();
    this.leading = true;
    const recent = await store.recentTraces(now() - LOOK_BACK_MS);
    for (const [project, traces] of groupTraces(recent)) await this.work(project, traces, [], []);
  }

  /** Memory is a cache: of a project of which something was forgotten it is dropped whole, and built again from what is left. */
  private async dropForgotten(projects: readonly string[]): Promise<void> {
    if (projects.length === 0) return;
    const { store, now } = this.options;
    const recent = groupTraces(await store.recentTraces(now() - LOOK_BACK_MS));
    for (const project of new Set(projects)) {
      this.projects.delete(project);
      await store.dropRevived(project);
      await this.work(project, recent.get(project) ?? [], [], []);
    }
  }

  private async round(): Promise<boolean> {
    const arrivals = await this.options.store.arrivalsAfter(this.seq, BATCHES_PER_ROUND);
    if (arrivals.length > 0) await stage('detect', { 'refrain.batches': arrivals.length }, () => this.follow(arrivals));
    await this.lookAtTime();
    return arrivals.length === BATCHES_PER_ROUND;
  }

  private async follow(arrivals: readonly Arrival[]): Promise<void> {
    const { store, now } = this.options;
    for (const [project, group] of groupArrivals(arrivals)) {
      const offered = group.flatMap(({ seq }) => this.take(seq) ?? []);
      const unread = group.filter(({ seq }) => !this.wasOffered.has(seq));
      await this.work(
        project,
        unread.flatMap(({ traceIds }) => traceIds),
        offered.flatMap(({ calls }) => calls),
        offered.flatMap(({ frames }) => frames),
        group.flatMap(({ traceIds }) => traceIds),
      );
    }
    this.wasOffered.clear();
    const last = arrivals.at(-1);
    if (!last) return;
    this.seq = last.seq;
    await store.saveWatermark(last.seq);
    this.lagMs = now() - (arrivals[0]?.committedMs ?? now());
    observe('detect.lag', this.lagMs / 1000);
  }

  private readonly wasOffered = new Set<bigint>();

  private take(seq: bigint): { calls: readonly ToolCall[]; frames: readonly Frame[] } | undefined {
    const rows = this.offered.get(seq);
    if (!rows) return undefined;
    this.offered.delete(seq);
    this.offeredRows -= rows.calls.length + rows.frames.length;
    this.wasOffered.add(seq);
    return rows;
  }

  /** Brings memory up to date with what arrived, then writes down what that changed. */
  private async work(
    project: string,
    unreadTraces: readonly string[],
    calls: readonly ToolCall[],
    frames: readonly Frame[],
    allTraces: readonly string[] = unreadTraces,
  ): Promise<void> {
    const { store, now } = this.options;
    const watch = this.project(project);
    const toLoad = new Set([...unreadTraces, ...watch.missingTraces(allTraces)]);
    const loaded = toLoad.size > 0 ? await store.loadTraces(project, [...toLoad]) : { calls: [], frames: [] };
    const fresh = [...calls.filter(({ traceId }) => !toLoad.has(traceId)), ...loaded.calls];
    const sessions = new Set(fresh.map(({ session }) => session).filter((session) => !watch.hasSession(session)));
    const others = sessions.size > 0 ? await store.tracesOfSessions(project, [...sessions]) : [];
    const siblings = watch.missingTraces(others).filter((id) => !toLoad.has(id));
    const more = siblings.length > 0 ? await store.loadTraces(project, siblings) : { calls: [], frames: [] };
    const freshFrames = [...frames.filter(({ traceId }) => !toLoad.has(traceId)), ...loaded.frames, ...more.frames];
    const { touched, derived } = watch.absorb([...fresh, ...more.calls], freshFrames, now());
    const rebuilt = [...touched].filter((session) => sessions.has(session));
    if (rebuilt.length > 0) recallAll(watch, rebuilt, await store.findingsOfSessions(project, rebuilt));
    await store.saveDerived(derived);
    await this.write(
      project,
      [...touched].map((session) => this.reviewContained(watch, session)),
    );
    count('detect.calls', fresh.length);
    watch.evict(CALLS_IN_MEMORY);
  }

  /** A detector that throws is contained by the engine; whatever else throws names its session and stops no other. */
  private reviewContained(watch: ProjectWatch, session: string): Pick<Round, 'findings' | 'withdrawn'> {
    try {
      return watch.review(session, this.options.now());
    } catch (cause) {
      count('detect.faults', 1);
      this.options.log(`session ${session} could not be reviewed`, cause);
      return { findings: [], withdrawn: [] };
    }
  }

  private async write(project: string, rounds: readonly Pick<Round, 'findings' | 'withdrawn'>[]): Promise<void> {
    const findings = rounds.flatMap((round) => round.findings);
    const withdrawn = rounds.flatMap((round) => round.withdrawn);
    if (findings.length > 0) await this.options.store.saveFindings(findings);
    if (withdrawn.length > 0) await this.options.store.withdraw(project, withdrawn);
    if (findings.length > 0) this.options.onFindings?.(findings);
    count('detect.findings', findings.length);
  }

  /** Some findings come from time passing alone: a session that is over, a storm that ends. Looked at once a second. */
  private async lookAtTime(): Promise<void> {
    const now = this.options.now();
    if (Math.abs(now - this.lastIdleLook) < 1000) return;
    this.lastIdleLook = now;
    for (const [project, watch] of this.projects) {
      const quiet = watch.quietSince(now - IDLE_MS);
      await this.write(project, [
        watch.reviewTools(now),
        ...quiet.map((session) => this.reviewContained(watch, session)),
      ]);
      for (const session of quiet) watch.forget(session);
    }
  }

  private project(name: string): ProjectWatch {
    const known = this.projects.get(name);
    if (known) return known;
    const fresh = new ProjectWatch(name, this.options.settings);
    this.projects.set(name, fresh);
    return fresh;
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      this.wake = done;
      function done(): void {
        clearTimeout(timer);
        resolve();
      }
    });
  }
}

function groupTraces(traces: readonly { project: string; traceId: string }[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { project, traceId } of traces) groups.set(project, [...(groups.get(project) ?? []), traceId]);
  return groups;
}

function groupArrivals(arrivals: readonly Arrival[]): Map<string, Arrival[]> {
  const groups = new Map<string, Arrival[]>();
  for (const arrival of arrivals) groups.set(arrival.project, [...(groups.get(arrival.project) ?? []), arrival]);
  return groups;
}

function recallAll(watch: ProjectWatch, sessions: readonly string[], stored: readonly Finding[]): void {
  for (const session of sessions) {
    watch.recall(
      session,
      stored.filter((finding) => finding.session === session && finding.state === 'open'),
    );
  }
}
