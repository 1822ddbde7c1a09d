import type { Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import type { DataSourceRef } from '@grafana/grafana-foundation-sdk/common';
import type { Format } from '../panels/frame.js';

/** The data source that `deploy/` provisions; dashboards and rules name it by this uid, and it never changes. */
export const DATASOURCE = {
  type: 'grafana-postgresql-datasource',
  uid: 'refrain-postgres',
} as const satisfies DataSourceRef;

/** A SQL query as Grafana's Postgres plugin reads it; the SDK has no builder for one. */
export interface PostgresQuery extends Dataquery {
  readonly refId: string;
  readonly datasource: DataSourceRef;
  readonly rawSql: string;
  readonly rawQuery: true;
  readonly editorMode: 'code';
  readonly format: Format;
  readonly intervalMs?: number;
  readonly maxDataPoints?: number;
}

/** Builder of a SQL query; `extra` is what alert rules need besides. */
export function postgresQuery(
  refId: string,
  rawSql: string,
  format: Format,
  extra: { intervalMs?: number; maxDataPoints?: number } = {},
): { build(): PostgresQuery } {
  const datasource = { ...DATASOURCE };
  return {
    build: () => ({
      refId,
      datasource,
      rawSql,
      rawQuery: true,
      editorMode: 'code',
      format,
      ...extra,
      _implementsDataqueryVariant() {},
    }),
  };
}
