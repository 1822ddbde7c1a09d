import { randomBytes } from 'node:crypto';
import { type Access, createAccess } from './access.js';
import { Alerter } from './alerts/alerter.js';
import { linksUnder } from './alerts/payload.js';
import { createSealer } from './capture/index.js';
import { createCollector } from './collect.js';
import { type Config, ConfigFault } from './config.js';
import { DETECTORS } from './detectors/index.js';
import { RefrainError } from './errors.js';
import { Keyring } from './keyring.js';
import type { Log } from './log.js';
import { isLoopback } from './loopback.js';
import { CollectorMetrics } from './metrics.js';
import type { Finding } from './model/finding.js';
import type { Settings } from './model/settings.js';
import { Refusal } from './otlp/collector.js';
import { startGrpc } from './otlp/grpc.js';
import { InFlight } from './otlp/in-flight.js';
import { DEFAULT_LIMITS } from './otlp/limits.js';
import { buildServer } from './server.js';
import { openAlertStore } from './store/alert-store.js';
import { metaOr } from './store/arrivals.js';
import { connect } from './store/connect.js';
import { dropDays } from './store/days.js';
import { startEmbedded } from './store/embedded.js';
import { loadKeys } from './store/keys.js';
import { migrate } from './store/migrate.js';
import { openReader } from './store/reader.js';
import { openWatchStore } from './store/watch-store.js';
import { createWriter } from './store/writer.js';
import { Watcher } from './watch/watcher.js';

