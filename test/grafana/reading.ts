import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { dashboard } from '../../src/grafana/dashboard.js';
import { generatedFiles } from '../../src/grafana/files.js';
import { PAGES } from '../../src/panels/panel.js';

/** The parts of Grafana's files that the tests look at. */
export interface Query {
  refId: string;
  datasource: { type: string; uid: string };
  rawSql: string;
  rawQuery: boolean;
  format: 'table' | 'time_series';
}
export interface GrafanaPanel {
  id: number;
  type: string;
  title: string;
  description: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource: { type: string; uid: string };
  targets: Query[];
  transformations?: { id: string; options: Record<string, unknown> }[];
  options: Record<string, unknown>;
  fieldConfig: {
    defaults: { unit: string; noValue: string; displayName?: string };
    overrides: { matcher: { id: string; options: string }; properties: { id: string; value: unknown }[] }[];
  };
}
export interface GrafanaVariable {
  name: string;
  type: string;
  query: string;
  refresh?: number;
  multi: boolean;
  includeAll: boolean;
  allValue?: string;
  datasource?: { type: string; uid: string };
}
export interface GrafanaDashboard {
  uid: string;
  title: string;
  description: string;
  tags: string[];
  timezone: string;
  schemaVersion: number;
  editable: boolean;
  panels: (GrafanaPanel & { collapsed?: boolean })[];
  links: { title: string; type: string; url: string; keepTime: boolean; includeVars: boolean; placement?: string }[];
  templating: { list: GrafanaVariable[] };
  annotations: { list: { name: string; datasource: { uid: string }; target?: Query }[] };
}
export interface FileRule {
  uid: string;
  title: string;
  condition: string;
  for: string;
  keepFiringFor: string;
  noDataState: string;
  execErrState: string;
  dashboardUid: string;
  panelId: number;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  data: {
    refId: string;
    datasourceUid: string;
    relativeTimeRange: { from: number; to: number };
    model: Query & {
      type?: string;
      expression?: string;
      conditions?: { evaluator: { type: string; params: number[] } }[];
    };
  }[];
}

export const TOP = resolve(import.meta.dirname, '../..');

/** Every dashboard as it is generated. */
export const DASHBOARDS = PAGES.map((page) => dashboard(page) as unknown as GrafanaDashboard);

/** The panels of a dashboard without the titles of its rows. */
export function picturesOf(of: GrafanaDashboard): GrafanaPanel[] {
  return of.panels.filter(({ type }) => type !== 'row');
}

/** A generated provisioning file, parsed as YAML 1.1 like Grafana's older reader. */
export function alertingFile(name: string): Record<string, never> {
  const text = generatedFiles().get(`deploy/grafana/provisioning/alerting/${name}.yaml`) ?? '';
  return parse(text, { version: '1.1' });
}

/** The rules of the generated file. */
export function fileRules(): FileRule[] {
  const { groups } = alertingFile('rules') as unknown as { groups: { rules: FileRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** A file of the repository. */
export function fileText(path: string): string {
  return readFileSync(join(TOP, path), 'utf8');
}

/** Names of dashboard variables that a SQL text refers to; macros begin with two underscores. */
export function variablesIn(sql: string): string[] {
  return [...new Set([...sql.matchAll(/\$\{?([a-z]\w*)/g)].map(([, name]) => name ?? ''))];
}
