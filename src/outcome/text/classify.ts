import type { Claim } from '../../model/tool-call.js';
import { codeIn, weakCodeIn } from './codes-in-text.js';
import { isGenericText } from './generic.js';
import { bounded, peel } from './peel.js';
import { FAILURE_RULES, firstRule } from './rules.js';

/** What kind of tool returned the text. */
export interface Origin {
  readonly shell: boolean;
  /** The tool runs code that the agent wrote, so that any exception is a fault of the call. */
  readonly runsCode: boolean;
}

type Read = Pick<Claim, 'source' | 'rule' | 'code' | 'codeAsWritten'>;

/** The claim that an error text makes about category and code; undefined where no rule knows it. */
export function classify(text: string, origin: Origin): Read | undefined {
  const near = bounded(text);
  const key = `${origin.shell ? 's' : '-'}${origin.runsCode ? 'c' : '-'}${near}`;
  if (read.has(key)) return read.get(key);
  const { text: peeled } = peel(near);
  const found = origin.shell ? inShell(peeled, origin) : whole(peeled, origin);
  if (read.size >= MAX_READ) read.clear();
  read.set(key, found);
  return found;
}

/** Errors come back, in loops most of all: texts read before. Bounded to about two megabytes. */
const read = new Map<string, Read | undefined>();
const MAX_READ = 1000;

/** What a test runner or a linter prints is its answer, and long output without a complaint is no error message. */
function inShell(text: string, origin: Origin): Read | undefined {
  if (REPORT.test(text)) return undefined;
  return byLine(text) ?? (text.length <= MAX_UNLINED ? whole(text, origin) : undefined);
}

const REPORT =
  /^\s*(?:FAIL|FAILED|PASS|not ok|ok \d+|[✗✓✖×●]|--- FAIL:|=+ (?:FAILURES|ERRORS|short test summary)|test result:)(?:\s|$)|\b\d+ (?:passed|passing|failing)\b|\b\d+ (?:tests?|specs?|examples?|checks?) (?:failed|passed)\b|\b\d+ failed,|\b\d+ problems? \(/m;
/** About three lines. */
const MAX_UNLINED = 300;

function whole(text: string, { runsCode }: Origin): Read | undefined {
  const said = coded(text) ?? phrased(text) ?? weak(text);
  if (said) return said;
  if (runsCode && /(?:^|\n)[A-Z]\w{1,60}(?:Error|Exception|Warning)\b/.test(text))
    return claim('code-exception', 'invalid_arguments');
  return isGenericText(text) ? { source: 'text', rule: 'text.generic' } : undefined;
}

/** In a shell each complaint stands on its own line, beside output that must not be read as one. The first that is known counts. */
function byLine(text: string): Read | undefined {
  for (const line of text.split('\n').filter(isComplaint).slice(0, MAX_LINES)) {
    const said = coded(line) ?? phrased(line) ?? weak(line);
    if (said) return said;
  }
  return undefined;
}

/** A command that fails a thousand times says so in the first few lines. */
const MAX_LINES = 20;

/** `cmd: …`, `Error: …`, `fatal: …`: the forms in which programs complain on stderr. */
const COMPLAINT =
  /^(?:[\w@%+./~()[\]<>-]{1,200}(?:\[\d+\]| \(\w{1,20}\))?: |(?:\w+ )?(?:fatal|error|err|warning|usage|e|failed)\b ?\S{0,30}[:!([]|npm (?:ERR!|error)|traceback|(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception)\b|try '|'[^']+' is not )/i;

function isComplaint(line: string): boolean {
  const start = line.trimStart().slice(0, 300);
  return (
    COMPLAINT.test(start) || /command not found$|: not found$/.test(start) || /: (?:-c|eval): line \d+: /.test(line)
  );
}

function coded(text: string): Read | undefined {
  const found = codeIn(text);
  return found && { ...claim(found.rule, found.row.code), codeAsWritten: found.written };
}

function phrased(text: string): Read | undefined {
  const rule = firstRule(FAILURE_RULES, text);
  return rule && claim(rule.id, rule.code);
}

function weak(text: string): Read | undefined {
  const found = weakCodeIn(text);
  return found && { ...claim(found.rule, found.row.code), codeAsWritten: found.written };
}

function claim(rule: string, code: string | undefined): Read {
  return { source: 'text', rule: `text.${rule}`, code };
}
