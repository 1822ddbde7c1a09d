import {
  type AnnotationQuery,
  AnnotationQueryBuilder,
  DashboardBuilder,
  DashboardCursorSync,
  type Panel as GrafanaPanel,
  type GridPos,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { panelById } from '../panels/index.js';
import { MARKS, type Mark } from '../panels/marks.js';
import { LAYOUT, type Row } from '../panels/pages.js';
import type { Page } from '../panels/panel.js';
import { DATASOURCE, postgresQuery } from './datasource.js';
import { pageLinks, uidOf } from './links.js';
import { picture } from './pictures.js';
import { type Plain, plain } from './plain.js';
import { variablesOf } from './variables.js';

/** The tag that all dashboards carry. */
export const TAG = 'refrain';

/** Panels are numbered by place: hundreds for the row, ones for the place in it, so that ids stay while rows keep their order. */
export function panelIdOf(page: Page, panel: string): number {
  const row = LAYOUT[page].rows.findIndex(({ panels }) => panels.some(([id]) => id === panel));
  const place = LAYOUT[page].rows[row]?.panels.findIndex(([id]) => id === panel) ?? -1;
  if (row < 0) throw new Error(`panel ${panel} is not on page ${page}`);
  return idAt(row, place);
}

const idAt = (row: number, place: number) => (row + 1) * 100 + place + 1;

/** The dashboard of a page as Grafana's file provisioning reads it. */
export function dashboard(page: Page): Plain {
  const { title, purpose, variables, rows, since, marks } = LAYOUT[page];
  const builder = new DashboardBuilder(`Refrain: ${title}`)
    .uid(uidOf(page))
    .description(purpose)
    .tags([TAG, 'tool-calls'])
    .timezone('utc')
    .time({ from: since, to: 'now' })
    .refresh('1m')
    .tooltip(DashboardCursorSync.Crosshair)
    .readonly()
    .variables(variablesOf(variables))
    .links(pageLinks(page))
    .annotations([alertStates(), ...(marks ? MARKS.map(mark) : [])]);
  return plain({ ...builder.build(), panels: placed(rows, page) });
}

const ROW_HEIGHT = 1;

/** Every panel with its place. The SDK's own layout does not wrap and moves what stands at the origin, so places are counted here. */
function placed(rows: readonly Row[], page: Page): (GrafanaPanel | ReturnType<RowBuilder['build']>)[] {
  let y = 0;
  return rows.flatMap((row, index) => {
    const title = new RowBuilder(row.title)
      .id((index + 1) * 100)
      .gridPos({ x: 0, y, w: 24, h: ROW_HEIGHT })
      .build();
    const panels = picturesOf(row, index, y + ROW_HEIGHT, page);
    y += ROW_HEIGHT + row.height;
    return [title, ...panels];
  });
}

function picturesOf(row: Row, index: number, y: number, page: Page): GrafanaPanel[] {
  let x = 0;
  return row.panels.map(([id, w], place) => {
    const gridPos: GridPos = { x, y, w, h: row.height };
    x += w;
    return { ...picture(panelById(id), page).build(), id: idAt(index, place), gridPos };
  });
}

/** Grafana's own annotations: the states of alert rules. */
function alertStates(): { build(): AnnotationQuery } {
  return {
    build: () => ({
      name: 'Annotations and alerts',
      datasource: { type: 'grafana', uid: '-- Grafana --' },
      enable: true,
      hide: true,
      iconColor: 'rgba(0, 211, 255, 1)',
      type: 'dashboard',
      builtIn: 1,
    }),
  };
}

function mark({ name, colour, sql }: Mark): { build(): AnnotationQuery } {
  return {
    build: () => {
      const { placement: _hidden, ...annotation } = new AnnotationQueryBuilder()
        .name(name)
        .datasource({ ...DATASOURCE })
        .enable(true)
        .iconColor(colour)
        .target(postgresQuery('Anno', sql, 'table'))
        .build();
      return annotation;
    },
  };
}
