import type { Frame } from './field.js';
import { type RawResult, toFrame } from './frame.js';
import { type Choices, interpolate, type VariableShape } from './interpolate.js';
import { expandMacros, type MacroContext } from './macros.js';
import type { PanelQuery } from './panel.js';

/** The part of a pg client that panels need. */
export interface Connection {
  query(config: {
    text: string;
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
  return expandMacros(interpolate(query.sql, shapes, context.choices), context).sql;
}

/** Runs one query as Grafana would: variables, macros, rows, frame. The connection sets who may read and for how long. */
export async function runQuery(
  connection: Connection,
  query: PanelQuery,
  shapes: readonly VariableShape[],
  context: PanelContext,
): Promise<Frame> {
  const { sql, fill } = expandMacros(interpolate(query.sql, shapes, context.choices), context);
  const result = await connection.query({ text: sql, rowMode: 'array', types: AS_TEXT });
  return toFrame(result, query.format, { fill, range: context.range });
}
