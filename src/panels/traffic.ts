import { definePanels, type Link } from './panel.js';
import { AGENT, CATEGORY, countedCalls, countedTwice, FAILED, SENT, twoPeriods } from './sources.js';
import { sql } from './sql.js';

/** From here on a share of failed calls is worth a look, and bad: one in twenty is common on real agents, one in five is not. */
const FAILURE_LIMITS = { warn: 0.05, bad: 0.2 };

/** Opens the page of the tool of a row. */
export const TO_TOOL: Link = { to: 'tool', title: 'Open this tool', set: { tool: 'tool' } };
/** Opens the page of the agent of a row. */
export const TO_AGENT: Link = { to: 'agent', title: 'Open this agent', set: { agent: 'agent' } };

/** How many calls there are, how many fail, and whose fault that is. */
export const trafficPanels = definePanels([
  {
    id: 'calls',
    title: 'Calls',
    question: 'How many tool calls did agents make, and is that more or fewer than in the period before?',
    picture: 'stat',
    unit: 'short',
    sql: twoPeriods('calls', 'coalesce(sum(calls), 0)', countedTwice('calls')),
  },
  {
    id: 'failed-calls',
    title: 'Failed calls',
    question:
      'How many calls failed in fact, whatever the caller was told? What the guard refused was not sent and is not counted.',
    picture: 'stat',
    unit: 'short',
    moreIsWorse: true,
    sql: twoPeriods('failed', 'coalesce(sum(sent), 0)', countedTwice(`${SENT} AS sent`, FAILED)),
  },
  {
    id: 'failure-ratio',
    title: 'Failure ratio',
    question: 'What share of the calls that were sent failed in fact?',
    picture: 'stat',
    unit: 'percentunit',
    limits: FAILURE_LIMITS,
    moreIsWorse: true,
    empty: 'No calls in this range',
    sql: twoPeriods(
      'ratio',
      'sum(failed)::float8 / nullif(sum(sent), 0)',
      countedTwice(`${SENT} AS sent, CASE WHEN ${FAILED} THEN ${SENT} ELSE 0 END AS failed`),
    ),
  },
  {
    id: 'failures-by-category',
    title: 'Failures by category',
    question:
      'Who has to act on the failures? Transient: wait and resend. Validation: the agent corrects its input. Business: another way. Permission: a person. None: the tool did not say.',
    picture: 'bars',
    names: 'states',
    unit: 'short',
    empty: 'No failures in this range',
    sql: sql`
      SELECT $__timeGroupAlias(at,$__interval), category AS metric, sum(calls) AS failures
      FROM (
        ${countedCalls(`${CATEGORY} AS category, ${SENT} AS calls`, FAILED)}
      ) AS failures
      GROUP BY 1, 2
      HAVING sum(calls) > 0
      ORDER BY 1, 2`,
  },
  {
    id: 'told-and-true',
    title: 'Told and true',
    question:
      'What really happened to the calls, and where was the caller told something else? A failure told as a success hides; an empty answer told as a failure makes agents try again.',
    picture: 'bars',
    names: 'states',
    unit: 'short',
    sql: sql`
      SELECT $__timeGroupAlias(at,$__interval), happened AS metric, sum(calls) AS calls
      FROM (
        SELECT at, unnest(ARRAY[happened, 'refused']) AS happened, unnest(ARRAY[sent, guard_refused]) AS calls
        FROM (
          ${countedCalls(`${happened()} AS happened, ${SENT} AS sent, guard_refused`)}
        ) AS counted
      ) AS outcomes
      WHERE calls > 0
      GROUP BY 1, 2
      ORDER BY 1, 2`,
  },
  {
    id: 'failures-by-tool',
    title: 'Failures by tool',
    question: 'Which tools fail, how often, and in which way?',
    picture: 'table',
    unit: 'short',
    limits: FAILURE_LIMITS,
    columns: {
      tool: { link: TO_TOOL, width: 240 },
      ratio: { title: 'failure ratio', unit: 'percentunit', look: 'bar' },
    },
    sql: failuresBy('tool'),
  },
  {
    id: 'failures-by-agent',
    title: 'Failures by agent',
    question: 'Which agents meet failures? Agents with fewer than ten calls are left out: one of one is noise.',
    picture: 'table',
    unit: 'short',
    limits: FAILURE_LIMITS,
    empty: 'No agent made ten calls in this range',
    columns: {
      agent: { link: TO_AGENT, width: 240 },
      ratio: { title: 'failure ratio', unit: 'percentunit', look: 'bar' },
    },
    sql: failuresBy('agent', 10),
  },
  {
    id: 'calls-by-agent',
    title: 'Calls by agent',
    question: 'Which agents make the calls?',
    picture: 'bars',
    unit: 'short',
    sql: sql`
      SELECT $__timeGroupAlias(at,$__interval), agent AS metric, sum(calls) AS calls
      FROM (
        ${countedCalls(`${AGENT} AS agent, calls`)}
      ) AS calls_of_agents
      GROUP BY 1, 2
      ORDER BY 1, 2`,
  },
  {
    id: 'agent-by-tool',
    title: 'Failures of agents by tool',
    question: 'Which agent fails with which tool?',
    picture: 'table',
    unit: 'short',
    empty: 'No failures in this range',
    columns: { agent: { link: TO_AGENT, width: 240 }, tool: { link: TO_TOOL, width: 240 } },
    sql: sql`
      SELECT agent, tool, sum(calls)::bigint AS failed
      FROM (
        ${countedCalls(`${AGENT} AS agent, tool, ${SENT} AS calls`, FAILED)}
      ) AS failures
      GROUP BY agent, tool
      HAVING sum(calls) > 0
      ORDER BY failed DESC, agent, tool
      LIMIT 100`,
  },
]);

/** The outcome, with a word of its own where the caller was told otherwise. */
function happened(): string {
  return `CASE WHEN outcome = 'error' AND reported <> 'error' THEN 'error, not told' WHEN outcome = 'empty' AND reported = 'error' THEN 'empty, told as error' ELSE outcome END`;
}

function failuresBy(whose: 'tool' | 'agent', atLeast = 1): string {
  const name = whose === 'agent' ? `${AGENT} AS agent` : 'tool';
  const ofCategory = (category: string) =>
    `coalesce(sum(sent) FILTER (WHERE failed AND category = '${category}'), 0)::bigint AS ${category}`;
  return sql`
    SELECT ${whose},
      sum(calls)::bigint AS calls,
      coalesce(sum(sent) FILTER (WHERE failed), 0)::bigint AS failed,
      coalesce(sum(sent) FILTER (WHERE failed), 0)::float8 / nullif(sum(sent), 0) AS ratio,
      ${['transient', 'validation', 'business', 'permission', 'none'].map(ofCategory).join(',\n')},
      sum(guard_refused)::bigint AS refused
    FROM (
      ${countedCalls(`${name}, ${CATEGORY} AS category, ${FAILED} AS failed, calls, ${SENT} AS sent, guard_refused`)}
    ) AS counted
    GROUP BY ${whose}
    HAVING sum(calls) >= ${String(atLeast)}
    ORDER BY failed DESC, calls DESC, ${whose}
    LIMIT 100`;
}
