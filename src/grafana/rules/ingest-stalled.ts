import { sql } from '../../panels/sql.js';
import { defineRule, HOUR, label, VALUE } from './rule.js';

/** An hour with fewer calls than these proves nothing when it repeats empty. */
const BUSY = 60;

export const ingestStalled = defineRule({
  id: 'ingest-stalled',
  title: 'No calls arrive',
  severity: 'critical',
  words: {
    why: 'No call has been stored for a while although at this time yesterday and a week ago there were many: no news is not good news.',
    recovery:
      'Look at the pipeline page: is Refrain up, does the exporter log errors, did somebody change the endpoint or the key?',
  },
  sql: sql`
    WITH heard AS (
      SELECT project, max(minute) AS last
      FROM call_minutes
      WHERE minute > $__timeFrom()::timestamptz AND minute <= $__timeTo()::timestamptz
      GROUP BY project
    ), usual AS (
      SELECT project, count(*) AS days
      FROM (
        SELECT project, hour, sum(calls) AS calls
        FROM call_hours
        WHERE hour IN (
          date_trunc('hour', $__timeTo()::timestamptz - interval '1 day', 'UTC'),
          date_trunc('hour', $__timeTo()::timestamptz - interval '7 days', 'UTC')
        )
        GROUP BY project, hour
        HAVING sum(calls) >= ${String(BUSY)}
      ) AS hours
      GROUP BY project
    ), projects AS (
      SELECT DISTINCT project
      FROM call_hours
      WHERE hour > $__timeTo()::timestamptz - interval '8 days' AND hour <= $__timeTo()::timestamptz
    )
    SELECT project, CASE WHEN days = 2
      THEN floor(extract(epoch FROM $__timeTo()::timestamptz - coalesce(last, $__timeFrom()::timestamptz)) / 60) ELSE 0 END::float8 AS value
    FROM projects
    LEFT JOIN usual USING (project)
    LEFT JOIN heard USING (project)
    ORDER BY project`,
  window: 6 * HOUR,
  above: 15,
  reason: 'Minutes without a call, where both hours a day and a week ago had sixty calls or more: one a minute.',
  pending: '5m',
  keep: '2m',
  noData: 'Alerting',
  summary: `No call of project ${label('project')} has arrived for ${VALUE} minutes; usually there are many at this time.`,
  panel: ['pipeline', 'flow'],
});
