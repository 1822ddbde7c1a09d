import { FINDING, TO_SESSION } from './findings.js';
import { type Column, definePanels, only } from './panel.js';
import { TO_SIGNATURE } from './signatures.js';
import { AGENT, around, CATEGORY, chosen } from './sources.js';
import { sql } from './sql.js';
import { TO_TOOL } from './traffic.js';
import { RANK } from './wasted.js';

/** A session is shown whole: whichever tool or agent was chosen elsewhere does not matter here. */
const PROJECT = chosen('project', 'project');
const STANDING = `state <> 'withdrawn' AND ${PROJECT}`;

/** The chosen session; where none is chosen, the one with the newest finding of the range. */
const PICKED = sql`
  session = coalesce(nullif('$session', ''), (
    SELECT session FROM findings
    WHERE $__timeFilter(last_at) AND session IS NOT NULL AND ${STANDING}
    ORDER BY last_at DESC, id LIMIT 1
  ))`;

/** Calls of the session, each with its series (same agent, tool and arguments, numbered as they first appear) and its place in it. */
const CALLS = sql`
  SELECT *,
    row_number() OVER (ORDER BY started_at, span_id) AS nth,
    row_number() OVER series AS attempt,
    lag(ended_at) OVER series AS before_ended,
    lag(retry_after_ms) OVER series AS before_asked,
    lag(answer_hash) OVER series AS before_answer,
    lag(outcome) OVER series AS before_outcome,
    tool || ' #' || dense_rank() OVER (PARTITION BY tool ORDER BY opened, opener) AS lane
  FROM (
    SELECT *, first_value(started_at) OVER series AS opened, first_value(span_id) OVER series AS opener
    FROM (
      SELECT *, agent_instance || ' ' || tool || ' ' || coalesce(args_hash, span_id) AS series_key
      FROM tool_calls
      WHERE $__timeFilter(started_at) AND part_of IS NULL
        AND ${PROJECT}
        AND ${PICKED}
    ) AS calls
    WINDOW series AS (PARTITION BY series_key ORDER BY started_at, span_id)
  ) AS opened_calls
  WINDOW series AS (PARTITION BY series_key ORDER BY started_at, span_id)`;

/** One word for what became of a call: refused, else who has to act on the failure, else the outcome. */
const STATE = `CASE WHEN guard_refused THEN 'refused' WHEN outcome = 'error' THEN coalesce(nullif(category, ''), 'error') ELSE outcome END`;

const CALL = {
  nth: { title: '#', width: 50 },
  started: { unit: 'dateTimeAsIso', width: 170 },
  series: { width: 140 },
  attempt: { width: 70 },
  tool: { link: TO_TOOL, width: 150 },
  happened: { look: 'state', width: 100 },
  told: { look: 'state', width: 80 },
  took: { unit: 'ms', width: 80 },
  waited: { title: 'waited before', unit: 'ms', width: 110 },
  asked: { title: 'asked to wait', unit: 'ms', width: 110 },
  same: { title: 'same answer', look: 'state', width: 100 },
  message: { look: 'prose', link: TO_SIGNATURE },
  signature: { hidden: true },
  arguments: { look: 'prose' },
  answer: { look: 'prose' },
} as const satisfies Readonly<Record<string, Column>>;

