import { type Column, definePanels, type Link, only } from './panel.js';
import { around, twoPeriods } from './sources.js';
import { sql } from './sql.js';
import { TO_AGENT, TO_TOOL } from './traffic.js';
import { FINDING_TOOL, RANK, STANDING, standingTwice } from './wasted.js';

/** Opens the session of a row, over the time of the row's finding. */
export const TO_SESSION: Link = {
  to: 'session',
  title: 'Open this session',
  set: { session: 'session' },
  range: { from: 'opens', to: 'closes' },
};

/** How the columns of findings look wherever they are listed. */
export const FINDING = {
  last_seen: { title: 'last seen', unit: 'dateTimeFromNow', width: 120 },
  severity: { look: 'state', width: 90 },
  state: { look: 'state', width: 90 },
  detector: { title: 'finding', look: 'detector', width: 200 },
  tool: { link: TO_TOOL, width: 160 },
  agent: { link: TO_AGENT, width: 140 },
  session: { link: TO_SESSION, width: 160 },
  message: { title: 'what happened', look: 'prose' },
  recovery: { title: 'what to do', look: 'prose' },
  wasted: { title: 'wasted calls', width: 90 },
  opens: { hidden: true },
  closes: { hidden: true },
} as const satisfies Readonly<Record<string, Column>>;

/** What is wrong right now, and where to look. */
export const findingPanels = definePanels([
  {
    id: 'open-findings-count',
    title: 'Open findings',
    question: 'How many proven pathologies are open, and is that more or fewer than in the period before?',
    picture: 'stat',
    unit: 'short',
    moreIsWorse: true,
    sql: twoPeriods('findings', 'count(id)', standingTwice('id', "state = 'open'")),
  },
  {
    id: 'sessions-with-findings',
    title: 'Sessions affected',
    question: 'In how many sessions did a pathology cost something? Mere hints (info) do not count.',
    picture: 'stat',
    unit: 'short',
    moreIsWorse: true,
    sql: twoPeriods('sessions', 'count(DISTINCT session)', standingTwice('session', "severity <> 'info'")),
  },
  {
    id: 'open-findings',
    title: 'Open findings',
    question: 'What went wrong, in which session, and what is to be done? Gravest first.',
    picture: 'table',
    unit: 'short',
    empty: 'No open finding in this range',
    columns: only(
      FINDING,
      'last_seen',
      'severity',
      'detector',
      'tool',
      'agent',
      'session',
      'message',
      'recovery',
      'wasted',
      'opens',
      'closes',
    ),
    sql: sql`
      SELECT last_at AS last_seen, severity, detector, tool, agent, session, message, recovery, wasted_call_count AS wasted,
        ${around('first_at', 'last_at')}
      FROM findings
      WHERE $__timeFilter(last_at) AND state = 'open' AND session IS NOT NULL AND ${STANDING}
      ORDER BY ${RANK}, last_at DESC, id
      LIMIT 200`,
  },
  {
    id: 'tool-states',
    title: 'Tools in trouble',
    question: 'Which tools suffer across sessions: retry storms, degradation behind retries, errors that say nothing?',
    picture: 'table',
    unit: 'short',
    empty: 'No tool is in trouble across sessions',
    columns: only(FINDING, 'last_seen', 'severity', 'state', 'detector', 'tool', 'message', 'recovery'),
    sql: sql`
      SELECT last_at AS last_seen, severity, state, detector, ${FINDING_TOOL} AS tool, message, recovery
      FROM findings
      WHERE $__timeFilter(last_at) AND scope = 'tool' AND ${STANDING}
      ORDER BY state, ${RANK}, last_at DESC, id
      LIMIT 100`,
  },
  {
    id: 'findings-by-detector',
    title: 'Findings over time',
    question: 'Which pathologies appear, and when?',
    picture: 'bars',
    names: 'detectors',
    unit: 'short',
    empty: 'No finding in this range',
    sql: sql`
      SELECT $__timeGroupAlias(last_at,$__interval), detector AS metric, count(*) AS findings
      FROM findings
      WHERE $__timeFilter(last_at) AND ${STANDING}
      GROUP BY 1, 2
      ORDER BY 1, 2`,
  },
]);
