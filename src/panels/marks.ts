import { sql } from './sql.js';
import { STANDING } from './wasted.js';

/** Something that is drawn across the pictures of a page. */
export interface Mark {
  readonly name: string;
  readonly colour: string;
  readonly sql: string;
}

/** Troubles of tools across sessions, as regions. One that began before the range still shows. */
export const MARKS: readonly Mark[] = [
  {
    name: 'Tools in trouble',
    colour: 'red',
    sql: sql`
      SELECT first_at AS time, last_at AS timeend, tool || ': ' || message AS text, detector || ',' || severity AS tags
      FROM findings
      WHERE first_at <= $__timeTo()::timestamptz AND last_at >= $__timeFrom()::timestamptz
        AND detector IN ('retry-storm', 'masked-degradation')
        AND ${STANDING}
      ORDER BY first_at, id
      LIMIT 200`,
  },
];
