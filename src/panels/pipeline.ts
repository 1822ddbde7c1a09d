import { definePanels } from './panel.js';
import { AGENT, chosen, LAST_DAY } from './sources.js';
import { sql } from './sql.js';

const PROJECT = chosen('project', 'project');

/** What the collector counted, by the minute in which it was committed. */
function counted(name: string): string {
  return `$__timeFilter(minute) AND name = '${name}' AND ${PROJECT}`;
}

/** Whether spans arrive, are understood and are stored in time. */
export const pipelinePanels = definePanels([
  {
    id: 'received',
    title: 'Records received',
    question: 'How many spans and log records came in and were committed?',
    picture: 'stat',
    unit: 'short',
    sql: `SELECT coalesce(sum(value), 0) AS records FROM pipeline_minutes WHERE ${counted('received')}`,
  },
  {
    id: 'recognised',
    title: 'Calls recognised',
    question: 'How many of them were tool calls?',
    picture: 'stat',
    unit: 'short',
    sql: `SELECT coalesce(sum(value), 0) AS calls FROM pipeline_minutes WHERE ${counted('recognised')}`,
  },
  {
    id: 'faults',
    title: 'Records left out',
    question: 'On how many records did a unit of Refrain itself fail? Any is a fault worth reporting.',
    picture: 'stat',
    unit: 'short',
    limits: { warn: 1, bad: 1 },
    sql: `SELECT coalesce(sum(value), 0) AS records FROM pipeline_minutes WHERE ${counted('faults')}`,
  },
  {
    id: 'silence',
    title: 'Since the last commit',
    question: 'How long ago was anything committed? Rounded up to the minute.',
    picture: 'stat',
    unit: 's',
    limits: { warn: 300, bad: 900 },
    empty: 'Nothing was ever committed',
    sql: sql`
      SELECT extract(epoch FROM $__timeTo()::timestamptz - max(minute))::float8 AS seconds
      FROM pipeline_minutes
      WHERE minute <= $__timeTo()::timestamptz AND minute > $__timeTo()::timestamptz - interval '30 days' AND ${PROJECT}
      HAVING max(minute) IS NOT NULL`,
  },
  {
    id: 'flow',
    title: 'What comes in and what becomes of it',
    question: 'Do records arrive steadily, and does the share that is recognised stay the same?',
    picture: 'timeseries',
    unit: 'short',
    sql: sql`
      SELECT $__timeGroupAlias(minute,$__interval), name AS metric, sum(value) AS records
      FROM pipeline_minutes
      WHERE $__timeFilter(minute) AND ${PROJECT}
      GROUP BY 1, 2
      ORDER BY 1, 2`,
  },
  {
    id: 'arrival-lag',
    title: 'From end of call to database',
    question:
      'How late do calls arrive? Mostly the batching of exporters; a rise means that the way in is blocked. Of the last day of the range.',
    picture: 'timeseries',
    unit: 's',
    empty: 'No calls in the last day of the range',
    sql: sql`
      SELECT $__timeGroupAlias(received_at,$__interval),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY lag) AS p50,
        percentile_cont(0.95) WITHIN GROUP (ORDER BY lag) AS p95
      FROM (
        SELECT received_at, extract(epoch FROM received_at - coalesce(ended_at, started_at)) AS lag
        FROM tool_calls
        WHERE ${LAST_DAY} AND ${PROJECT}
      ) AS lags
      GROUP BY 1
      ORDER BY 1`,
  },
  {
    id: 'finding-lag',
    title: 'From last call to finding',
    question:
      'How soon after its last call is a finding written? Includes the batching of exporters; findings over an hour old when found (imports, replays) are left out.',
    picture: 'timeseries',
    unit: 's',
    empty: 'No finding in this range',
    sql: sql`
      SELECT $__timeGroupAlias(found_at,$__interval),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY lag) AS p50,
        percentile_cont(0.95) WITHIN GROUP (ORDER BY lag) AS p95
      FROM (
        SELECT found_at, extract(epoch FROM found_at - last_at) AS lag
        FROM findings
        WHERE $__timeFilter(last_at) AND ${PROJECT} AND found_at BETWEEN last_at AND last_at + interval '1 hour'
      ) AS lags
      GROUP BY 1
      ORDER BY 1`,
  },
  {
    id: 'unclaimed',
    title: 'Look like tool calls, understood by nobody',
    question: 'Which instrumentations does Refrain not know yet? Their calls are missing everywhere else.',
    picture: 'table',
    unit: 'short',
    empty: 'Everything that looks like a tool call was understood',
    columns: {
      scope: { title: 'instrumentation', width: 400 },
      records: { look: 'bar' },
      last_seen: { title: 'last seen', unit: 'dateTimeFromNow' },
    },
    sql: sql`
      SELECT label AS scope, sum(value) AS records, max(minute) AS last_seen
      FROM pipeline_minutes
      WHERE ${counted('unclaimed')}
      GROUP BY label
      ORDER BY records DESC, label
      LIMIT 50`,
  },
  {
    id: 'senders',
    title: 'Who sends, and what is missing',
    question:
      'Which services send calls, by which convention, and how complete are they? What is not captured cannot be judged. Of the last day of the range.',
    picture: 'table',
    unit: 'percentunit',
    empty: 'No calls in the last day of the range',
    columns: {
      service: { width: 200 },
      convention: { width: 160 },
      calls: { unit: 'short' },
      with_arguments: { title: 'with arguments' },
      with_result: { title: 'with result' },
      with_agent: { title: 'with agent' },
      with_turn: { title: 'with turn' },
      unknown: { title: 'outcome unknown' },
    },
    sql: sql`
      SELECT coalesce(service, '(none)') AS service, convention, count(*) AS calls,
        avg((args_state = 'captured')::int) AS with_arguments,
        avg((result_state = 'captured')::int) AS with_result,
        avg((${AGENT} <> '(none)')::int) AS with_agent,
        avg((turn IS NOT NULL)::int) AS with_turn,
        avg((outcome = 'unknown')::int) AS unknown
      FROM tool_calls
      WHERE ${LAST_DAY} AND part_of IS NULL AND ${PROJECT}
      GROUP BY 1, 2
      ORDER BY calls DESC, 1, 2
      LIMIT 50`,
  },
  {
    id: 'size',
    title: 'Size of the tables',
    question: 'What takes the room, how many rows are there about, and in how many days are they kept?',
    picture: 'table',
    unit: 'bytes',
    columns: { table: { width: 200 }, rows: { unit: 'short' }, days: { title: 'partitions', unit: 'short' } },
    sql: sql`
      SELECT coalesce(parent.relname, relation.relname)::text AS table,
        sum(pg_total_relation_size(relation.oid))::float8 AS bytes,
        sum(greatest(relation.reltuples, 0))::float8 AS rows,
        count(parent.oid) AS days
      FROM pg_class AS relation
      LEFT JOIN pg_inherits AS child ON child.inhrelid = relation.oid
      LEFT JOIN pg_class AS parent ON parent.oid = child.inhparent
      WHERE relation.relkind = 'r' AND relation.relnamespace = 'public'::regnamespace
      GROUP BY 1
      ORDER BY bytes DESC`,
  },
]);
