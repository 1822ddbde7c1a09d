import { defineRule, HOUR, label, VALUE } from './rule.js';
import { perState } from './trouble.js';

export const retryStorm = defineRule({
  id: 'retry-storm',
  title: 'Retry storm',
  severity: 'critical',
  words: 'retry-storm',
  sql: perState('retry-storm', "(data->>'resends')::float8"),
  window: HOUR,
  above: 0,
  reason: 'The detector has its own thresholds; an open storm is enough.',
  pending: '0s',
  keep: '2m',
  noData: 'OK',
  summary: `Retry storm on ${label('tool')}: ${VALUE} resends after errors in its worst minute, from many sessions at once.`,
  panel: ['overview', 'tool-states'],
});
