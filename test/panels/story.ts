import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import { createSessionEngine, createToolEngine } from '../../src/detectors/index.js';
import type { Finding } from '../../src/model/finding.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import type { ToolCall } from '../../src/model/tool-call.js';
import type { Frame } from '../../src/panels/field.js';
import { panelById } from '../../src/panels/index.js';
import { ALL, type Choices } from '../../src/panels/interpolate.js';
import { intervalFor } from '../../src/panels/interval.js';
import type { PanelQuery } from '../../src/panels/panel.js';
import { type PanelContext, preparedQuery, runQuery } from '../../src/panels/run.js';
import { SHAPES } from '../../src/panels/variables.js';
import { saveFindings } from '../../src/store/findings.js';
import { createWriter } from '../../src/store/writer.js';
import { type CallWords, call, failed } from '../support/calls.js';
import { testDatabase } from '../support/postgres.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Everything chosen, nothing named: how a page opens. */
export const OPENED: Choices = { project: ALL, tool: ALL, agent: ALL, category: ALL, session: '', signature: '' };

export type Row = Readonly<Record<string, unknown>>;

/** A database with rows in it, seen as Grafana sees it. */
export interface Told {
  readonly now: number;
  readonly owner: pg.Pool;
  readonly reader: pg.Pool;
  /** The frame of one query for a range that ends now. */
  frame(query: PanelQuery, spanMs: number, choices?: Choices): Promise<Frame>;
  /** Rows of a panel's first query as objects. */
  rows(panel: string, spanMs?: number, choices?: Choices): Promise<Row[]>;
  /** A query with everything in place. */
  prepared(query: PanelQuery, spanMs: number, choices?: Choices): string;
  /** The plan of a query, as text. */
  plan(query: PanelQuery, spanMs: number, choices?: Choices): Promise<string>;
}

/** Opens a clone with the rows that `write` puts in, and a reader made by the deployment's own SQL; `settings` are switches of its sessions. */
export async function told(write: (owner: pg.Pool, now: number) => Promise<void>, settings = ''): Promise<Told> {
  const { url, pool } = await testDatabase();
  const now = Date.now();
  await write(pool, now);
  await pool.query('ANALYZE');
  const reader = await readerOf(url, pool, settings);
  const context = (spanMs: number, choices: Choices): PanelContext => ({
    range: { fromMs: now - spanMs, toMs: now },
    intervalMs: intervalFor(now - spanMs, now, 1_000, MINUTE),
    choices: { ...OPENED, ...choices },
  });
  const frame: Told['frame'] = (query, spanMs, choices = {}) =>
    runQuery(reader, query, SHAPES, context(spanMs, choices));
  const prepared: Told['prepared'] = (query, spanMs, choices = {}) =>
    preparedQuery(query, SHAPES, context(spanMs, choices));
  return {
    ...{ now, owner: pool, reader, frame },
    async rows(panel, spanMs = DAY, choices = {}) {
      const [query] = panelById(panel).queries;
      return query ? rowsOf(await frame(query, spanMs, choices)) : [];
    },
    prepared,
    async plan(query, spanMs, choices = {}) {
      const { rows } = await reader.query(`EXPLAIN ${prepared(query, spanMs, choices)}`);
      return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    },
  };
}

/** Turns a frame into one object per row. */
export function rowsOf({ fields }: Frame): Row[] {
  const length = fields[0]?.values.length ?? 0;
  return Array.from({ length }, (_, row) => Object.fromEntries(fields.map(({ name, values }) => [name, values[row]])));
}