/** A running service; `main` and tests start it alike. */
export interface Service {
  readonly url: string;
  readonly grpcPort: number;
  readonly httpPort: number;
  /** Where the data lies, in words. */
  readonly dataIn: string;
  readonly watcher: Watcher;
  /** Stops taking requests, writes what waits, follows it to findings, then closes the database. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly settings: Settings;
  readonly log: Log;
  readonly now?: () => number;
  readonly onFindings?: (findings: readonly Finding[]) => void;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Starts everything: database, migrations, the way in, the way out. Whatever started is stopped again when a later step fails. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    return await start(options, undo);
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

async function unwind(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of undo.reverse()) await step().catch(() => {});
}

async function start(
  { config, settings, log, now = Date.now, onFindings }: ServiceOptions,
  undo: (() => Promise<unknown>)[],
): Promise<Service> {
  const database = await openDatabase(config, undo);
  const pool = connect(database.url);
  undo.push(() => pool.end());
  await migrate(pool);
  const access = await guardAccess(config, pool);
  const key = config.hashKey ?? (await metaOr(pool, 'hash_key', () => randomBytes(32).toString('hex')));
  const sealer = createSealer({ key, mode: config.capture, maxBytes: config.captureMaxBytes, settings });
  let onFound = () => {};
  const watcher = new Watcher({
    store: openWatchStore(pool),
    settings,
    now,
    log,
    onFindings: (findings) => {
      onFound();
      onFindings?.(findings);
    },
  });
  undo.push(() => watcher.close());
  const alerter = startAlerter({ config, pool, watcher, now, log });
  undo.push(() => alerter.close());
  onFound = () => alerter.nudge();
  const metrics = new CollectorMetrics();
  const writer = createWriter({
    pool,
    queueBytes: config.queueBytes,
    now,
    log,
    onCommit: (seq, rows) => {
      metrics.committed(rows.calls.length + rows.frames.length);
      watcher.offer(seq, rows.calls, rows.frames);
    },
  });
  undo.push(() => writer.close());
  const collector = createCollector({ settings, sealer, log, commit: (batch) => writer.write(batch).catch(refuse) });
  const retention = setInterval(() => void sweep(pool, config.retentionDays, now, log), HOUR_MS);
  retention.unref();
  undo.push(async () => clearInterval(retention));
  const listening = await listen({ access, config, settings, collector, pool, metrics, watcher, writer, log }, undo);
  return { ...listening, watcher, dataIn: database.where, close: () => unwind(undo) };
}

function startAlerter({
  config,
  pool,
  watcher,
  now,
  log,
}: Pick<ListenDeps, 'config' | 'pool' | 'watcher' | 'log'> & { now: () => number }): Alerter {
  const receivers = (['webhook', 'alertmanager'] as const).flatMap((name) => {
    const url = name === 'webhook' ? config.webhookUrl : config.alertmanagerUrl;
    return url === undefined ? [] : [{ name, url }];
  });
  return new Alerter({
    store: openAlertStore(pool),
    receivers,
    linkTo: linksUnder(config.publicUrl),
    now,
    log,
    isLeading: () => watcher.leading,
    silent: new Set(DETECTORS.filter(({ experimental }) => experimental).map(({ id }) => id)),
  });
}

async function openDatabase(config: Config, undo: (() => Promise<unknown>)[]): Promise<{ url: string; where: string }> {
  if (config.databaseUrl !== undefined) {
    const { host, pathname } = new URL(config.databaseUrl);
    return { url: config.databaseUrl, where: `Postgres at ${host}${pathname}` };
  }
  const embedded = await startEmbedded(config.dataDir);
  undo.push(() => embedded.stop());
  return { url: embedded.url, where: `${embedded.folder} (embedded Postgres)` };
}

/** The writer's words become those of the way in: 429 or 503 with a wait. */
function refuse(error: unknown): never {
  if (!(error instanceof RefrainError) || !error.retryable) throw error;
  throw new Refusal(error.status === 429 ? 429 : 503, error.retryAfterSeconds ?? 1, error.message);
}

async function sweep(
  pool: ReturnType<typeof connect>,
  days: number,
  now: () => number,
  log: ServiceOptions['log'],
): Promise<void> {
  try {
    const dropped = await dropDays(pool, now() - days * DAY_MS);
    if (dropped.length > 0) log(`dropped ${dropped.join(', ')}: older than ${days} days`);
  } catch (cause) {
    log('old days could not be dropped; trying again in an hour', cause);
  }
}

/** The keys in force; refuses to open a port to others while there are none. */
async function guardAccess(config: Config, pool: ReturnType<typeof connect>): Promise<Access> {
  const keyring = new Keyring(() => loadKeys(pool));
  const isNear = await isLoopback(config.host);
  if (!isNear && !config.insecureListen && !(await keyring.locked())) throw new ConfigFault([openDoor(config.host)]);
  const { host, publicUrl } = config;
  const known = publicUrl === undefined ? undefined : new URL(publicUrl);
  return createAccess(keyring, {
    names: new Set(known === undefined ? [host] : [host, known.hostname]),
    origins: new Set(known === undefined ? [] : [known.origin]),
    isBareAllowed: !isNear,
  });
}

function openDoor(host: string): string {
  return [
    `REFRAIN_HOST ${host} is reachable from other machines, and no key exists yet: anybody there could read and write.`,
    'Make keys first (refrain keys create --project NAME --scope ingest, and --scope read), or listen on 127.0.0.1,',
    'or set REFRAIN_INSECURE_LISTEN=true where something else keeps others away, such as a container whose ports are published on loopback.',
  ].join(' ');
}

interface ListenDeps {
  readonly access: Access;
  readonly config: Config;
  readonly settings: Settings;
  readonly collector: ReturnType<typeof createCollector>;
  readonly pool: ReturnType<typeof connect>;
  readonly metrics: CollectorMetrics;
  readonly watcher: Watcher;
  readonly writer: ReturnType<typeof createWriter>;
  readonly log: ServiceOptions['log'];
}

async function listen(
  deps: ListenDeps,
  undo: (() => Promise<unknown>)[],
): Promise<Pick<Service, 'url' | 'httpPort' | 'grpcPort'>> {
  const { access, config, settings, collector, pool, metrics, watcher, writer, log } = deps;
  const limits = { ...DEFAULT_LIMITS, maxBodyBytes: config.maxBodyBytes };
  const otlp = {
    collector,
    limits,
    inFlight: new InFlight(limits.maxInFlightBytes),
    report: (error: unknown) => log('a request met a fault', error),
  };
  const reader = openReader(pool);
  const app = await buildServer({
    otlp,
    access,
    pages: { pool },
    api: { reader, settings },
    log,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    ready: () => reader.ready(),
    metrics: async () =>
      metrics.render({ lagMs: watcher.lagMs, leading: watcher.leading, waitingBytes: writer.waitingBytes }),
  });
  undo.push(() => app.close());
  await app.listen({ host: config.host, port: config.httpPort });
  const httpPort = (app.server.address() as { port: number }).port;
  const grpc = await startGrpc({ ...otlp, authorise: access.ingest, host: config.host, port: config.grpcPort });
  undo.push(() => grpc.close());
  return { url: `http://${hostInUrl(config.host)}:${httpPort}`, httpPort, grpcPort: grpc.port };
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
