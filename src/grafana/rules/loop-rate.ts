import { defineRule, label, QUARTER, VALUE } from './rule.js';
import { perTool, provenCalls } from './trouble.js';

const LOOPS = ['identical-call-loop', 'cycle-loop', 'futile-variation'];

/** Fewer wasted calls than these are one confused session. */
const LEAST = 10;

export const loopRate = defineRule({
  id: 'loop-rate',
  title: 'Agents loop',
  severity: 'warning',
  words: {
    why: 'A large part of the calls of a tool are repeats that cannot bring anything new.',
    recovery:
      'Open the tool page, look at one looping session, and give the agent the earlier answer with a note or cap its repeats.',
  },
  sql: perTool(
    provenCalls(LOOPS, 'wasted_calls'),
    `CASE WHEN proven >= ${LEAST} THEN least(100.0, 100.0 * proven / nullif(calls, 0)) ELSE 0 END`,
  ),
  window: QUARTER,
  above: 20,
  reason: 'One call in five is more than a single agent that lost its way, and ten wasted calls at least are needed.',
  pending: '2m',
  keep: '10m',
  noData: 'OK',
  summary: `${VALUE} % of the calls of ${label('tool')} in the last 15 minutes were repeats in loops.`,
  panel: ['overview', 'waste-by-tool'],
});
