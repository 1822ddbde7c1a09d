/** Grafana's own marker for "All" as the value of a variable. */
export const ALL = '$__all';

/** What an interpolator has to know of a variable: whether several values (and so quotes) are possible, and what All stands for. */
export interface VariableShape {
  readonly name: string;
  readonly multi: boolean;
  /** Inserted as it is for All; undefined: All is the list of `options`. */
  readonly allValue?: string | undefined;
  readonly options?: readonly string[] | undefined;
}

/** Chosen values by variable name. */
export type Choices = Readonly<Record<string, string | readonly string[]>>;

/** A variable or format that cannot be inserted. */
export class InterpolationError extends Error {}

const REFERENCE = /\$(\w+)|\[\[(\w+?)(?::(\w+))?\]\]|\$\{(\w+)(?::([^}]+))?\}/g;

/**
 * Replaces dashboard variables as the browser does before a query is sent: `$name`, `[[name]]`, `${name}`, `${name:format}`.
 * A single-valued variable is inserted raw with its quotes doubled, a multi-valued one as quoted literals. Unknown names stay,
 * because macros look alike.
 */
export function interpolate(sql: string, shapes: readonly VariableShape[], choices: Choices): string {
  return sql.replace(REFERENCE, (whole, plain, square, squareFormat, braced, bracedFormat) => {
    const shape = shapes.find(({ name }) => name === (plain ?? square ?? braced));
    return shape ? inserted(shape, choices[shape.name] ?? '', squareFormat ?? bracedFormat) : whole;
  });
}

function inserted(shape: VariableShape, choice: string | readonly string[], format: string | undefined): string {
  if (!isAll(choice)) return formatted(shape, choice, format);
  if (shape.allValue !== undefined) return shape.allValue;
  if (shape.options) return formatted(shape, shape.options, format);
  throw new InterpolationError(`All of ${shape.name}, but its options are not known`);
}

function isAll(choice: string | readonly string[]): boolean {
  return choice === ALL || (Array.isArray(choice) && choice.length === 1 && choice[0] === ALL);
}

type Format = (values: readonly string[]) => string;

const FORMATS: Readonly<Record<string, Format>> = {
  csv: (values) => values.join(','),
  raw: (values) => values.join(','),
  pipe: (values) => values.join('|'),
  sqlstring: (values) => values.map(literal).join(','),
  singlequote: (values) => values.map((value) => `'${value.replaceAll("'", "\\'")}'`).join(','),
  doublequote: (values) => values.map((value) => `"${value.replaceAll('"', '\\"')}"`).join(','),
  percentencode: (values) => encodeURIComponent(values.length === 1 ? (values[0] ?? '') : `{${values.join(',')}}`),
};

function formatted(shape: VariableShape, choice: string | readonly string[], format: string | undefined): string {
  const values = typeof choice === 'string' ? [choice] : choice;
  if (format) return formatNamed(format)(values);
  if (typeof choice === 'string' && !shape.multi) return choice.replaceAll("'", "''");
  return values.map(literal).join(',');
}

function formatNamed(name: string): Format {
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (!format) throw new InterpolationError(`unknown format ${name}`);
  return format;
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
