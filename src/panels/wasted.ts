import { AGENT, chosen, current, twice } from './sources.js';
import { sql } from './sql.js';

/** Findings across sessions name a tool with its server; everything else, and so the variable, names it without. */
export const FINDING_TOOL = "CASE WHEN scope = 'tool' THEN split_part(tool, '/', -1) ELSE tool END";

/** Findings that count: not withdrawn by late data, and of the chosen projects, tools and agents. */
export const STANDING = sql`
  state <> 'withdrawn'
  AND ${chosen('project', 'project')}
  AND ${chosen('tool', FINDING_TOOL)}
  AND ${chosen('agent', AGENT)}`;

/** Loops say that a call was a repeat; every other finding says why it was in vain, and so accounts for it first. */
const BARE_LOOP = "detector IN ('identical-call-loop', 'cycle-loop', 'futile-variation')";

/** Worst first. */
export const RANK = "array_position(ARRAY['critical','warning','info'], severity)";

/**
 * One row per wasted call, with the finding that accounts for it: a call that is wasted in several findings counts once, for what happened in its
 * session rather than across sessions, for a reason rather than a repeat, then for the gravest. A finding's seconds and tokens are spread evenly over its wasted calls. It lists at
 * most a thousand of them, so each listed call weighs as many as it stands for. Rows are kept narrow: a month's are sorted.
 */
export function wastedCalls(within = '$__timeFilter(last_at)', more = ''): string {
  return sql`
    SELECT DISTINCT ON (span, project) project, id, ${FINDING_TOOL} AS tool, ${AGENT} AS agent, detector, last_at${more}, span,
      wasted_call_count::float8 / cardinality(wasted_calls) AS weight,
      wasted_seconds / cardinality(wasted_calls) AS seconds,
      wasted_tokens::float8 / cardinality(wasted_calls) AS tokens
    FROM findings, unnest(wasted_calls) AS span
    WHERE ${within}
      AND ${STANDING}
    ORDER BY span, project, scope = 'tool', ${BARE_LOOP}, ${RANK}, wasted_seconds / cardinality(wasted_calls) DESC, id`;
}

/** Wasted calls over the chosen range and the one before it; `current` tells them apart. */
export function wastedTwice(): string {
  return wastedCalls(twice('last_at'), `, ${current('last_at')}`);
}

/** Findings over the chosen range and the one before it. */
export function standingTwice(columns: string, where = ''): string {
  return sql`
    SELECT ${columns}, ${current('last_at')}
    FROM findings
    WHERE ${[twice('last_at'), STANDING, where].filter(Boolean).join('\nAND ')}`;
}
