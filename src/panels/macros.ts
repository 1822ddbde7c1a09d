import { formatInterval, parseInterval } from './interval.js';

/** The range a panel is drawn for, in milliseconds since the epoch. */
export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What the macros of one query depend on. */
export interface MacroContext {
  readonly range: Range;
  readonly intervalMs: number;
  /** The data source's switch: buckets by `time_bucket`. */
  readonly timescaledb?: boolean | undefined;
}

/** Gaps to be filled after the query: one value per `intervalMs`. */
export interface Fill {
  readonly mode: 'null' | 'previous' | 'value';
  readonly value?: number | undefined;
  readonly intervalMs: number;
}

/** A query ready for Postgres. */
export interface Expanded {
  readonly sql: string;
  readonly fill: Fill | undefined;
}

/** A macro that does not exist or was called wrongly; the message is Grafana's. */
export class MacroError extends Error {}

/** Replaces Grafana's Postgres macros (dashboard variables are already in place): comments away, plain words, then `$name(arguments)`. */
export function expandMacros(sql: string, context: MacroContext): Expanded {
  const plain = plainWords(withoutComments(sql), context);
  let fill: Fill | undefined;
  const call = (name: string, args: readonly string[]): string => {
    const macro = Object.hasOwn(MACROS, name) ? MACROS[name] : undefined;
    if (!macro) throw new MacroError(`unknown macro "${name}"`);
    const result = macro({ name, args, context });
    fill = result.fill ?? fill;
    return result.sql;
  };
  const expanded = plain.replace(/\$([_a-zA-Z0-9]+)\(([^)]*)\)/g, (whole, name: string, args: string) =>
    call(
      aliasIfFollowedByComma(name, whole, plain),
      args.split(',').map((arg) => arg.replace(/^ +| +$/g, '')),
    ),
  );
  return { sql: expanded, fill };
}

/** A comma right after a `$__timeGroup` is the old way of asking for the alias; Grafana looks at the first place with the same text. */
function aliasIfFollowedByComma(name: string, whole: string, sql: string): string {
  const followed = sql[sql.indexOf(whole) + whole.length] === ',';
  return name === '__timeGroup' && followed ? '__timeGroupAlias' : name;
}

/** Strings and quoted names are kept whole; comments outside them go. */
function withoutComments(sql: string): string {
  const quotedOrComment = /'(?:''|[^'])*'|"(?:""|[^"])*"|--[^\n]*|\/\*[\s\S]*?\*\//g;
  return sql.replace(quotedOrComment, (found) => (/^['"]/.test(found) ? found : ''));
}

function plainWords(sql: string, { range, intervalMs }: MacroContext): string {
  return sql
    .replaceAll('$__interval_ms', String(Math.floor(intervalMs)))
    .replaceAll('$__interval', formatInterval(intervalMs))
    .replaceAll('$__unixEpochFrom()', seconds(range.fromMs))
    .replaceAll('$__unixEpochTo()', seconds(range.toMs));
}

interface Call {
  readonly name: string;
  readonly args: readonly string[];
  readonly context: MacroContext;
}
interface Replacement {
  readonly sql: string;
  readonly fill?: Fill | undefined;
}
type Macro = (call: Call) => Replacement;

const MACROS: Readonly<Record<string, Macro>> = {
  __time: ({ args }) => ({ sql: `${column(args)} AS "time"` }),
  __timeEpoch: ({ args }) => ({ sql: `extract(epoch from ${column(args)}) as "time"` }),
  __timeFilter: ({ args, context: { range } }) => ({
    sql: `${column(args)} BETWEEN '${stamp(range.fromMs)}' AND '${stamp(range.toMs)}'`,
  }),
  __timeFrom: ({ context: { range } }) => ({ sql: `'${stamp(range.fromMs)}'` }),
  __timeTo: ({ context: { range } }) => ({ sql: `'${stamp(range.toMs)}'` }),
  __timeGroup: (call) => timeGroup(call),
  __timeGroupAlias: (call) => aliased(timeGroup(call)),
  __unixEpochFilter: ({ args, context: { range } }) => between(args, seconds(range.fromMs), seconds(range.toMs)),
  __unixEpochNanoFilter: ({ args, context: { range } }) => between(args, nanos(range.fromMs), nanos(range.toMs)),
  __unixEpochNanoFrom: ({ context: { range } }) => ({ sql: nanos(range.fromMs) }),
  __unixEpochNanoTo: ({ context: { range } }) => ({ sql: nanos(range.toMs) }),
  __unixEpochGroup: (call) => epochGroup(call),
  __unixEpochGroupAlias: (call) => aliased(epochGroup(call)),
};

function column(args: readonly string[]): string {
  return args[0] ?? '';
}

function between(args: readonly string[], from: string, to: string): Replacement {
  return { sql: `${column(args)} >= ${from} AND ${column(args)} <= ${to}` };
}

function aliased({ sql, fill }: Replacement): Replacement {
  return { sql: `${sql} AS "time"`, fill };
}

function timeGroup(call: Call): Replacement {
  const { width, fill } = bucket(call);
  if (call.context.timescaledb) return { sql: `time_bucket('${width.toFixed(3)}s',${column(call.args)})`, fill };
  return { sql: `floor(extract(epoch from ${column(call.args)})/${width})*${width}`, fill };
}

function epochGroup(call: Call): Replacement {
  const { width, fill } = bucket(call);
  return { sql: `floor((${column(call.args)})/${width})*${width}`, fill };
}

/** Width in seconds and the fill wish of a group macro's arguments. */
function bucket({ name, args, context }: Call): { width: number; fill: Fill | undefined } {
  const [, written, fill] = args;
  if (written === undefined)
    throw new MacroError(`macro ${name} needs time column and interval and optional fill value`);
  const intervalMs = parseInterval(written.replace(/^'+|'+$/g, ''), context.range.toMs);
  if (intervalMs === undefined) throw new MacroError(`error parsing interval ${written}`);
  const wish = args.length === 3 && fill !== undefined ? fillOf(fill, intervalMs) : undefined;
  return { width: intervalMs / 1000, fill: wish };
}

function fillOf(text: string, intervalMs: number): Fill {
  if (text === 'NULL') return { mode: 'null', intervalMs };
  if (text === 'previous') return { mode: 'previous', intervalMs };
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
  if (value === undefined) throw new MacroError(`error parsing fill value ${text}`);
  return { mode: 'value', value, intervalMs };
}

function seconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}

function nanos(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}

/** RFC 3339 in UTC with as many decimals as the time has. */
function stamp(ms: number): string {
  const whole = Math.floor(ms / 1000) * 1000;
  const micros = Math.round((ms - whole) * 1000);
  const decimals = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
  return `${new Date(whole).toISOString().slice(0, 19)}${decimals}Z`;
}
