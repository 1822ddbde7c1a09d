import { TO_SESSION } from './findings.js';
import { type Column, definePanels, type Link, only } from './panel.js';
import { AGENT, around, CATEGORY, chosen, LAST_DAY, LONG, SHORT, WHOSE } from './sources.js';
import { sql } from './sql.js';
import { TO_TOOL } from './traffic.js';

/** Opens the page of the error signature of a row. */
export const TO_SIGNATURE: Link = { to: 'signature', title: 'Open this signature', set: { signature: 'signature' } };

const SEEN = {
  signature: { title: 'error', link: TO_SIGNATURE, look: 'prose' },
  tool: { link: TO_TOOL, width: 180 },
  failures: { look: 'bar', width: 120 },
  first_seen: { title: 'first seen', unit: 'dateTimeFromNow', width: 130 },
  last_seen: { title: 'last seen', unit: 'dateTimeFromNow', width: 130 },
  news: { title: 'new', look: 'state', width: 80 },
} as const satisfies Readonly<Record<string, Column>>;

/** Raw failures up to a day, counted ones beyond; counted ones know no agent, so that choice holds for a day only. */
function failures(where = ''): string {
  const and = where ? `\nAND ${where}` : '';
  return sql`
    SELECT started_at AS at, started_at AS first_at, started_at AS last_at, project, tool, signature, 1 AS calls, session, 0 AS sessions
    FROM tool_calls
    WHERE ${SHORT} AND $__timeFilter(started_at)
      AND part_of IS NULL AND outcome = 'error' AND signature IS NOT NULL
      AND ${WHOSE}
      AND ${chosen('category', CATEGORY)}${and}
    UNION ALL
    SELECT hour, first_at, last_at, project, tool, signature, calls, NULL, sessions
    FROM signature_hours
    WHERE ${LONG} AND $__timeFilter(hour)
      AND ${chosen('project', 'project')}
      AND ${chosen('tool', 'tool')}
      AND ${chosen('category', CATEGORY)}${and}`;
}

/** The chosen signature; where none is chosen, the most frequent one of the range. */
const PICKED = sql`
  signature = coalesce(nullif('$signature', ''), (
    SELECT signature FROM (
      ${failures("signature <> '(other)'")}
    ) AS candidates
    GROUP BY signature ORDER BY sum(calls) DESC, signature LIMIT 1
  ))`;

/** Failures of one kind: the message with ids, numbers, dates and quoted values replaced. */
export const signaturePanels = definePanels([
  {
    id: 'top-signatures',
    title: 'Top error signatures',
    question:
      'Which errors come up most, since when, in how many sessions, and which are new (not seen in the seven days before the range)? Beyond a day, sessions are an estimate.',
    picture: 'table',
    unit: 'short',
    empty: 'No failure with a message in this range',
    columns: SEEN,
    sql: sql`
      WITH top AS (
        SELECT project, tool, signature, sum(calls)::bigint AS failures, count(DISTINCT session) + sum(sessions)::bigint AS sessions,
          min(first_at) AS first_seen, max(last_at) AS last_seen
        FROM (
          ${failures()}
        ) AS failures
        GROUP BY project, tool, signature
        ORDER BY failures DESC, tool, signature
        LIMIT 50
      )
      SELECT signature, tool, failures, sessions, first_seen, last_seen,
        CASE WHEN EXISTS (
          SELECT FROM signature_hours AS before
          WHERE before.project = top.project AND before.tool = top.tool AND before.signature = top.signature
            AND before.hour >= $__timeFrom()::timestamptz - interval '7 days'
            AND before.first_at < $__timeFrom()::timestamptz
        ) THEN '' ELSE 'new' END AS news
      FROM top
      ORDER BY failures DESC, tool, signature`,
  },
  {
    id: 'signature-summary',
    title: 'This error',
    question: 'How often did this error come up, in how many sessions, by which tools, and since when?',
    picture: 'table',
    unit: 'short',
    empty: 'No failure of this kind in this range',
    columns: only(SEEN, 'signature', 'tool', 'failures', 'first_seen', 'last_seen'),
    sql: sql`
      SELECT signature, tool, sum(calls)::bigint AS failures, count(DISTINCT session) + sum(sessions)::bigint AS sessions,
        min(first_at) AS first_seen, max(last_at) AS last_seen
      FROM (
        ${failures(PICKED)}
      ) AS failures
      GROUP BY signature, tool
      ORDER BY failures DESC, tool
      LIMIT 50`,
  },
  {
    id: 'signature-over-time',
    title: 'When it happens',
    question: 'Does this error come in bursts, steadily, or did it just start?',
    picture: 'bars',
    unit: 'short',
    empty: 'No failure of this kind in this range',
    sql: sql`
      SELECT $__timeGroupAlias(at,$__interval), tool AS metric, sum(calls) AS failures
      FROM (
        ${failures(PICKED)}
      ) AS failures
      GROUP BY 1, 2
      ORDER BY 1, 2`,
  },
  {
    id: 'signature-samples',
    title: 'Latest failures of this kind',
    question: 'What did the agent ask, and what was it told? From the last day of the range; secrets are masked.',
    picture: 'table',
    unit: 'short',
    empty: 'No failure of this kind in the last day of the range',
    columns: {
      started: { unit: 'dateTimeAsIso', width: 170 },
      tool: { link: TO_TOOL, width: 160 },
      session: { link: TO_SESSION, width: 160 },
      category: { look: 'state', width: 100 },
      message: { look: 'prose' },
      arguments: { look: 'prose' },
      opens: { hidden: true },
      closes: { hidden: true },
    },
    sql: sql`
      SELECT started_at AS started, tool, ${AGENT} AS agent, session, ${CATEGORY} AS category, code, message, args_copy AS arguments,
        ${around('started_at', 'started_at')}
      FROM tool_calls
      WHERE ${LAST_DAY}
        AND part_of IS NULL AND outcome = 'error'
        AND ${WHOSE}
        AND ${PICKED}
      ORDER BY started_at DESC, span_id
      LIMIT 50`,
  },
]);
