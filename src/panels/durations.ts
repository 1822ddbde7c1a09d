import { definePanels } from './panel.js';
import { countedCalls, LONG, SHORT, WHOSE } from './sources.js';
import { sql } from './sql.js';
import { TO_TOOL } from './traffic.js';

/**
 * Middle of a bucket of the histogram in milliseconds: buckets are quarters of a power of two, so it is right within a tenth. In floating point,
 * because Postgres would otherwise reckon in decimals, which takes a hundred times as long.
 */
const MIDDLE = "power(2::float8, (bucket + '0.5'::float8) / 4)";

/**
 * Durations as they are up to a day, beyond as a histogram; `weight` is how many calls a row stands for. `group` is made of `at` and `tool`.
 * Hours are added up before anything else is done with them: a month has a million rows, but few buckets.
 */
function durations(group: string): string {
  return sql`
    SELECT ${group.replaceAll(/\bat\b/g, 'started_at')}, duration_ms AS ms, 1 AS weight
    FROM tool_calls
    WHERE ${SHORT} AND $__timeFilter(started_at)
      AND part_of IS NULL AND duration_ms IS NOT NULL AND NOT guard_refused
      AND ${WHOSE}
    UNION ALL
    SELECT ${group.replaceAll(/\bat\b/g, 'hour')}, ${MIDDLE}, sum(calls)
    FROM duration_hours
    WHERE ${LONG} AND $__timeFilter(hour)
      AND ${WHOSE}
    GROUP BY 1, bucket`;
}

/** Durations of each group in order, each with the share of calls that were at most as long. */
function ranked(name: string, group: string): string {
  return sql`
    SELECT *, sum(weight) OVER (PARTITION BY ${name} ORDER BY ms) / sum(weight) OVER (PARTITION BY ${name}) AS share
    FROM (
      ${durations(group)}
    ) AS durations`;
}

const SLOT = '$__timeGroup(at,$__interval) AS slot';

/** The shortest duration that a share of the calls does not exceed. */
const quantile = (share: number) => `min(ms) FILTER (WHERE share >= ${share})`;

/** Upper ends of the heat map's rows; each step is about three times the one before. */
const STEPS: readonly (readonly [string, number])[] = [
  ['10 ms', 10],
  ['30 ms', 30],
  ['100 ms', 100],
  ['300 ms', 300],
  ['1 s', 1_000],
  ['3 s', 3_000],
  ['10 s', 10_000],
  ['30 s', 30_000],
  ['2 min', 120_000],
];

/** How long calls take. */
export const durationPanels = definePanels([
  {
    id: 'duration-quantiles',
    title: 'Duration',
    question:
      'How long do calls take: half of them, nearly all, the slowest? Beyond a day from a histogram, right within a tenth.',
    picture: 'timeseries',
    unit: 'ms',
    sql: sql`
      SELECT slot AS "time", ${quantile(0.5)} AS p50, ${quantile(0.95)} AS p95, ${quantile(0.99)} AS p99
      FROM (
        ${ranked('slot', SLOT)}
      ) AS ranked
      GROUP BY slot
      ORDER BY slot`,
  },
  {
    id: 'duration-by-tool',
    title: 'Duration by tool',
    question: 'Which tools are slow? Beyond a day from a histogram, right within a tenth.',
    picture: 'table',
    unit: 'ms',
    columns: {
      tool: { link: TO_TOOL, width: 220 },
      calls: { unit: 'short' },
      p95: { look: 'bar' },
    },
    sql: sql`
      SELECT tool, sum(weight)::bigint AS calls, ${quantile(0.5)} AS p50, ${quantile(0.95)} AS p95, ${quantile(0.99)} AS p99
      FROM (
        ${ranked('tool', 'tool')}
      ) AS ranked
      GROUP BY tool
      ORDER BY p95 DESC, tool
      LIMIT 50`,
  },
  {
    id: 'duration-heatmap',
    title: 'Duration heat map',
    question: 'Do calls split into fast and slow ones, and since when? Rows are upper ends.',
    picture: 'heatmap',
    unit: 'short',
    sql: sql`
      SELECT slot AS "time",
        ${STEPS.map(([name, end], i) => band(name, STEPS[i - 1]?.[1] ?? -1, end)).join(',\n')},
        ${band('longer', STEPS.at(-1)?.[1] ?? 0, undefined)}
      FROM (
        ${durations(SLOT)}
      ) AS durations
      GROUP BY 1
      ORDER BY 1`,
  },
  {
    id: 'time-spent',
    title: 'Time by how calls ended',
    question: 'How much time went into calls that worked, that found nothing, that failed?',
    picture: 'ranking',
    names: 'states',
    unit: 's',
    pivot: { row: 'tool', column: 'outcome', value: 'seconds' },
    sql: sql`
      SELECT tool, outcome, sum(duration_ms_sum) / 1000 AS seconds
      FROM (
        SELECT *, dense_rank() OVER (ORDER BY total DESC, tool) AS place
        FROM (
          SELECT tool, outcome, duration_ms_sum, sum(duration_ms_sum) OVER (PARTITION BY tool) AS total
          FROM (
            ${countedCalls('tool, outcome, duration_ms_sum')}
          ) AS counted
        ) AS spent
      ) AS placed
      WHERE place <= 10
      GROUP BY tool, outcome, place
      ORDER BY place, outcome`,
  },
]);

function band(name: string, above: number, end: number | undefined): string {
  const below = end === undefined ? '' : ` AND ms <= ${end}`;
  return `coalesce(sum(weight) FILTER (WHERE ms > ${above}${below}), 0)::bigint AS "${name}"`;
}
