import { type Finding, SEVERITIES } from '../model/finding.js';
import { alertsOf, type LinkTo, webhookBody } from './payload.js';
import { post } from './send.js';

/** Where alerts go. Each receiver follows the findings at its own pace. */
export interface Receiver {
  readonly name: 'webhook' | 'alertmanager';
  readonly url: string;
}

/** What the alerter asks of the database. */
export interface AlertStore {
  /** Findings that changed after a revision, oldest change first, with their revisions. */
  changedAfter(
    revision: bigint,
    limit: number,
  ): Promise<readonly { readonly finding: Finding; readonly revision: bigint }[]>;
  cursor(receiver: string): Promise<bigint | undefined>;
  saveCursor(receiver: string, revision: bigint): Promise<void>;
  latestRevision(): Promise<bigint>;
}

export interface AlerterOptions {
  readonly store: AlertStore;
  readonly receivers: readonly Receiver[];
  readonly linkTo: LinkTo;
  readonly now: () => number;
  readonly log: (message: string, cause?: unknown) => void;
  /** Only the process that watches sends, so that two collectors do not send twice. */
  readonly isLeading: () => boolean;
  /** Detectors whose findings never alert (experimental ones). */
  readonly silent: ReadonlySet<string>;
}

/** Half of what the promise of 2 s leaves after detection. */
const POLL_MS = 250;
const BATCH = 100;
/** A storm changes several times a second; nobody reads faster than once a minute. */
const RENEW_MS = 60_000;
/** Late data never pages anybody (design section 6). */
const LATE_MS = 10 * 60_000;
const BACKOFF_MS = { first: 1000, most: 60_000 } as const;
const ALERTS_FROM = SEVERITIES.indexOf('warning');

/** Sends findings to receivers: at least once, each change once unless a delivery's answer was lost, across restarts. */
export class Alerter {
  private stopping = false;
  private wake: (() => void) | undefined;
  private readonly told = new Map<string, { readonly state: Finding['state']; readonly atMs: number }>();
  private readonly running: Promise<void>[];

  constructor(private readonly options: AlerterOptions) {
    this.running = options.receivers.map((receiver) => this.follow(receiver));
  }

  /** Something was found: look now instead of at the next poll. */
  nudge(): void {
    this.wake?.();
  }

  async close(): Promise<void> {
    this.stopping = true;
    this.wake?.();
    await Promise.all(this.running);
  }

  private async follow(receiver: Receiver): Promise<void> {
    let failures = 0;
    while (!this.stopping) {
      try {
        const waitMs = this.options.isLeading() ? await this.round(receiver) : POLL_MS;
        failures = waitMs === 'failed' ? failures + 1 : 0;
        await this.sleep(waitMs === 'failed' ? backoff(failures) : waitMs);
      } catch (cause) {
        failures++;
        this.options.log(`alerts to ${receiver.name} could not be followed; trying again`, cause);
        await this.sleep(backoff(failures));
      }
    }
  }

  /** Sends what changed since the last delivery; returns how long to rest. */
  private async round(receiver: Receiver): Promise<number | 'failed'> {
    const { store, now, log } = this.options;
    const from = (await store.cursor(receiver.name)) ?? (await this.beginNow(receiver));
    const changed = await store.changedAfter(from, BATCH);
    const last = changed.at(-1);
    if (!last) return POLL_MS;
    const worth = changed
      .map(({ finding }) => finding)
      .filter((finding) => this.alerts(finding) && this.isNews(receiver, finding));
    if (worth.length > 0) {
      const delivery = await post(addressOf(receiver), this.bodyFor(receiver, worth), now());
      if (delivery.result === 'wait') {
        log(`${receiver.name} did not take ${worth.length} findings (${delivery.why}); trying again`);
        return delivery.afterMs ?? 'failed';
      }
      if (delivery.result === 'drop')
        log(`${receiver.name} refused ${worth.length} findings for good (${delivery.why}); check its address`);
    }
    for (const finding of worth) this.told.set(`${receiver.name} ${finding.id}`, { state: finding.state, atMs: now() });
    await store.saveCursor(receiver.name, last.revision);
    return changed.length === BATCH ? 0 : POLL_MS;
  }

  /** A finding that only grew is told again after a minute; one that begins or ends is told at once. */
  private isNews({ name }: Receiver, { id, state }: Finding): boolean {
    const nowMs = this.options.now();
    for (const [key, { atMs }] of this.told) if (nowMs - atMs > RENEW_MS) this.told.delete(key);
    return this.told.get(`${name} ${id}`)?.state !== state;
  }

  /** A new receiver is not flooded with history. */
  private async beginNow(receiver: Receiver): Promise<bigint> {
    const latest = await this.options.store.latestRevision();
    await this.options.store.saveCursor(receiver.name, latest);
    return latest;
  }

  private alerts(finding: Finding): boolean {
    const { severity, detector, state, lastMs } = finding;
    if (SEVERITIES.indexOf(severity) < ALERTS_FROM || this.options.silent.has(detector)) return false;
    return state !== 'open' || this.options.now() - lastMs <= LATE_MS;
  }

  private bodyFor({ name }: Receiver, findings: readonly Finding[]): string {
    const { linkTo, now } = this.options;
    return name === 'webhook' ? webhookBody(findings, linkTo) : JSON.stringify(alertsOf(findings, linkTo, now()));
  }

  private sleep(ms: number): Promise<void> {
    if (this.stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const before = this.wake;
      this.wake = () => {
        before?.();
        done();
      };
      function done(): void {
        clearTimeout(timer);
        resolve();
      }
    });
  }
}

/** Alertmanager's own path; a webhook is called as it was given. */
export function addressOf({ name, url }: Receiver): string {
  if (name === 'webhook') return url;
  return /\/api\/v2\/alerts\/?$/.test(url) ? url : `${url.replace(/\/+$/, '')}/api/v2/alerts`;
}

function backoff(failures: number): number {
  return Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** Math.min(failures - 1, 10));
}
