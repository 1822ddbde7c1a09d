import { type DashboardLink, DashboardLinkBuilder, DashboardLinkType } from '@grafana/grafana-foundation-sdk/dashboard';
import { LAYOUT } from '../panels/pages.js';
import { type Link, PAGES, type Page } from '../panels/panel.js';

/** The uid of a page's dashboard. */
export function uidOf(page: Page): string {
  return `refrain-${page}`;
}

/** Address of a row's target: its variables from the row's columns, the other variables and the time as they are. */
export function urlOf(link: Link, from: Page): string {
  const set = Object.entries(link.set).map(([variable, column]) => `var-${variable}=${field(column)}`);
  const kept = LAYOUT[link.to].variables
    .filter((variable) => !(variable in link.set) && LAYOUT[from].variables.includes(variable))
    .map((variable) => `\${${variable}:queryparam}`);
  const time = link.range ? [`from=${field(link.range.from)}`, `to=${field(link.range.to)}`] : [`\${__url_time_range}`];
  return `/d/${uidOf(link.to)}?${[...time, ...kept, ...set].join('&')}`;
}

function field(column: string): string {
  return `\${__data.fields["${column}"]:percentencode}`;
}

/** A link on a value, as the field's configuration holds it. */
export function dataLink(link: Link, from: Page): { title: string; url: string; targetBlank: boolean } {
  return { title: link.title, url: urlOf(link, from), targetBlank: false };
}

/** Links at the top of a page to all others, time and variables kept. The SDK would hide them in the controls menu. */
export function pageLinks(page: Page): { build(): DashboardLink }[] {
  return PAGES.filter((other) => other !== page).map((other) => ({
    build: () => {
      const { placement: _hidden, ...link } = new DashboardLinkBuilder(LAYOUT[other].title)
        .type(DashboardLinkType.Link)
        .url(`/d/${uidOf(other)}`)
        .tooltip(LAYOUT[other].purpose)
        .icon('dashboard')
        .keepTime(true)
        .includeVars(true)
        .build();
      return link;
    },
  }));
}
