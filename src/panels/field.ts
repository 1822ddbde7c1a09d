/** Type of a column after Grafana's rules; everything Postgres knows beyond these is text. */
export type FieldType = 'time' | 'number' | 'string' | 'boolean' | 'json';

/** One column of a frame. Times are milliseconds since the epoch; `null` is SQL's. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly labels: Readonly<Record<string, string>>;
  readonly values: readonly unknown[];
}

/** What a picture is drawn from. No fields at all means "no data". */
export interface Frame {
  readonly fields: readonly Field[];
}

/** A result that Grafana would refuse to draw; the message says why in its words. */
export class FrameError extends Error {}
