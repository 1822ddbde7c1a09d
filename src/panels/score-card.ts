import { definePanels } from './panel.js';
import { CATEGORY, countedCalls, LAST_DAY, SENT, WHOSE } from './sources.js';
import { sql } from './sql.js';
import { TO_TOOL } from './traffic.js';
import { FINDING_TOOL, STANDING } from './wasted.js';

/** Findings that the author of a tool can mend, in the order of their columns. */
const AUTHORS = {
  'empty-reported-as-error': 'empty_as_error',
  'error-reported-as-success': 'error_as_success',
  'unstructured-error': 'unstructured',
  'contradictory-metadata': 'contradictory',
} as const;

const AUTHORS_LIST = Object.keys(AUTHORS)
  .map((detector) => `'${detector}'`)
  .join(', ');

/** The tool itself said it, in its attributes or in its answer. */
const TOLD = "source IN ('declared', 'envelope')";

/** What the author of a tool can do better. */
export const scoreCardPanels = definePanels([
  {
    id: 'score-card',
    title: 'Score card',
    question:
      'How well do tools tell agents what to do about their failures? Structured: the tool itself names a category, says whether a resend can work, and describes the failure. Of the last day of the range.',
    picture: 'table',
    unit: 'short',
    empty: 'No tool failed in the last day of the range',
    columns: {
      tool: { link: TO_TOOL, width: 200 },
      structured: { unit: 'percentunit', look: 'bar', width: 160 },
      with_category: { title: 'with category', unit: 'percentunit' },
      with_retryable: { title: 'says if retryable', unit: 'percentunit' },
      with_description: { title: 'with description', unit: 'percentunit' },
      unclassified: { title: 'nobody knows why' },
      empty_as_error: { title: 'empty told as error' },
      error_as_success: { title: 'error told as success' },
      unstructured: { title: 'says nothing' },
      contradictory: { title: 'contradicts itself' },
    },
    sql: sql`
      WITH failures AS (
        SELECT tool, count(*) AS failures,
          avg((${TOLD} AND category IS NOT NULL AND retryable IS NOT NULL AND description IS NOT NULL)::int) AS structured,
          avg((${TOLD} AND category IS NOT NULL)::int) AS with_category,
          avg((${TOLD} AND retryable IS NOT NULL)::int) AS with_retryable,
          avg((description IS NOT NULL)::int) AS with_description,
          count(*) FILTER (WHERE category IS NULL) AS unclassified
        FROM tool_calls
        WHERE ${LAST_DAY}
          AND part_of IS NULL AND outcome = 'error' AND NOT guard_refused
          AND ${WHOSE}
        GROUP BY tool
      ), found AS (
        SELECT ${FINDING_TOOL} AS tool,
          ${Object.entries(AUTHORS)
            .map(([detector, name]) => `sum(call_count) FILTER (WHERE detector = '${detector}') AS ${name}`)
            .join(',\n')}
        FROM findings
        WHERE $__timeFilter(last_at) AND detector IN (${AUTHORS_LIST}) AND ${STANDING}
        GROUP BY 1
      )
      SELECT tool, coalesce(failures, 0) AS failures, structured, with_category, with_retryable, with_description, unclassified,
        ${Object.values(AUTHORS)
          .map((name) => `coalesce(${name}, 0)::bigint AS ${name}`)
          .join(', ')}
      FROM failures FULL JOIN found USING (tool)
      ORDER BY structured NULLS LAST, failures DESC, tool
      LIMIT 100`,
  },
  {
    id: 'advice',
    title: 'What to return instead',
    question: 'What should each tool answer so that agents do the right thing?',
    picture: 'table',
    unit: 'short',
    empty: 'No misreported result in this range',
    columns: {
      tool: { link: TO_TOOL, width: 180 },
      detector: { title: 'finding', look: 'detector', width: 220 },
      calls: { look: 'bar', width: 110 },
      message: { title: 'for example', look: 'prose' },
      recovery: { title: 'instead', look: 'prose' },
      last_seen: { title: 'last seen', unit: 'dateTimeFromNow', width: 130 },
    },
    sql: sql`
      SELECT ${FINDING_TOOL} AS tool, detector, sum(call_count)::bigint AS calls,
        (array_agg(message ORDER BY last_at DESC, id))[1] AS message,
        (array_agg(recovery ORDER BY last_at DESC, id))[1] AS recovery,
        max(last_at) AS last_seen
      FROM findings
      WHERE $__timeFilter(last_at) AND detector IN (${AUTHORS_LIST}) AND ${STANDING}
      GROUP BY 1, 2
      ORDER BY calls DESC, tool, detector
      LIMIT 100`,
  },
  {
    id: 'who-said-it',
    title: 'How the category became known',
    question:
      'Did the tool say who has to act (declared, envelope), did a code or the text betray it, or does nobody know? Of the last day of the range.',
    picture: 'ranking',
    unit: 'short',
    empty: 'No failure in the last day of the range',
    pivot: { row: 'tool', column: 'source', value: 'failures' },
    sql: sql`
      SELECT tool, source, failures
      FROM (
        SELECT tool, CASE WHEN category IS NULL THEN 'nobody' ELSE source END AS source, count(*) AS failures,
          sum(count(*)) OVER (PARTITION BY tool) AS total
        FROM tool_calls
        WHERE ${LAST_DAY}
          AND part_of IS NULL AND outcome = 'error' AND NOT guard_refused
          AND ${WHOSE}
        GROUP BY 1, 2
      ) AS counted
      ORDER BY total DESC, tool, source
      LIMIT 60`,
  },
  {
    id: 'unclassified-over-time',
    title: 'Failures nobody can classify',
    question: 'Which tools fail without any hint who has to act, and when?',
    picture: 'bars',
    unit: 'short',
    empty: 'Every failure of this range has a category',
    sql: sql`
      SELECT $__timeGroupAlias(at,$__interval), tool AS metric, sum(calls) AS failures
      FROM (
        ${countedCalls(`tool, ${SENT} AS calls`, `outcome = 'error' AND ${CATEGORY} = 'none'`)}
      ) AS failures
      GROUP BY 1, 2
      ORDER BY 1, 2`,
  },
]);
