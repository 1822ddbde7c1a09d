import { sql } from '../../panels/sql.js';
import { defineRule, label, QUARTER, VALUE } from './rule.js';

export const newErrorSignature = defineRule({
  id: 'new-error-signature',
  title: 'New kind of error',
  severity: 'warning',
  words: {
    why: 'An error that nobody has seen for a week comes in numbers: a release, a changed upstream, an expired key.',
    recovery: 'Open the signature page, read one sample, and look at what was changed when it began.',
  },
  sql: sql`
    WITH burst AS (
      SELECT project, tool, signature, count(*) AS failures
      FROM tool_calls
      WHERE $__timeFilter(started_at) AND part_of IS NULL AND outcome = 'error' AND signature IS NOT NULL AND NOT guard_refused
      GROUP BY project, tool, signature
    )
    SELECT project, tool, left(signature, 120) AS signature, max(CASE WHEN EXISTS (
      SELECT FROM signature_hours AS before
      WHERE before.project = burst.project AND before.tool = burst.tool AND before.signature = burst.signature
        AND before.hour >= $__timeTo()::timestamptz - interval '7 days'
        AND before.first_at < $__timeFrom()::timestamptz - interval '45 minutes'
    ) THEN 0 ELSE failures END)::float8 AS value
    FROM burst
    GROUP BY project, tool, left(signature, 120)
    ORDER BY value DESC, project, tool, signature
    LIMIT 200`,
  window: QUARTER,
  above: 9,
  reason:
    'Ten of one kind in a quarter of an hour; an error younger than an hour is still new, so that the alert lasts.',
  pending: '0s',
  keep: '15m',
  noData: 'OK',
  summary: `${VALUE} failures of ${label('tool')} in the last 15 minutes of a kind not seen for a week: ${label('signature')}`,
  panel: ['overview', 'top-signatures'],
});
