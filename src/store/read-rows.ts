import type { Column } from './columns.js';

/** A select list that returns timestamps as ms since the epoch with microseconds, which a JavaScript Date would lose. */
export function selectList<T>(columns: readonly Column<T>[], alias?: string): string {
  return columns
    .map(({ name, type }) => {
      const column = alias === undefined ? name : `${alias}.${name}`;
      return type === 'timestamptz'
        ? `(extract(epoch FROM ${column}) * 1000)::float8 AS ${name}`
        : `${column} AS ${name}`;
    })
    .join(', ');
}

/** Milliseconds since the epoch as whole microseconds, for `timestamptz 'epoch' + us * interval '1 microsecond'`. */
export function micros(ms: number): number {
  return Math.round(ms * 1000);
}
