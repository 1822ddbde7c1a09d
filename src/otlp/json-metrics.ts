import { parseBody } from './json-body.js';
import { field, isRaw } from './json-values.js';
import { MalformedBody } from './malformed.js';
import type { Weight } from './weight.js';

const LEVELS = [
  ['resourceMetrics', 'resource_metrics'],
  ['scopeMetrics', 'scope_metrics'],
  ['metrics', 'metrics'],
] as const;

const KINDS = [
  ['gauge', 'gauge'],
  ['sum', 'sum'],
  ['histogram', 'histogram'],
  ['exponentialHistogram', 'exponential_histogram'],
  ['summary', 'summary'],
] as const;

/** Counts the data points of a metrics request in OTLP/JSON; nothing else of it is kept. */
export function countJsonPoints(bytes: Buffer, weight: Weight): number {
  let found: unknown[] = [parseBody(bytes, weight).root];
  for (const [camel, snake] of LEVELS) found = found.flatMap((raw) => below(raw, camel, snake));
  return found.reduce<number>((sum, metric) => sum + pointsOf(metric), 0);
}

function below(raw: unknown, camel: string, snake: string): readonly unknown[] {
  if (!isRaw(raw)) throw new MalformedBody('no object', `what holds ${camel}`);
  const list = field(raw, camel, snake) ?? [];
  if (!Array.isArray(list)) throw new MalformedBody('no list', camel);
  return list;
}

function pointsOf(metric: unknown): number {
  if (!isRaw(metric)) throw new MalformedBody('no object', 'metrics');
  return KINDS.reduce((sum, [camel, snake]) => {
    const data = field(metric, camel, snake);
    return isRaw(data) ? sum + below(data, 'dataPoints', 'data_points').length : sum;
  }, 0);
}
