import { sql } from '../../panels/sql.js';
import { defineRule, HOUR, label, VALUE } from './rule.js';

/** Fewer failures than these say nothing about a share. */
const LEAST = 20;

export const unclassifiedShare = defineRule({
  id: 'unclassified-share',
  title: 'Failures nobody can classify',
  severity: 'warning',
  words: 'unstructured-error',
  sql: sql`
    SELECT project, tool, CASE WHEN sum(calls) FILTER (WHERE failed) >= ${String(LEAST)}
      THEN 100.0 * coalesce(sum(calls) FILTER (WHERE failed AND bare), 0) / sum(calls) FILTER (WHERE failed) ELSE 0 END::float8 AS value
    FROM (
      SELECT project, tool, calls - guard_refused AS calls, outcome = 'error' AS failed, coalesce(category, '') = '' AS bare
      FROM call_minutes
      WHERE minute > $__timeFrom()::timestamptz - interval '1 minute' AND minute <= $__timeTo()::timestamptz
    ) AS counted
    GROUP BY project, tool
    ORDER BY project, tool`,
  window: HOUR,
  above: 30,
  reason: 'A third of at least twenty failures: below that, single odd errors would page.',
  pending: '10m',
  keep: '30m',
  noData: 'OK',
  summary: `${VALUE} % of the failures of ${label('tool')} in the last hour have no category.`,
  panel: ['score-card', 'unclassified-over-time'],
});
