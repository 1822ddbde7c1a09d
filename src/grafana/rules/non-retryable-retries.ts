import { defineRule, label, QUARTER, VALUE } from './rule.js';
import { perTool, provenCalls } from './trouble.js';

export const nonRetryableRetries = defineRule({
  id: 'non-retryable-retries',
  title: 'Non-retryable errors are retried',
  severity: 'warning',
  words: 'non-retryable-retry',
  sql: perTool(provenCalls(['non-retryable-retry'], 'wasted_calls'), 'coalesce(proven, 0)'),
  window: QUARTER,
  above: 4,
  reason: 'Five futile resends of one tool in a quarter of an hour are no accident of one session.',
  pending: '1m',
  keep: '10m',
  noData: 'OK',
  summary: `${VALUE} calls of ${label('tool')} were sent again in the last 15 minutes after an error that no repeat can mend.`,
  panel: ['overview', 'waste-and-why'],
});
