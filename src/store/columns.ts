/** Postgres types that the bulk path speaks. */
export type ColumnType = 'text' | 'timestamptz' | 'float8' | 'int8' | 'int4' | 'bool' | 'text[]' | 'jsonb';

/** A value of a column as JavaScript holds it: timestamptz as ms since the epoch, int8 as number. */
export type ColumnValue = string | number | boolean | readonly string[] | undefined;

/** One column: its name, its type, and how it comes out of a noun. */
export interface Column<T> {
  readonly name: string;
  readonly type: ColumnType;
  readonly of: (row: T) => ColumnValue;
}
