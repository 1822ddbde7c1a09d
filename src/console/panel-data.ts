import type pg from 'pg';
import type { Frame } from '../panels/field.js';
import { panelById } from '../panels/index.js';
import type { Choices } from '../panels/interpolate.js';
import { LAYOUT } from '../panels/pages.js';
import { PAGES, type Page, type Panel } from '../panels/panel.js';
import { runQuery } from '../panels/run.js';
import { VARIABLES, type VariableName } from '../panels/variables.js';

/** What the reader of a page has chosen. */
export interface View {
  readonly project: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

/** A panel's words and, by query name, its frames. */
export interface PanelData {
  readonly id: string;
  readonly frames: readonly { readonly name: string; readonly frame: Frame }[];
}

/** As long as a page may take to draw; Grafana's role has the same limit. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** About as many points as a picture has columns of pixels to tell them apart. */
const POINTS = 240;
/** Bucket widths that people read without arithmetic, in seconds. */
const WIDTHS = [1, 5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400];

/** Stands for All; Grafana's own marker, which the panels' variables know. */
const ALL = '$__all';

/** The bucket width for a range: the smallest readable one that gives at most POINTS buckets, at least a minute beyond an hour. */
export function bucketMs(fromMs: number, toMs: number, least = 0): number {
  const wanted = Math.max((toMs - fromMs) / POINTS, least);
  const width = WIDTHS.find((seconds) => seconds * 1000 >= wanted) ?? 86_400;
  return width * 1000;
}

/** Runs a panel's queries as a reader that can only read, within the time a page may take. */
export async function panelData(pool: pg.Pool, id: string, view: View): Promise<PanelData> {
  const panel = panelById(id);
  const client = await pool.connect();
  try {
    await client.query(
      `BEGIN READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET LOCAL timezone = 'UTC'`,
    );
    const frames: { name: string; frame: Frame }[] = [];
    for (const query of panel.queries) {
      const frame = await runQuery(client as never, query, Object.values(VARIABLES), contextOf(panel, view));
      frames.push({ name: query.name, frame });
    }
    await client.query('COMMIT');
    return { id, frames };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

function contextOf(panel: Panel, view: View): Parameters<typeof runQuery>[3] {
  const range = { fromMs: view.fromMs, toMs: view.toMs };
  // The widest bucket that a panel asks for is an hour; no panel has another.
  const least = panel.minInterval === '1h' ? 3_600_000 : 0;
  return { range, intervalMs: bucketMs(view.fromMs, view.toMs, least), choices: choicesOf(view) };
}

/** The project is the reader's own, whatever the address bar says. */
function choicesOf({ project, choices }: View): Choices {
  const entries = Object.values(VARIABLES).map(({ name, multi }) => {
    const chosen = choices[name] ?? [];
    if (!multi) return [name, chosen[0] === ALL ? '' : (chosen[0] ?? '')] as const;
    return [name, chosen.length === 0 ? [ALL] : [...chosen]] as const;
  });
  return { ...Object.fromEntries(entries), project: [project] };
}

/** The values that a page's choice offers. */
export async function variableValues(pool: pg.Pool, name: VariableName, view: View): Promise<readonly string[]> {
  // The names of other projects are theirs as well.
  if (name === 'project') return [view.project];
  const { sql } = VARIABLES[name];
  if (sql === undefined) return [];
  const query = { name, sql, format: 'table' as const };
  const client = await pool.connect();
  try {
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const context = { range: { fromMs: view.fromMs, toMs: view.toMs }, intervalMs: 60_000, choices: choicesOf(view) };
    const { fields } = await runQuery(client as never, query, Object.values(VARIABLES), context);
    await client.query('COMMIT');
    return (fields[0]?.values ?? []).map(String);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Everything about the pages that does not depend on data: layout and words. */
export function describePages(): Record<string, unknown> {
  return Object.fromEntries(PAGES.map((page) => [page, describePage(page)]));
}

function describePage(page: Page): Record<string, unknown> {
  const { title, purpose, variables, rows, since } = LAYOUT[page];
  const choices = variables
    .filter((name) => name !== 'project')
    .map((name) => ({
      name,
      label: VARIABLES[name].label,
      multi: VARIABLES[name].multi,
      listed: VARIABLES[name].sql !== undefined,
    }));
  return {
    ...{ title, purpose, since, choices },
    rows: rows.map((row) => ({
      ...row,
      panels: row.panels.map(([id, width]) => ({ width, ...wordsOf(panelById(id)) })),
    })),
  };
}

function wordsOf({ queries, ...words }: Panel): Record<string, unknown> {
  return { ...words, queries: queries.map(({ name }) => name) };
}
