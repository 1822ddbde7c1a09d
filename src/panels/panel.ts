import type { Format } from './frame.js';

/** Pages that panels belong to and link to; the same in Grafana and in the console. */
export const PAGES = ['overview', 'tool', 'agent', 'signature', 'session', 'score-card', 'pipeline'] as const;
export type Page = (typeof PAGES)[number];

/**
 * Kinds of picture. `stat`: the last row is the value, a first row before it the period before. `bars`: stacked series over time.
 * `ranking`: one bar per text, stacked by the columns that `pivot` makes. `heatmap`: a time column, then one column per bucket in ascending order.
 */
export type Picture =
  | 'stat'
  | 'timeseries'
  | 'bars'
  | 'table'
  | 'ranking'
  | 'heatmap'
  | 'state-timeline'
  | 'node-graph';

/** Where a value leads: variables of the target page filled from columns of the same row, the rest and the time kept. */
export interface Link {
  readonly to: Page;
  readonly title: string;
  /** Variable name to column name. */
  readonly set: Readonly<Record<string, string>>;
  /** Columns with ISO times that become the target's range. */
  readonly range?: { readonly from: string; readonly to: string } | undefined;
}

/** How a column is shown; a column without words is shown as it is. */
export interface Column {
  readonly title?: string | undefined;
  readonly unit?: string | undefined;
  readonly hidden?: boolean | undefined;
  readonly link?: Link | undefined;
  /** `state`: coloured by its word. `detector`: shown by its title. `bar`: a bar inside the cell. `prose`: wraps. */
  readonly look?: 'state' | 'detector' | 'bar' | 'prose' | undefined;
  readonly width?: number | undefined;
}

/** From which value on a number is worth a look, and from which on it is bad. */
export interface Limits {
  readonly warn: number;
  readonly bad: number;
}

/** One query; a node graph has two, named `nodes` and `edges`. */
export interface PanelQuery {
  readonly name: string;
  readonly sql: string;
  readonly format: Format;
}

/** One question and the picture that answers it; rendered by Grafana and by the console alike. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly picture: Picture;
  /** Grafana's unit id of the value columns. */
  readonly unit: string;
  readonly queries: readonly PanelQuery[];
  readonly columns: Readonly<Record<string, Column>>;
  /** What is said where there are no rows. */
  readonly empty: string;
  readonly limits?: Limits | undefined;
  /** Turns long rows into one row per `row` and one column per `column`. */
  readonly pivot?: { readonly row: string; readonly column: string; readonly value: string } | undefined;
  /** What names the series: words of states, which have a colour each, or detectors, which have a title each. */
  readonly names?: 'states' | 'detectors' | undefined;
  /** State timeline: the column whose values are the lanes. */
  readonly lanes?: string | undefined;
  /** Lower bound of the bucket width, for example `1h`. */
  readonly minInterval?: string | undefined;
  /** More is worse: the change against the period before is coloured accordingly. */
  readonly moreIsWorse?: boolean | undefined;
}

/** What an author writes; the rest has defaults. */
export interface PanelWords extends Omit<Panel, 'queries' | 'columns' | 'empty'> {
  /** One SQL text, or one per query name. */
  readonly sql: string | Readonly<Record<string, string>>;
  readonly columns?: Readonly<Record<string, Column>> | undefined;
  readonly empty?: string | undefined;
}

/** Some of the words of a family of columns. */
export function only<Name extends string>(
  columns: Readonly<Record<Name, Column>>,
  ...names: readonly NoInfer<Name>[]
): Readonly<Record<string, Column>> {
  return Object.fromEntries(names.map((name) => [name, columns[name]]));
}

/** Pictures drawn from series; all others read tables. */
const SERIES: ReadonlySet<Picture> = new Set<Picture>(['timeseries', 'bars']);

/** Completes panels: the format that the picture needs, a word for "no rows". */
export function definePanels(panels: readonly PanelWords[]): readonly Panel[] {
  return panels.map(({ sql, columns = {}, empty = 'Nothing in this range', ...words }) => ({
    ...words,
    columns,
    empty,
    queries: queriesOf(sql, SERIES.has(words.picture) ? 'time_series' : 'table'),
  }));
}

function queriesOf(sql: PanelWords['sql'], format: Format): readonly PanelQuery[] {
  const named = typeof sql === 'string' ? { A: sql } : sql;
  return Object.entries(named).map(([name, text]) => ({ name, sql: text, format }));
}
