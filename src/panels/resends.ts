import { TO_SESSION } from './findings.js';
import { definePanels } from './panel.js';
import { AGENT, around, CATEGORY, chosen, LAST_DAY, WHOSE } from './sources.js';
import { sql } from './sql.js';
import { TO_TOOL } from './traffic.js';

/** What agents do after a failure. From raw rows, so of the last day of the range. */
export const resendPanels = definePanels([
  {
    id: 'calls-until-success',
    title: 'Calls until success',
    question:
      'How often is the same call sent within a session, and does it work in the end? Of the last day of the range; calls whose arguments were not captured are left out.',
    picture: 'table',
    unit: 'short',
    empty: 'No call with captured arguments in the last day of the range',
    columns: {
      sent: { title: 'sent', width: 90 },
      series: { title: 'calls so sent', look: 'bar' },
      worked: { title: 'worked in the end' },
      ratio: { title: 'share that worked', unit: 'percentunit' },
    },
    sql: sql`
      SELECT CASE WHEN length >= 6 THEN '6 or more times' WHEN length = 1 THEN 'once' ELSE length || ' times' END AS sent,
        count(*) AS series, count(*) FILTER (WHERE worked) AS worked,
        (count(*) FILTER (WHERE worked))::float8 / count(*) AS ratio
      FROM (
        SELECT least(count(*), 6) AS length, (array_agg(outcome ORDER BY started_at DESC))[1] IN ('ok', 'empty') AS worked
        FROM tool_calls
        WHERE ${LAST_DAY}
          AND part_of IS NULL AND args_hash IS NOT NULL AND NOT args_partial
          AND ${WHOSE}
        GROUP BY project, session, agent_instance, tool, args_hash
      ) AS series
      GROUP BY length
      ORDER BY length`,
  },
  {
    id: 'failing-arguments',
    title: 'Arguments that fail',
    question: 'Which arguments fail again and again? Of the last day of the range; secrets are masked.',
    picture: 'table',
    unit: 'short',
    empty: 'No failure with captured arguments in the last day of the range',
    columns: {
      tool: { link: TO_TOOL, width: 180 },
      failures: { look: 'bar', width: 120 },
      arguments: { look: 'prose' },
      message: { title: 'last error', look: 'prose' },
      last_seen: { title: 'last seen', unit: 'dateTimeFromNow', width: 130 },
    },
    sql: sql`
      SELECT tool, count(*) AS failures, count(DISTINCT session) AS sessions, min(args_copy) AS arguments,
        (array_agg(message ORDER BY started_at DESC))[1] AS message, max(started_at) AS last_seen
      FROM tool_calls
      WHERE ${LAST_DAY}
        AND part_of IS NULL AND outcome = 'error' AND args_hash IS NOT NULL
        AND ${WHOSE}
        AND ${chosen('category', CATEGORY)}
      GROUP BY tool, args_hash
      ORDER BY failures DESC, tool, arguments
      LIMIT 50`,
  },
  {
    id: 'latest-failures',
    title: 'Latest failures',
    question: 'What did the last failures look like? Of the last day of the range; secrets are masked.',
    picture: 'table',
    unit: 'short',
    empty: 'No failure in the last day of the range',
    columns: {
      started: { unit: 'dateTimeAsIso', width: 170 },
      tool: { link: TO_TOOL, width: 160 },
      session: { link: TO_SESSION, width: 160 },
      category: { look: 'state', width: 100 },
      told: { look: 'state', width: 80 },
      message: { look: 'prose' },
      arguments: { look: 'prose' },
      opens: { hidden: true },
      closes: { hidden: true },
    },
    sql: sql`
      SELECT started_at AS started, tool, ${AGENT} AS agent, session, ${CATEGORY} AS category, code, reported AS told, message,
        args_copy AS arguments,
        ${around('started_at', 'started_at')}
      FROM tool_calls
      WHERE ${LAST_DAY}
        AND part_of IS NULL AND outcome = 'error'
        AND ${WHOSE}
        AND ${chosen('category', CATEGORY)}
      ORDER BY started_at DESC, span_id
      LIMIT 50`,
  },
]);
