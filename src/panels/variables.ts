import type { VariableShape } from './interpolate.js';
import { AGENT, chosen } from './sources.js';
import { sql } from './sql.js';

/** A choice that a page offers. */
export interface Variable extends VariableShape {
  readonly label: string;
  readonly description: string;
  /** Lists the values; a text field has none. */
  readonly sql?: string | undefined;
}

export type VariableName = 'project' | 'tool' | 'agent' | 'category' | 'session' | 'signature';

/** Stands for All in SQL; see `chosen`. A tool that is really called so is chosen together with all others. */
const ANY = "'*'";

/** The hours that a range touches, the one it begins in included. */
const HOURS = "hour > $__timeFrom()::timestamptz - interval '1 hour' AND hour <= $__timeTo()::timestamptz";

/** Every variable, once. Values are text, even where they look like numbers, because Grafana may leave quotes away from numbers. */
export const VARIABLES: Readonly<Record<VariableName, Variable>> = {
  project: {
    name: 'project',
    label: 'Project',
    description: 'Whose calls: an ingest key belongs to a project.',
    multi: true,
    allValue: ANY,
    sql: sql`
      SELECT DISTINCT project AS __text, project AS __value
      FROM call_hours
      WHERE ${HOURS}
      ORDER BY 1
      LIMIT 500`,
  },
  tool: {
    name: 'tool',
    label: 'Tool',
    description: 'Which tools.',
    multi: true,
    allValue: ANY,
    sql: sql`
      SELECT DISTINCT tool AS __text, tool AS __value
      FROM call_hours
      WHERE ${HOURS} AND ${chosen('project', 'project')}
      ORDER BY 1
      LIMIT 1000`,
  },
  agent: {
    name: 'agent',
    label: 'Agent',
    description: 'Which agents; calls whose agent is not known are (none).',
    multi: true,
    allValue: ANY,
    sql: sql`
      SELECT DISTINCT ${AGENT} AS __text, ${AGENT} AS __value
      FROM call_hours
      WHERE ${HOURS} AND ${chosen('project', 'project')}
      ORDER BY 1
      LIMIT 1000`,
  },
  category: {
    name: 'category',
    label: 'Category',
    description: 'Who has to act on a failure; restricts failures, never the calls they are compared with.',
    multi: true,
    allValue: ANY,
    options: ['transient', 'validation', 'business', 'permission', 'none'],
  },
  session: {
    name: 'session',
    label: 'Session',
    description: 'Conversation id. Empty: the session with the newest finding.',
    multi: false,
  },
  signature: {
    name: 'signature',
    label: 'Error signature',
    description: 'The message with ids, numbers and quoted values replaced. Empty: the most frequent one.',
    multi: false,
  },
};

/** What the interpolator needs. */
export const SHAPES: readonly VariableShape[] = Object.values(VARIABLES);
