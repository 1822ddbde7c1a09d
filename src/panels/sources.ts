import { sql } from './sql.js';

/** Span of the chosen range. */
export const SPAN = '($__timeTo()::timestamptz - $__timeFrom()::timestamptz)';

/**
 * Ranges that minutes and raw rows may serve: a day, and one hour more for the day on which clocks go back. Both sides are constants to the
 * planner, so the branch that does not apply is not even opened.
 */
export const SHORT = `${SPAN} <= interval '25 hours'`;
/** Ranges that only hours serve. */
export const LONG = `${SPAN} > interval '25 hours'`;

/** Condition that a column has one of the chosen values; All folds to true before the query runs. */
export function chosen(variable: string, column: string): string {
  return `('*' IN ($${variable}) OR ${column} IN ($${variable}))`;
}

/** Agents without a name and failures without a category have a word of their own, so that they can be chosen. */
export const AGENT = "coalesce(nullif(agent, ''), '(none)')";
export const CATEGORY = "coalesce(nullif(category, ''), 'none')";

/** The variables that every page has. */
export const WHOSE = sql`
  ${chosen('project', 'project')}
  AND ${chosen('tool', 'tool')}
  AND ${chosen('agent', AGENT)}`;

/** Calls that were really sent: what the guard refused is no failure of the tool. */
export const SENT = 'calls - guard_refused';

/** Failures of the chosen categories; that choice restricts nothing else. */
export const FAILED = `outcome = 'error' AND ${chosen('category', CATEGORY)}`;

/** Calls counted by minute or hour, whichever the range allows; `at` is the bucket's start. */
export function countedCalls(columns: string, where = ''): string {
  const branch = (table: string, time: string, range: string) => sql`
    SELECT ${time} AS at, ${columns}
    FROM ${table}
    WHERE ${[range, `$__timeFilter(${time})`, WHOSE, where].filter(Boolean).join('\nAND ')}`;
  return either(branch);
}

/** Buckets of the chosen range and the one before it; `current` tells them apart. */
export function countedTwice(columns: string, where = ''): string {
  const branch = (table: string, time: string, range: string) => sql`
    SELECT ${current(time)}, ${columns}
    FROM ${table}
    WHERE ${[range, twice(time), WHOSE, where].filter(Boolean).join('\nAND ')}`;
  return either(branch);
}

function either(branch: (table: string, time: string, range: string) => string): string {
  return sql`
    ${branch('call_minutes', 'minute', SHORT)}
    UNION ALL
    ${branch('call_hours', 'hour', LONG)}`;
}

/** Condition for the chosen range and the one before it. */
export function twice(time: string): string {
  return `${time} > $__timeFrom()::timestamptz - ${SPAN} AND ${time} <= $__timeTo()::timestamptz`;
}

/** Which of the two it is. */
export function current(time: string): string {
  return `${time} >= $__timeFrom()::timestamptz AS current`;
}

/** Two rows, the period before and the chosen one; `value` is made of the columns of `rows`. Nothing before is no comparison. */
export function twoPeriods(name: string, value: string, rows: string): string {
  return sql`
    WITH counted AS (
      ${rows}
    ), periods AS (
      SELECT current, ${value} AS value
      FROM (VALUES (false), (true)) AS period(current)
      LEFT JOIN counted USING (current)
      GROUP BY current
    )
    SELECT CASE WHEN current OR value > 0 THEN value END AS ${name}
    FROM periods
    ORDER BY current`;
}

/** Raw rows of the last day of the range, however long it is: what raw rows can serve at any size of history. */
export const LAST_DAY = sql`
  started_at >= greatest($__timeFrom()::timestamptz, $__timeTo()::timestamptz - interval '24 hours')
  AND started_at <= $__timeTo()::timestamptz`;

/** Columns `opens` and `closes`: half an hour on both sides (a session is over after that much silence), as ISO text that a link can carry. */
export function around(first: string, last: string): string {
  const iso = (time: string) => `to_char((${time}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return sql`
    ${iso(`${first} - interval '30 minutes'`)} AS opens,
    ${iso(`${last} + interval '30 minutes'`)} AS closes`;
}
