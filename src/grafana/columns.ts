import type { DynamicConfigValue } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Column, Page, Panel } from '../panels/panel.js';
import { DETECTOR_TITLES, STATES } from './colours.js';
import { dataLink } from './links.js';

/** Colours a number by the panel's limits; a panel without them has one plain step. */
export function thresholdSteps({ limits }: Panel): { value: number | null; color: string }[] {
  const base = { value: null, color: limits ? 'green' : 'text' };
  if (!limits) return [base];
  return [base, { value: limits.warn, color: 'orange' }, { value: limits.bad, color: 'red' }];
}

/** Settings of one column of a table. */
export function columnOverride(column: Column, panel: Panel, page: Page): DynamicConfigValue[] {
  return [
    ...(column.title ? [{ id: 'displayName', value: column.title }] : []),
    ...(column.unit ? [{ id: 'unit', value: column.unit }] : []),
    ...(column.width ? [{ id: 'custom.width', value: column.width }] : []),
    ...(column.link ? [{ id: 'links', value: [dataLink(column.link, page)] }] : []),
    ...(column.hidden ? HIDDEN : []),
    ...looks(column, panel),
  ];
}

/** Before 12.2 the first hides a column, since then the second. */
const HIDDEN: DynamicConfigValue[] = [
  { id: 'custom.hidden', value: true },
  { id: 'custom.hideFrom', value: { viz: true, legend: true, tooltip: true } },
];

function looks({ look, unit }: Column, panel: Panel): DynamicConfigValue[] {
  if (look === 'state')
    return [
      { id: 'mappings', value: [STATES] },
      { id: 'custom.cellOptions', value: { type: 'color-text' } },
    ];
  if (look === 'detector') return [{ id: 'mappings', value: [DETECTOR_TITLES] }];
  if (look === 'prose') return [{ id: 'custom.cellOptions', value: { type: 'auto', wrapText: true } }];
  return look === 'bar' ? bar(unit === 'percentunit', panel) : [];
}

function bar(share: boolean, panel: Panel): DynamicConfigValue[] {
  const colour = share && panel.limits ? { mode: 'thresholds' } : { mode: 'fixed', fixedColor: 'blue' };
  return [
    { id: 'custom.cellOptions', value: { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' } },
    { id: 'color', value: colour },
    { id: 'min', value: 0 },
    ...(share ? [{ id: 'max', value: 1 }] : []),
  ];
}
