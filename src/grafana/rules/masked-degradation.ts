import { defineRule, HOUR, label, VALUE } from './rule.js';
import { perState } from './trouble.js';

export const maskedDegradation = defineRule({
  id: 'masked-degradation',
  title: 'Degradation behind retries',
  severity: 'warning',
  words: 'masked-degradation',
  sql: perState('masked-degradation', "100 - (data->>'first')::float8"),
  window: HOUR,
  above: 0,
  reason: 'The detector has its own thresholds; an open state is enough.',
  pending: '1m',
  keep: '10m',
  noData: 'OK',
  summary: `${VALUE} % of the first calls of ${label('tool')} failed in its worst quarter of an hour, and retries hide it.`,
  panel: ['overview', 'tool-states'],
});
