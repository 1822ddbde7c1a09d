import { sql } from '../../panels/sql.js';

/** Tools that were called in the window, whether or not anything is wrong with them. */
export const TOOLS = sql`
  SELECT project, tool, sum(calls) AS calls
  FROM call_minutes
  WHERE minute > $__timeFrom()::timestamptz - interval '1 minute' AND minute <= $__timeTo()::timestamptz
  GROUP BY project, tool`;

/** Calls that findings of some detectors prove (`calls`) or call wasted (`wasted_calls`), each once. */
export function provenCalls(detectors: readonly string[], column: 'calls' | 'wasted_calls'): string {
  return sql`
    SELECT project, tool, count(DISTINCT span) AS proven
    FROM findings, unnest(${column}) AS span
    WHERE $__timeFilter(last_at) AND state = 'open' AND severity <> 'info'
      AND detector IN (${detectors.map((detector) => `'${detector}'`).join(', ')})
    GROUP BY project, tool`;
}

/** One row per tool of the window with a number made of `calls` and `proven`. */
export function perTool(proven: string, value: string): string {
  return sql`
    SELECT project, tool, (${value})::float8 AS value
    FROM (
      ${TOOLS}
    ) AS tools
    FULL JOIN (
      ${proven}
    ) AS found USING (project, tool)
    ORDER BY project, tool`;
}

/**
 * One row per tool that a detector of tools named within the window: the number while it is open, 0 afterwards. What has not moved for ten
 * minutes pages nobody any more.
 */
export function perState(detector: string, value: string): string {
  return sql`
    SELECT project, tool,
      coalesce(max(${value}) FILTER (WHERE state = 'open' AND last_at >= $__timeTo()::timestamptz - interval '10 minutes'), 0)::float8 AS value
    FROM findings
    WHERE $__timeFilter(last_at) AND detector = '${detector}' AND state <> 'withdrawn'
    GROUP BY project, tool
    ORDER BY project, tool`;
}
