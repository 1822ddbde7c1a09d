import type { Frame } from './field.js';
import { type RawResult, toFrame } from './frame.js';
import { ALL, type Choices, interpolate, type VariableShape } from './interpolate.js';
import { type Expanded, expandMacros, type MacroContext } from './macros.js';
import type { PanelQuery } from './panel.js';

/** The part of a pg client that panels need. */
export interface Connection {
  query(config: {
    text: string;
    /** One statement and no more. */
    queryMode: 'extended';
    rowMode: 'array';
    types: { getTypeParser(): (text: string) => string };
  }): Promise<RawResult>;
}

/** What a page knows when it draws: range, bucket width, chosen variables. */
export interface PanelContext extends MacroContext {
  readonly choices: Choices;
}

/** Values as Postgres wrote them: the frame rules decide what they become. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** A panel's query as Postgres is to get it. */
export function preparedQuery(query: PanelQuery, shapes: readonly VariableShape[], context: PanelContext): string {
  return prepare(query, shapes, context).sql;
}

/** Runs one query as Grafana would: variables, macros, rows, frame. The connection sets who may read and for how long. */
export async function runQuery(
  connection: Connection,
  query: PanelQuery,
  shapes: readonly VariableShape[],
  context: PanelContext,
): Promise<Frame> {
  const { sql, fill } = prepare(query, shapes, context);
  const result = await connection.query({ text: sql, queryMode: 'extended', rowMode: 'array', types: AS_TEXT });
  return toFrame(result, query.format, { fill, range: context.range });
}

/** A place that a choice will take, between the quotes of a literal. */
const PLACE = /refrain_choice_(\d+)_/g;

/**
 * Grafana inserts choices first and expands macros then, so that a choice like `$__time(` could take the query apart. Here choices go in
 * last: macros never see what a person typed, and nothing looks at it again once it stands between its quotes.
 */
function prepare(query: PanelQuery, shapes: readonly VariableShape[], context: PanelContext): Expanded {
  const values: string[] = [];
  const place = (value: string) => (value === ALL ? value : `refrain_choice_${values.push(value) - 1}_`);
  const places: Choices = Object.fromEntries(
    Object.entries(context.choices).map(([name, choice]) => [
      name,
      typeof choice === 'string' ? place(choice) : choice.map(place),
    ]),
  );
  const { sql, fill } = expandMacros(interpolate(query.sql, shapes, places), context);
  return { sql: sql.replace(PLACE, (_whole, index) => (values[Number(index)] ?? '').replaceAll("'", "''")), fill };
}
