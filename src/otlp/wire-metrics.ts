import type { Wire } from './wire.js';

/** Field tags that lead from the request to a data point: resource, scope, metric, then one of five kinds of data. */
const LEVELS: readonly (readonly number[])[] = [[0x0a], [0x12], [0x12], [0x2a, 0x3a, 0x4a, 0x52, 0x5a], [0x0a]];

/** Counts the data points of a metrics request; nothing else of it is kept. */
export function countPoints(wire: Wire): number {
  return count(wire, wire.bytes.length, 0);
}

function count(wire: Wire, stop: number, level: number): number {
  let points = 0;
  while (wire.pos < stop) {
    const tag = wire.tag();
    if (!LEVELS[level]?.includes(tag)) wire.skip(tag, stop);
    else if (level < LEVELS.length - 1) points += count(wire, wire.stop(stop), level + 1);
    else {
      wire.pos = wire.stop(stop);
      points++;
    }
  }
  wire.close(stop);
  return points;
}