/** The account that `deploy/` makes for Grafana; roles belong to the server, so each has a name of its own. */
async function readerOf(url: string, owner: pg.Pool, settings: string): Promise<pg.Pool> {
  const name = `reader_${randomBytes(6).toString('hex')}`;
  const password = `it's ${randomBytes(6).toString('hex')}`;
  const file = resolve(import.meta.dirname, '../../deploy/postgres/read-only-role.sql');
  const sql = readFileSync(join(file), 'utf8').replace(/:'(\w+)'/g, (_, variable: string) =>
    pg.escapeLiteral(variable === 'reader' ? name : password),
  );
  await owner.query(sql);
  const address = new URL(url);
  const reader = new pg.Pool({
    host: address.hostname,
    port: Number(address.port),
    database: address.pathname.slice(1),
    user: name,
    password,
    options: settings,
    max: 4,
  });
  reader.on('error', () => {});
  afterAll(async () => {
    await reader.end();
    await owner.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`).catch(() => {});
  });
  return reader;
}

/** Writes calls through the store's writer, lets the detectors look at them, and keeps what they find. */
export async function store(owner: pg.Pool, calls: readonly ToolCall[], now: number): Promise<readonly Finding[]> {
  const writer = createWriter({ pool: owner, queueBytes: 1e9, now: () => now, log: () => {}, onCommit: () => {} });
  const projects = [...new Set(calls.map(({ project }) => project))];
  for (const project of projects) {
    const of = calls.filter((one) => one.project === project);
    const notes = [
      { name: 'received', label: '', value: of.length + 1 },
      { name: 'recognised', label: 'gen-ai', value: of.length },
      { name: 'unclaimed', label: 'odd.instrumentation', value: 1 },
    ];
    await writer.write({ project, bytes: 1, calls: of, frames: [], notes });
  }
  await writer.close();
  const findings = projects.flatMap((project) =>
    found(
      project,
      calls.filter((one) => one.project === project),
      now,
    ),
  );
  await saveFindings(owner, findings);
  return findings;
}

function found(project: string, calls: readonly ToolCall[], now: number): Finding[] {
  const sessions = [...new Set(calls.map(({ session }) => session))];
  const tools = createToolEngine(project, DEFAULT_SETTINGS);
  tools.add(calls);
  const ofSessions = sessions.flatMap((session) => {
    const engine = createSessionEngine(project, session, DEFAULT_SETTINGS);
    engine.add(
      calls.filter((one) => one.session === session),
      [],
    );
    return engine.findings(now);
  });
  return [...ofSessions, ...tools.findings(now)];
}

/** A call at a number of minutes before now. */
export function at(now: number, minutesAgo: number, words: CallWords & { code?: string }): ToolCall {
  const startedMs = Math.round(now - minutesAgo * MINUTE);
  const { takes = 1, code, ...rest } = words;
  const times = { startedMs, endedMs: startedMs + takes * SECOND };
  return code === undefined ? call({ ...rest, ...times }) : failed(code, { ...rest, ...times, code });
}

const DENIED = { code: 'permission_denied', category: 'permission', retryable: false, effect: 'question' } as const;

/**
 * A day in which much goes wrong: an agent asks five times for what it may not have, another searches again for what is not there, a third ignores
 * the stated wait, a tool tells empty results as failures and failures as successes, one says nothing, the guard refuses.
 */
export async function day(owner: pg.Pool, now: number): Promise<void> {
  const denied = [0, 1, 2, 3, 4].map((n) =>
    at(now, 50 - n, {
      ...{ ...DENIED, tool: 'read_invoice', session: 's-denied', agent: 'billing', args: { id: 'A-1' } },
      ...{ message: 'Error permission_denied: not yours', signature: 'Error permission_denied: not yours' },
    }),
  );
  const nothing = [0, 0.3, 0.6].map((n) =>
    at(now, 40 - n, {
      ...{
        tool: 'search_orders',
        session: 's-empty',
        agent: 'support',
        args: { who: 'nobody' },
        answer: { orders: [] },
      },
      ...{ outcome: 'empty', effect: 'question', resultCount: 0 },
    }),
  );
  const told = [0, 2].map((n) =>
    at(now, 35 - n, {
      ...{ tool: 'search_orders', session: `s-told-${n}`, agent: 'support', args: { who: `none-${n}` } },
      ...{ answer: { error: 'no orders found' }, outcome: 'empty', reported: 'error', effect: 'question' },
    }),
  );
  const hidden = at(now, 30, {
    ...{ code: 'internal', category: 'transient', retryable: true, reported: 'ok', tool: 'lookup', server: 'crm' },
    ...{ session: 's-hidden', agent: 'support', outcomeSource: 'envelope', source: 'envelope' },
    ...{ claims: [{ source: 'envelope', rule: 'flat.success', failed: true, code: 'internal' }] },
  });
  const hurried = [0, 0.02, 0.04].map((n) =>
    at(now, 25 - n, {
      ...{ code: 'rate_limited', category: 'transient', retryable: true, retryAfterMs: 30_000, tool: 'fetch_rates' },
      ...{ session: 's-hurried', agent: undefined, args: { day: 1 }, takes: 0.2 },
    }),
  );
  const silent = [0, 1, 2].map((n) =>
    at(now, 20 - n, {
      ...{ code: 'unclassified', tool: 'legacy', session: `s-legacy-${n}`, agent: "o'agent", args: { n } },
      ...{ code: undefined, outcome: 'error', reported: 'error', source: 'none', message: 'Operation failed' },
      ...{ signature: 'Operation failed' },
    }),
  );
  const refused = at(now, 15, {
    ...DENIED,
    tool: 'read_invoice',
    session: 's-denied-2',
    agent: 'billing',
    guardRefused: true,
  });
  const fine = Array.from({ length: 30 }, (_, n) =>
    at(now, 5 + n * 40, {
      tool: n % 3 ? 'search_orders' : 'lookup',
      session: `s-fine-${n}`,
      agent: 'support',
      args: { n },
      takes: 0.1 + n / 10,
    }),
  );
  const older = [3, 9, 20].map((days) =>
    at(now, days * 24 * 60, {
      ...{ ...DENIED, tool: 'read_invoice', session: `s-old-${days}`, agent: 'billing', args: { id: `A-${days}` } },
      ...{ message: 'Error permission_denied: not yours', signature: 'Error permission_denied: not yours' },
    }),
  );
  const others = [0, 1].map((n) =>
    at(now, 10 - n, { project: "o'brien", tool: "it's", session: "s'quote", agent: 'x', args: { n } }),
  );
  const all = [...denied, ...nothing, ...told, hidden, ...hurried, ...silent, refused, ...fine, ...older, ...others];
  await store(owner, all, now);
}
