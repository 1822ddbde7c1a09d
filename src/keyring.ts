import { timingSafeEqual } from 'node:crypto';
import { RefrainError } from './errors.js';
import { hashOfKey, idOfKey, type KeyScope, type KeyTable, type StoredKey } from './store/keys.js';

/** A revoked key is refused this long after, at the latest, while the database answers. */
const FRESH_MS = 1000;
/** A key that nobody knows may have been made a moment ago; strangers who try keys cause ten looks a second and no more. */
const FRESH_ENOUGH_FOR_STRANGERS_MS = 100;
/** A database that takes longer to tell the keys counts as away for this request. */
const PATIENCE_MS = 2000;
/** While the database is away nothing can be stored or read anyway; after this long the keys last seen open nothing any more. */
const TRUSTED_MS = 30_000;

/** Compared against where no key has the id, so that both take the same time. */
const NOBODY = { hash: '0'.repeat(64), scope: undefined, project: undefined };

interface Snapshot {
  readonly takenMs: number;
  readonly byId: ReadonlyMap<string, StoredKey>;
}

/** The keys as last seen. */
export class Keyring {
  private snapshot: Snapshot = { takenMs: Number.NEGATIVE_INFINITY, byId: new Map() };
  private refreshing: Promise<void> | undefined;
  private everMade = false;

  constructor(
    private readonly load: () => Promise<KeyTable>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether keys are needed: since the first one was made, and never less in the life of a process. */
  async locked(): Promise<boolean> {
    await this.freshen(FRESH_MS).catch((error: unknown) => {
      // Where no key was ever made, a database that is away opens no more than it did before; its metrics are wanted just then.
      if (this.snapshot.takenMs === Number.NEGATIVE_INFINITY) throw error;
    });
    return this.everMade;
  }

  /** The project that a key opens for this purpose. */
  async projectOf(key: string | undefined, scope: KeyScope): Promise<string | undefined> {
    const id = key === undefined ? undefined : idOfKey(key);
    await this.freshen(FRESH_MS);
    if (id !== undefined && !this.snapshot.byId.has(id)) await this.freshen(FRESH_ENOUGH_FOR_STRANGERS_MS);
    const known = (id === undefined ? undefined : this.snapshot.byId.get(id)) ?? NOBODY;
    const same = timingSafeEqual(Buffer.from(hashOfKey(key ?? ''), 'hex'), Buffer.from(known.hash, 'hex'));
    return same && known.scope === scope ? known.project : undefined;
  }

  /** One look at the database at a time, however many ask. */
  private async freshen(mostMs: number): Promise<void> {
    if (this.now() - this.snapshot.takenMs < mostMs) return;
    this.refreshing ??= this.refresh().finally(() => {
      this.refreshing = undefined;
    });
    try {
      await within(PATIENCE_MS, this.refreshing);
    } catch (cause) {
      if (this.now() - this.snapshot.takenMs < TRUSTED_MS) return;
      throw new RefrainError('store_unavailable', 'the database is away, and the keys with it', {
        cause,
        retryAfterSeconds: 5,
      });
    }
  }

  private async refresh(): Promise<void> {
    // The time before the question: what is revoked while it is under way may be missing in the answer.
    const takenMs = this.now();
    const { everMade, valid } = await this.load();
    this.everMade ||= everMade;
    this.snapshot = { takenMs, byId: new Map(valid.map((key) => [key.id, key])) };
  }
}

function within(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
