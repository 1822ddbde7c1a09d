import { sql } from '../../panels/sql.js';
import { defineRule, label, QUARTER, VALUE } from './rule.js';

export const guardRefusals = defineRule({
  id: 'guard-refusals',
  title: 'The guard refuses calls',
  severity: 'warning',
  words: {
    why: 'Agents keep asking for calls that cannot succeed. The guard stops them, but something makes them ask.',
    recovery: 'Look at what was refused and why; mend the tool, the credentials or the prompt, not the guard.',
  },
  sql: sql`
    SELECT project, tool, sum(guard_refused)::float8 AS value
    FROM call_minutes
    WHERE minute > $__timeFrom()::timestamptz - interval '1 minute' AND minute <= $__timeTo()::timestamptz
    GROUP BY project, tool
    ORDER BY project, tool`,
  window: QUARTER,
  above: 9,
  reason:
    'Ten refusals of one tool in a quarter of an hour are more than one agent that will not take no for an answer.',
  pending: '1m',
  keep: '10m',
  noData: 'OK',
  summary: `The guard refused ${VALUE} calls of ${label('tool')} in the last 15 minutes.`,
  panel: ['overview', 'failures-by-tool'],
});
