/** Takes what a process has to say about itself: a sentence, and what caused it. */
export type Log = (message: string, cause?: unknown) => void;

export type LogFormat = 'text' | 'json';

/** Names in a message come from senders: nobody needs more of one, and a log line has to end. */
const MOST_CHARS = 1000;
/** Enough frames to find the place. */
const MOST_FRAMES = 8;

/** A log of one line per event, to be written to a stream. */
export function createLog(format: LogFormat, write: (line: string) => void, now: () => number = Date.now): Log {
  return (message, cause) => {
    const why = cause === undefined ? undefined : describe(cause);
    write(`${format === 'json' ? jsonLine(message, why, now()) : textLine(message, why)}\n`);
  };
}

function textLine(message: string, why: Why | undefined): string {
  const at = why === undefined || why.frames.length === 0 ? '' : ` [${why.frames.join(' < ')}]`;
  return `refrain: ${plain(message)}${why === undefined ? '' : `: ${why.words}${at}`}`;
}

function jsonLine(message: string, why: Why | undefined, nowMs: number): string {
  return JSON.stringify({
    time: new Date(nowMs).toISOString(),
    level: why === undefined ? 'info' : 'error',
    message: plain(message),
    ...(why === undefined ? {} : { cause: why.words }),
    ...(why === undefined || why.frames.length === 0 ? {} : { frames: why.frames }),
  });
}

interface Why {
  readonly words: string;
  readonly frames: readonly string[];
}

/** Kinds of faults whose words are about the machine; those of the database and of its library quote the values that were sent. */
function describe(cause: unknown): Why {
  if (!(cause instanceof Error)) return { words: plain(String(cause)), frames: [] };
  const inner = isQueryError(cause) && cause.cause instanceof Error ? cause.cause : cause;
  const { code, severity } = inner as { code?: unknown; severity?: unknown };
  const words =
    severity !== undefined && typeof code === 'string' && !SPEAKING.test(code)
      ? `${inner.name} ${code} of Postgres`
      : isQueryError(inner) || inner instanceof SyntaxError
        ? inner.name
        : inner.message;
  return { words: plain(words), frames: isUnforeseen(inner, severity) ? framesOf(inner) : [] };
}

/** Classes of SQLSTATE that speak of connections, rights, resources and operators, never of values. */
const SPEAKING = /^(08|28|3D|53|54|55|57|58|40)/;

/** The query builder puts the parameters into its message. */
function isQueryError(error: Error): boolean {
  return error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query:');
}

/** Bugs keep the places they come from; what is foreseen is told by its words. */
function isUnforeseen(error: Error, severity: unknown): boolean {
  return severity === undefined && /^(TypeError|RangeError|ReferenceError|SyntaxError)$/.test(error.name);
}

/** Lines of a stack without its message, which may quote what was sent. */
function framesOf({ stack = '' }: Error): readonly string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))
    .slice(0, MOST_FRAMES)
    .map((line) => plain(line.trim().replace(/^at /, '')));
}

/** One line, whatever a name holds: no line breaks, no escape sequences, no marks that turn the reading direction. */
function plain(text: string): string {
  const bounded = text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text;
  return bounded.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
