import { defineRule, HOUR, label, VALUE } from './rule.js';
import { perTool, provenCalls } from './trouble.js';

export const emptyMisreported = defineRule({
  id: 'empty-misreported',
  title: 'Empty results reported as failures',
  severity: 'warning',
  words: 'empty-reported-as-error',
  sql: perTool(provenCalls(['empty-reported-as-error'], 'calls'), 'coalesce(proven, 0)'),
  window: HOUR,
  above: 4,
  reason: 'Five in an hour show a habit of the tool, not a race.',
  pending: '5m',
  keep: '30m',
  noData: 'OK',
  summary: `${label('tool')} reported ${VALUE} empty results of the last hour as failures.`,
  panel: ['score-card', 'advice'],
});
