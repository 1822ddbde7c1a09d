import { type Column, definePanels, type PanelWords } from './panel.js';
import { AGENT, twoPeriods } from './sources.js';
import { sql } from './sql.js';
import { TO_AGENT, TO_TOOL } from './traffic.js';
import { FINDING_TOOL, wastedCalls, wastedTwice } from './wasted.js';

const COSTS: Readonly<Record<string, Column>> = {
  calls: { title: 'wasted calls', look: 'bar', width: 140 },
  seconds: { title: 'wasted time', unit: 's', width: 120 },
  tokens: { title: 'wasted tokens', width: 120 },
  detector: { title: 'why', look: 'detector', width: 220 },
  recovery: { title: 'what to do', look: 'prose' },
  last_seen: { title: 'last seen', unit: 'dateTimeFromNow', width: 130 },
};

/** What the pathologies cost, where, and why. A call counts once however many findings name it. */
export const wastePanels = definePanels([
  total(
    'wasted-calls',
    'Wasted calls',
    'weight',
    'short',
    'How many calls could not have helped? Each counts once, in however many findings it stands.',
  ),
  total(
    'wasted-time',
    'Wasted time',
    'seconds',
    's',
    'How long did agents wait for calls that could not have helped, pauses between them included?',
  ),
  total(
    'wasted-tokens',
    'Wasted tokens',
    'tokens',
    'short',
    'How many tokens did the model turns take that asked for such calls? Only where the model spans are sent too.',
  ),
  {
    id: 'waste-by-tool',
    title: 'Which tool wastes most',
    question: 'Which tools cost the most wasted calls, and by which pathology?',
    picture: 'ranking',
    names: 'detectors',
    unit: 'short',
    empty: 'No call was wasted in this range',
    pivot: { row: 'tool', column: 'detector', value: 'calls' },
    sql: sql`
      WITH wasted AS (
        ${wastedCalls()}
      ), worst AS (
        SELECT tool, sum(weight) AS total FROM wasted GROUP BY tool ORDER BY total DESC, tool LIMIT 10
      )
      SELECT tool, detector, round(sum(weight)) AS calls
      FROM wasted JOIN worst USING (tool)
      GROUP BY tool, detector, total
      ORDER BY total DESC, tool, detector`,
  },
  {
    id: 'waste-and-why',
    title: 'Waste by tool and reason',
    question: 'What does each tool waste, why, and what should be done about it?',
    picture: 'table',
    unit: 'short',
    empty: 'No call was wasted in this range',
    columns: { tool: { link: TO_TOOL, width: 200 }, ...COSTS },
    sql: wasteBy('tool'),
  },
  {
    id: 'waste-by-agent',
    title: 'Waste by agent and reason',
    question: 'Which agents waste calls, why, and what should be done about it?',
    picture: 'table',
    unit: 'short',
    empty: 'No call was wasted in this range',
    columns: { agent: { link: TO_AGENT, width: 200 }, ...COSTS },
    sql: wasteBy('agent'),
  },
  {
    id: 'waste-over-time',
    title: 'Wasted calls over time',
    question: 'When were calls wasted, and by which pathology?',
    picture: 'bars',
    names: 'detectors',
    unit: 'short',
    empty: 'No call was wasted in this range',
    sql: sql`
      SELECT $__timeGroupAlias(last_at,$__interval), detector AS metric, round(sum(weight)) AS calls
      FROM (
        ${wastedCalls()}
      ) AS wasted
      GROUP BY 1, 2
      ORDER BY 1, 2`,
  },
]);

function total(id: string, title: string, column: string, unit: string, question: string): PanelWords {
  const value = `coalesce(sum(${column}), 0)`;
  return {
    id,
    title,
    question,
    picture: 'stat',
    unit,
    moreIsWorse: true,
    sql: twoPeriods('wasted', value, wastedTwice()),
  };
}

/** Only the few rows that are shown get the words of their newest finding. */
function wasteBy(whose: 'tool' | 'agent'): string {
  const name = whose === 'tool' ? FINDING_TOOL : AGENT;
  return sql`
    SELECT ${whose}, detector, calls, seconds, tokens, findings, recovery, last_seen
    FROM (
      SELECT ${whose}, detector,
        round(sum(weight)) AS calls,
        sum(seconds) AS seconds,
        round(sum(tokens)) AS tokens,
        count(DISTINCT id) AS findings,
        max(last_at) AS last_seen
      FROM (
        ${wastedCalls()}
      ) AS wasted
      GROUP BY ${whose}, detector
      ORDER BY calls DESC, seconds DESC, ${whose}, detector
      LIMIT 100
    ) AS costs
    CROSS JOIN LATERAL (
      SELECT recovery FROM findings AS words
      WHERE words.last_at = last_seen AND words.detector = costs.detector AND words.state <> 'withdrawn'
        AND ${name} = costs.${whose}
      ORDER BY id
      LIMIT 1
    ) AS words
    ORDER BY calls DESC, seconds DESC, ${whose}, detector`;
}