/** One conversation, call by call. */
export const sessionPanels = definePanels([
  {
    id: 'sessions',
    title: 'Sessions with findings',
    question: 'Which sessions went wrong lately? Open one to see it call by call.',
    picture: 'table',
    unit: 'short',
    empty: 'No session with a finding in this range',
    columns: {
      session: { link: TO_SESSION, width: 260 },
      ...only(FINDING, 'severity', 'last_seen', 'wasted', 'opens', 'closes'),
    },
    sql: sql`
      SELECT session, severity, findings, tools, wasted, last_at AS last_seen,
        ${around('first_at', 'last_at')}
      FROM (
        SELECT session, (array_agg(severity ORDER BY ${RANK}))[1] AS severity, count(*) AS findings,
          string_agg(DISTINCT tool, ', ') AS tools, sum(wasted_call_count)::bigint AS wasted,
          min(first_at) AS first_at, max(last_at) AS last_at
        FROM findings
        WHERE $__timeFilter(last_at) AND session IS NOT NULL AND ${STANDING}
        GROUP BY session
      ) AS sessions
      ORDER BY ${RANK}, last_at DESC, session
      LIMIT 100`,
  },
  {
    id: 'session-summary',
    title: 'This session',
    question:
      'Which session is this, who took part, and how did it go? Without a choice it is the one with the newest finding.',
    picture: 'table',
    unit: 'short',
    empty: 'No session here: open one from a finding',
    columns: {
      session: { width: 260 },
      started: { unit: 'dateTimeAsIso' },
      took: { unit: 'ms' },
    },
    sql: sql`
      SELECT session, project, string_agg(DISTINCT ${AGENT}, ', ') AS agents, count(*) AS calls,
        count(*) FILTER (WHERE attempt > 1) AS repeats,
        count(*) FILTER (WHERE outcome = 'error') AS failed,
        count(*) FILTER (WHERE outcome = 'empty') AS empty,
        count(*) FILTER (WHERE guard_refused) AS refused,
        min(started_at) AS started,
        extract(epoch FROM max(coalesce(ended_at, started_at)) - min(started_at)) * 1000 AS took
      FROM (
        ${CALLS}
      ) AS calls
      GROUP BY session, project`,
  },
  {
    id: 'session-findings',
    title: 'Findings of this session',
    question: 'What went wrong in this session, and what is to be done?',
    picture: 'table',
    unit: 'short',
    empty: 'Nothing was found wrong in this session',
    columns: {
      ...only(FINDING, 'severity', 'state', 'detector', 'tool', 'message', 'recovery', 'wasted'),
      first_seen: { title: 'first', unit: 'dateTimeAsIso', width: 170 },
    },
    sql: sql`
      SELECT severity, state, detector, tool, message, recovery, source, call_count AS calls, wasted_call_count AS wasted,
        first_at AS first_seen
      FROM findings
      WHERE $__timeFilter(last_at) AND ${STANDING}
        AND ${PICKED}
      ORDER BY first_at, ${RANK}, id
      LIMIT 200`,
  },
  {
    id: 'session-timeline',
    title: 'Attempts over time',
    question:
      'In which order were calls made, how long did each take, and how did it end? One lane per series (same tool, same arguments): a lane with several bars was resent.',
    picture: 'state-timeline',
    unit: 'string',
    empty: 'No calls of this session in this range',
    lanes: 'lane',
    sql: sql`
      SELECT started_at AS time, greatest(coalesce(ended_at, started_at), started_at + interval '1 millisecond') AS timeend, lane, ${STATE} AS state
      FROM (
        ${CALLS}
      ) AS calls
      ORDER BY opened, lane, started_at
      LIMIT 2000`,
  },
  {
    id: 'session-resends',
    title: 'Repeats of this session',
    question: 'Which calls were sent again, after how long, against which stated wait, and did the answer change?',
    picture: 'table',
    unit: 'short',
    empty: 'No call of this session was repeated',
    columns: only(CALL, 'nth', 'series', 'attempt', 'happened', 'waited', 'asked', 'same', 'message', 'signature'),
    sql: sql`
      SELECT nth, lane AS series, attempt, coalesce(before_outcome, '') AS before, ${STATE} AS happened,
        extract(epoch FROM started_at - before_ended) * 1000 AS waited, before_asked AS asked,
        CASE WHEN answer_hash IS NULL OR before_answer IS NULL THEN 'not captured' WHEN answer_hash = before_answer THEN 'same' ELSE 'changed' END AS same,
        message, signature
      FROM (
        ${CALLS}
      ) AS calls
      WHERE attempt > 1
      ORDER BY nth
      LIMIT 500`,
  },
  {
    id: 'session-calls',
    title: 'Calls in order',
    question: 'What was asked and answered, call by call? What was told and what really happened stand side by side.',
    picture: 'table',
    unit: 'short',
    empty: 'No calls of this session in this range',
    columns: only(
      CALL,
      'nth',
      'started',
      'series',
      'attempt',
      'tool',
      'happened',
      'told',
      'took',
      'message',
      'signature',
      'arguments',
      'answer',
    ),
    sql: sql`
      SELECT nth, started_at AS started, lane AS series, attempt, ${AGENT} AS agent, tool, ${STATE} AS happened, reported AS told, ${CATEGORY} AS category,
        code, duration_ms AS took, message, args_copy AS arguments, result_copy AS answer, signature, trace_id, span_id
      FROM (
        ${CALLS}
      ) AS calls
      ORDER BY nth
      LIMIT 500`,
  },
  {
    id: 'session-graph',
    title: 'From tool to tool',
    question:
      'Which tool was called after which, and how often? Rings show how calls of a tool ended; an arrow back to itself is a repeat.',
    picture: 'node-graph',
    unit: 'short',
    empty: 'No calls of this session in this range',
    sql: {
      nodes: sql`
        SELECT tool AS id, tool AS title, count(*) AS mainstat, count(*) FILTER (WHERE outcome = 'error') AS secondarystat,
          (count(*) FILTER (WHERE outcome = 'ok'))::float8 / count(*) AS arc__ok,
          (count(*) FILTER (WHERE outcome = 'empty'))::float8 / count(*) AS arc__empty,
          (count(*) FILTER (WHERE outcome = 'error'))::float8 / count(*) AS arc__error,
          (count(*) FILTER (WHERE outcome = 'unknown'))::float8 / count(*) AS arc__unknown
        FROM (
          ${CALLS}
        ) AS calls
        GROUP BY tool
        ORDER BY tool
        LIMIT 100`,
      edges: sql`
        SELECT source || ' > ' || target AS id, source, target, count(*) AS mainstat
        FROM (
          SELECT lag(tool) OVER (ORDER BY nth) AS source, tool AS target
          FROM (
            ${CALLS}
          ) AS calls
        ) AS steps
        WHERE source IS NOT NULL
        GROUP BY source, target
        ORDER BY source, target
        LIMIT 300`,
    },
  },
]);
