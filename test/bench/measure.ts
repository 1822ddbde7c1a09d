import type pg from 'pg';
import { connect } from '../../src/store/connect.js';
import { body, probe } from './payloads.js';
import { postgresSeconds } from './processor-time.js';
import { copyText, rawCopy } from './raw.js';
import { type Answer, paced, Sender, saturate } from './sender.js';
import { ServiceProcess } from './service-process.js';

/** How requests are cut: the two loads of the table. */
const SHAPES = [
  { perRequest: 500, concurrent: 16 },
  { perRequest: 20, concurrent: 64 },
] as const;

/** Numbers of one way of sending in one round; times in ms, speeds in spans per second. */
export interface Shape {
  readonly perRequest: number;
  readonly concurrent: number;
  readonly raw: number;
  readonly ours: number;
  readonly ratio: number;
  readonly p50: number;
  readonly p99: number;
  readonly halfP50: number;
  readonly halfP99: number;
  readonly lagP50: number;
  readonly lagP99: number;
  readonly halfLagP99: number;
  /** Microseconds of processor per span: Postgres for raw; the service and Postgres for ours. They bear a busy machine. */
  readonly rawCost: number;
  readonly serviceCost: number;
  readonly postgresCost: number;
}

export interface Round {
  readonly shapes: readonly Shape[];
  readonly rssMiB: number;
  readonly bytesPerCall: number;
}

export interface MeasureWords {
  readonly url: string;
  readonly spans: number;
  readonly round: number;
  readonly prof: string | undefined;
}

/** Half load lasts as many spans as a second of full load, at least. */
const PROBES_PER_SECOND = 10;

/** One round: a fresh service on the database, then raw and ours in turn. */
export async function measure({ url, spans, round, prof }: MeasureWords): Promise<Round> {
  const profile = prof === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${prof}`];
  const service = await ServiceProcess.start({ DATABASE_URL: url }, profile);
  const pool = connect(url, { max: 2 });
  let next = round * 100_000_000;
  const bodies = (perRequest: number, many: number) => {
    const made = Array.from({ length: Math.ceil(many / perRequest) }, (_, i) =>
      body(next + i * perRequest, perRequest, Date.now()),
    );
    next += made.length * perRequest;
    return made;
  };
  const probes = { next: round * 100_000 };
  try {
    await warmUp(service, bodies(100, 5000));
    const shapes: Shape[] = [];
    for (const shape of SHAPES) shapes.push(await oneShape({ ...shape, service, pool, spans, bodies, probes }));
    const { most } = await service.memory();
    return { shapes, rssMiB: most, bytesPerCall: await bytesPerCall(pool) };
  } finally {
    await pool.end();
    await service.stop();
  }
}

async function warmUp(service: ServiceProcess, bodies: readonly Buffer[]): Promise<void> {
  const sender = new Sender(new URL(service.url), 8);
  await saturate(sender, bodies, 8);
  sender.close();
}

interface ShapeWords {
  readonly perRequest: number;
  readonly concurrent: number;
  readonly service: ServiceProcess;
  readonly pool: pg.Pool;
  readonly spans: number;
  readonly bodies: (perRequest: number, many: number) => Buffer[];
  readonly probes: { next: number };
}

async function oneShape({ perRequest, concurrent, service, pool, spans, bodies, probes }: ShapeWords): Promise<Shape> {
  const text = copyText(bodies(perRequest, spans));
  const url = new URL(service.url);
  const sender = new Sender(url, concurrent);
  const load = bodies(perRequest, spans);
  await settle(pool);
  const rawBegan = await postgresSeconds(pool);
  const raw = spans / (await rawCopy(pool, text));
  const rawCost = ((await postgresSeconds(pool)) - rawBegan) * (1e6 / spans);
  await settle(pool);
  const began = { service: await service.cpuSeconds(), postgres: await postgresSeconds(pool) };
  const full = await withProbes(url, pool, probes, () => saturate(sender, load, concurrent));
  const serviceCost = ((await service.cpuSeconds()) - began.service) * (1e6 / spans);
  const postgresCost = ((await postgresSeconds(pool)) - began.postgres) * (1e6 / spans);
  const ours = spans / full.seconds;
  const halfLoad = bodies(perRequest, Math.max(spans / 4, perRequest * 20));
  await settle(pool);
  const half = await withProbes(url, pool, probes, () => paced(sender, halfLoad, ours / 2 / perRequest));
  sender.close();
  return {
    ...{ perRequest, concurrent, raw, ours, ratio: ours / raw, rawCost, serviceCost, postgresCost },
    ...{ p50: latency(full.answers, 0.5), p99: latency(full.answers, 0.99) },
    ...{ halfP50: latency(half.answers, 0.5), halfP99: latency(half.answers, 0.99) },
    ...{ lagP50: quantile(full.lags, 0.5), lagP99: quantile(full.lags, 0.99), halfLagP99: quantile(half.lags, 0.99) },
  };
}

/** Detection and checkpoints of the measurement before must not be paid by the next. */
async function settle(pool: pg.Pool): Promise<void> {
  await pool.query('CHECKPOINT');
  await new Promise((resolve) => setTimeout(resolve, 1500));
}

/** Runs a load, and beside it requests that prove something; how long until it was found. */
async function withProbes(
  url: URL,
  pool: pg.Pool,
  probes: { next: number },
  load: () => Promise<Answer[]>,
): Promise<{ answers: Answer[]; seconds: number; lags: number[] }> {
  const sender = new Sender(url, 64);
  const sent = new Map<string, number>();
  const pending: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const one = probe(probes.next++, Date.now());
    pending.push(sender.post(one.body).then(({ status }) => status === 200 && sent.set(one.session, Date.now())));
  }, 1000 / PROBES_PER_SECOND);
  const began = performance.now();
  const answers = await load();
  const seconds = (performance.now() - began) / 1000;
  clearInterval(timer);
  await Promise.all(pending);
  sender.close();
  return { answers, seconds, lags: await lags(pool, sent) };
}

/** Milliseconds from commit to finding of each probe; all of them must have been found. */
async function lags(pool: pg.Pool, sent: ReadonlyMap<string, number>): Promise<number[]> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { rows } = await pool.query<{ session: string; found: number }>(
      `SELECT session, min(extract(epoch FROM found_at) * 1000)::float8 AS found FROM findings
       WHERE session = ANY($1) AND detector = 'non-retryable-retry' GROUP BY 1`,
      [[...sent.keys()]],
    );
    if (rows.length >= sent.size) return rows.map(({ session, found }) => found - (sent.get(session) ?? found));
    if (Date.now() > deadline) throw new Error(`only ${rows.length} of ${sent.size} probes were found`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What a call takes on disk with its indexes and counts. */
async function bytesPerCall(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string; calls: string }>(
    `SELECT (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) AS bytes,
       (SELECT count(*) FROM tool_calls) AS calls`,
  );
  return Math.round(Number(rows[0]?.bytes) / Number(rows[0]?.calls));
}

function latency(answers: readonly Answer[], share: number): number {
  return quantile(
    answers.map(({ ms }) => ms),
    share,
  );
}

/** The value below which a share of values lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
