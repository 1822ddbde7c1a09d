import { and, asc, desc, eq, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { RefrainError } from '../errors.js';
import type { Finding, Severity } from '../model/finding.js';
import { type CallRow, must, num, str } from './call-columns.js';
import type { Column } from './columns.js';
import { micros } from './read-rows.js';
import { findings } from './schema.js';

const text = (name: string, of: Column<Finding>['of']): Column<Finding> => ({ name, type: 'text', of });

/** Columns of `findings` that a detector fills. */
export const FINDING_COLUMNS: readonly Column<Finding>[] = [
  text('project', (finding) => finding.project),
  text('id', (finding) => finding.id),
  text('detector', (finding) => finding.detector),
  text('scope', (finding) => finding.scope),
  text('session', (finding) => finding.session),
  text('agent', (finding) => finding.agent),
  text('tool', (finding) => finding.tool),
  text('about', (finding) => finding.about),
  text('episode', (finding) => finding.episode),
  text('severity', (finding) => finding.severity),
  text('state', (finding) => finding.state),
  text('source', (finding) => finding.source),
  { name: 'calls', type: 'text[]', of: (finding) => finding.calls },
  { name: 'call_count', type: 'int8', of: (finding) => finding.callCount },
  { name: 'wasted_calls', type: 'text[]', of: (finding) => finding.wastedCalls },
  { name: 'first_at', type: 'timestamptz', of: (finding) => finding.firstMs },
  { name: 'last_at', type: 'timestamptz', of: (finding) => finding.lastMs },
  { name: 'wasted_call_count', type: 'int8', of: (finding) => finding.wasted.calls },
  { name: 'wasted_seconds', type: 'float8', of: (finding) => finding.wasted.seconds },
  { name: 'wasted_tokens', type: 'int8', of: (finding) => finding.wasted.tokens },
  text('message', (finding) => finding.message),
  text('recovery', (finding) => finding.recovery),
  { name: 'data', type: 'jsonb', of: (finding) => JSON.stringify(finding.data) },
];

const NAMES = FINDING_COLUMNS.map(({ name }) => name);
const RECORD = FINDING_COLUMNS.map(({ name, type }) => `${name} ${type === 'timestamptz' ? 'bigint' : type}`).join(
  ', ',
);
const VALUES = FINDING_COLUMNS.map(({ name, type }) =>
  type === 'timestamptz' ? `timestamptz 'epoch' + ${name} * interval '1 microsecond'` : name,
).join(', ');
const KEPT = NAMES.filter((name) => name !== 'project' && name !== 'id');

/** Writes findings; a row changes, and gets a new revision, only where it says something else. */
export async function saveFindings(pool: pg.Pool, found: readonly Finding[]): Promise<void> {
  if (found.length === 0) return;
  await pool.query(
    `INSERT INTO findings AS kept (${NAMES.join(', ')})
     SELECT ${VALUES} FROM jsonb_to_recordset($1::jsonb) AS made(${RECORD}) ORDER BY project, id
     ON CONFLICT (project, id) DO UPDATE SET ${KEPT.map((name) => `${name} = excluded.${name}`).join(', ')},
       updated_at = now(), revision = nextval('finding_revision')
     WHERE (${KEPT.map((name) => `kept.${name}`).join(', ')}) IS DISTINCT FROM (${KEPT.map((name) => `excluded.${name}`).join(', ')})`,
    [JSON.stringify(found.map(record))],
  );
}

function record(finding: Finding): Record<string, unknown> {
  return Object.fromEntries(
    FINDING_COLUMNS.map(({ name, type, of }) => {
      const value = of(finding);
      if (value === undefined) return [name, null];
      if (type === 'timestamptz') return [name, micros(Number(value))];
      return [name, type === 'jsonb' ? JSON.parse(String(value)) : value];
    }),
  );
}

/** Marks findings that late data disproved. */
export async function withdrawFindings(pool: pg.Pool, project: string, ids: readonly string[]): Promise<void> {
  await drizzle(pool)
    .update(findings)
    .set({ state: 'withdrawn', updated_at: sql`now()`, revision: sql`nextval('finding_revision')` })
    .where(and(eq(findings.project, project), inArray(findings.id, [...ids]), ne(findings.state, 'withdrawn')));
}

/** Findings of some sessions, whatever their state. */
export async function findingsOfSessions(
  pool: pg.Pool,
  project: string,
  sessions: readonly string[],
): Promise<readonly Finding[]> {
  const rows = await drizzle(pool)
    .select()
    .from(findings)
    .where(and(eq(findings.project, project), inArray(findings.session, [...sessions])))
    .orderBy(asc(findings.first_at), asc(findings.id));
  return rows.map(findingOf);
}

/** What may be asked of findings. Undefined means any. */
export interface FindingFilter {
  readonly project: string;
  readonly detector: string | undefined;
  readonly tool: string | undefined;
  readonly session: string | undefined;
  readonly severity: Severity | undefined;
  readonly state: Finding['state'] | undefined;
  /** Findings whose last call is at or after this time, in ms. */
  readonly sinceMs: number | undefined;
  readonly limit: number;
  /** Where the page before ended: an opaque text that the page before gave. */
  readonly cursor: string | undefined;
}

/** One page of findings, latest first. */
export interface FindingPage {
  readonly findings: readonly Finding[];
  readonly next: string | undefined;
}

/** Reads one page; the cursor is the place of the last row, so that rows that arrive meanwhile shift nothing. */
export async function queryFindings(pool: pg.Pool, filter: FindingFilter): Promise<FindingPage> {
  const rows = await drizzle(pool)
    .select()
    .from(findings)
    .where(and(...conditions(filter)))
    .orderBy(desc(findings.last_at), desc(findings.id))
    .limit(filter.limit + 1);
  const page = rows.slice(0, filter.limit).map(findingOf);
  const last = page.at(-1);
  return { findings: page, next: rows.length > filter.limit && last ? writeCursor(last) : undefined };
}

function conditions(filter: FindingFilter): (SQL | undefined)[] {
  const { project, detector, tool, session, severity, state, sinceMs, cursor } = filter;
  const place = cursor === undefined ? undefined : readCursor(cursor);
  const equal = <T extends PgColumn>(column: T, value: string | undefined) =>
    value === undefined ? undefined : eq(column, value);
  return [
    eq(findings.project, project),
    equal(findings.detector, detector),
    equal(findings.tool, tool),
    equal(findings.session, session),
    equal(findings.severity, severity),
    state === undefined ? ne(findings.state, 'withdrawn') : eq(findings.state, state),
    sinceMs === undefined ? undefined : gte(findings.last_at, sinceMs),
    place && or(lt(findings.last_at, place.lastMs), and(eq(findings.last_at, place.lastMs), lt(findings.id, place.id))),
  ];
}

function writeCursor({ lastMs, id }: Finding): string {
  return Buffer.from(`${micros(lastMs)} ${id}`).toString('base64url');
}

function readCursor(cursor: string): { lastMs: number; id: string } {
  const [us = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  // Whole microseconds as text; anything else was not given by us.
  if (!/^-?\d{1,16}$/.test(us)) throw new RefrainError('invalid_query', 'cursor is not one that a page before gave');
  return { lastMs: Number(us) / 1000, id };
}

/** Back from a row to the noun. */
export function findingOf(row: CallRow): Finding {
  return {
    project: must(row['project']),
    id: must(row['id']),
    detector: must(row['detector']),
    scope: must(row['scope']) as Finding['scope'],
    session: str(row['session']),
    agent: str(row['agent']),
    tool: must(row['tool']),
    about: must(row['about']),
    episode: must(row['episode']),
    severity: must(row['severity']) as Severity,
    state: must(row['state']) as Finding['state'],
    source: must(row['source']) as Finding['source'],
    calls: row['calls'] as readonly string[],
    callCount: num(row['call_count']) ?? 0,
    wastedCalls: row['wasted_calls'] as readonly string[],
    firstMs: num(row['first_at']) ?? 0,
    lastMs: num(row['last_at']) ?? 0,
    wasted: {
      calls: num(row['wasted_call_count']) ?? 0,
      seconds: num(row['wasted_seconds']) ?? 0,
      tokens: num(row['wasted_tokens']),
    },
    message: must(row['message']),
    recovery: must(row['recovery']),
    data: row['data'] as Finding['data'],
  };
}
