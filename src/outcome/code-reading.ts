import { CODES, type CodeRow } from './codes.js';

/** A code longer than this is a message that somebody put into a code's place. */
const MAX_CODE = 120;

/** One spelling, reduced: last part of a dotted name, no case, no punctuation, no `Error` or `Exception` at its end. */
export function nameKey(written: string): string {
  const text = written.trim();
  if (/^-?\d+$/.test(text)) return text;
  const last = text.split(/[.:\\/$#]+/).findLast((part) => part !== '') ?? '';
  return last
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(?:error|exception|fault)$/, '');
}

const named = new Map<string, CodeRow>();
for (const row of CODES) for (const name of [row.code, ...row.aliases, ...row.classes]) named.set(nameKey(name), row);

/** Word shapes that whole families of codes share. Tried in order, after the table itself. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/(?:timeout|timedout)$/, 'timeout'],
  [/(?:ratelimit(?:ed|exceeded|reached)?|toomanyrequests|throttl\w*)$/, 'rate_limited'],
  [/(?:creditsexhausted|outofcredits|insufficient(?:funds|balance|credits?|quota))$/, 'insufficient_credits'],
  [/(?:token|session|credentials?|apikey|signature)(?:expired|invalid|revoked|missing)$/, 'unauthenticated'],
  [
    /^(?:invalid|missing|expired|bad|wrong|incorrect)(?:api|access|auth|oauth|bearer|session|security|client|login)?(?:key|token|credentials?|password|signature|session|sessionid|secret|login|username|usernameorpassword)$/,
    'unauthenticated',
  ],
  [/(?:accessdenied|permissiondenied|forbidden|notallowed)$/, 'permission_denied'],
  [/^(?:insufficient|missing)(?:permissions?|privileges?|scopes?|rights)/, 'permission_denied'],
  [/^unauthori[sz]ed/, 'unauthenticated'],
  [/(?:alreadyexists?|duplicate|alreadyinuse)$/, 'conflict'],
  [
    /^(?:tool|function|method|command|endpoint|route|file|path|searchpath|directory|folder|table|column|field|module|package|class|model|index|database|schema|property|attribute|option)(?:is)?(?:notfound|doesnotexist|unknown)$/,
    'unknown_name',
  ],
  [
    /^(?:unknown|undefined|nosuch)(?:tool|function|method|command|endpoint|route|file|path|table|column|field|module|package|class|option|parameter|argument|name)/,
    'unknown_name',
  ],
  [/(?:notfound|doesnotexist)$/, 'not_found'],
  [/(?:unavailable|maintenance)$/, 'unavailable'],
  [/overload(?:ed)?$/, 'overloaded'],
  [/(?:limitexceeded|limitreached|maximumexceeded|maxexceeded)$/, 'limit_exceeded'],
  [
    /^(?:invalid|missing|malformed|unsupported|required)[a-z]{3}|(?:invalid|missing|required|malformed)$/,
    'invalid_arguments',
  ],
  [/(?:validation|validationfailed)$/, 'invalid_arguments'],
];

/** First two letters of a SQLSTATE, for states that the table does not name. Only trusted where a letter shows it is no number. */
const SQL_CLASSES: Readonly<Record<string, string>> = {
  '08': 'connection_failed',
  '22': 'invalid_arguments',
  '23': 'conflict',
  '28': 'unauthenticated',
  '40': 'unavailable',
  '42': 'invalid_arguments',
  '53': 'overloaded',
  '54': 'limit_exceeded',
  '57': 'unavailable',
};

/** Exit statuses that mean the same in every shell. The rest only say that a command failed. */
const EXITS: Readonly<Record<string, string>> = {
  '124': 'timeout',
  '126': 'permission_denied',
  '127': 'unknown_name',
  '130': 'cancelled',
};

/** Exit status as conventions and shells spell it (`exit code 1`, `exit 1`); undefined for other codes. */
export function exitStatus(written: string): number | undefined {
  const match = /^(?:process[.])?exit(?:ed)?(?:[ _.-]?(?:code|status|with))*[ :=]*(-?\d{1,5})$/i.exec(written.trim());
  return match ? Number(match[1]) : undefined;
}

/** The row of a code as somebody wrote it; undefined where neither table nor shapes know it. */
export function codeRow(written: string | undefined): CodeRow | undefined {
  if (written === undefined || written.length > MAX_CODE) return undefined;
  const exit = exitStatus(written);
  if (exit !== undefined) return named.get(nameKey(EXITS[exit] ?? ''));
  const status = /^(?:http|status|error|code|e)[\s_:#-]*(?:status|error|code)?[\s_:#-]*([1-5]\d\d)(?!\d)/i.exec(
    written,
  );
  const key = status?.[1] ?? nameKey(written);
  if (key === '') return undefined;
  // A sentence may be a reason phrase of the table ("Not Found"), but the shapes are for names.
  return named.get(key) ?? (/\s/.test(written.trim()) ? undefined : (shaped(key) ?? sqlState(written)));
}

function shaped(key: string): CodeRow | undefined {
  const found = SHAPES.find(([shape]) => shape.test(key));
  return found && named.get(nameKey(found[1]));
}

function sqlState(written: string): CodeRow | undefined {
  if (!/^(?=\d*[A-Z])[0-9][0-9A-Z]{4}$/.test(written)) return undefined;
  return named.get(nameKey(SQL_CLASSES[written.slice(0, 2)] ?? ''));
}

/** Codes that mean one thing by the book and another by their message. First row that fits wins. */
const READ_WITH_MESSAGE: readonly (readonly [codes: RegExp, message: RegExp, code: string])[] = [
  [
    /^-32602$/,
    /unknown (?:tool|prompt|resource)|(?:tool|prompt|resource)\b.{0,80}\b(?:not found|disabled|not exist)/i,
    'unknown_name',
  ],
  [/^-3260[03]$|^-320\d\d$/, /permission denied|forbidden|not authori[sz]ed/i, 'permission_denied'],
  [/^-32603$|^-320\d\d$/, /rate limit|too many requests/i, 'rate_limited'],
  [/^-320\d\d$/, /timed? ?out/i, 'timeout'],
  [/^-320\d\d$/, /connection (?:closed|lost|reset)|session not found|not connected/i, 'connection_failed'],
  [/^-320\d\d$/, /not found|does not exist/i, 'not_found'],
  [/^(?:403|500|http.?403)$/i, /rate limit|too many requests|abuse detection/i, 'rate_limited'],
  [
    /^(?:429|403|400|http.?429)$/i,
    /insufficient[_ ]quota|billing|credit balance|out of credits|exceeded your (?:current|monthly|daily) quota/i,
    'insufficient_credits',
  ],
  [
    /^(?:400|INVALID_ARGUMENT)$/i,
    /api[ _-]?key (?:not valid|is invalid|missing|required|expired)|invalid api[ _-]?key/i,
    'unauthenticated',
  ],
  [
    /^(?:404|405)$/,
    /(?:endpoint|route|path|url|method|api|function|model)\b.{0,80}\b(?:not (?:found|exist|supported)|doesn'?t exist|does not exist)|unknown (?:endpoint|route|method)|cannot (?:get|post|put|delete|patch) \//i,
    'unknown_name',
  ],
];

/** As `codeRow`, for codes that are ambiguous without the message beside them. */
export function codeRowWith(written: string, message: string): CodeRow | undefined {
  const found = READ_WITH_MESSAGE.find(([codes, text]) => codes.test(written.trim()) && text.test(message));
  return found ? named.get(nameKey(found[2])) : codeRow(written);
}

/**
 * Codes that only speak when the message is silent: a tool raises `ValueError` for every refusal, and -32603 is where
 * frameworks put any unexpected exception.
 */
const WEAK: Readonly<Record<string, string>> = {
  '-32603': 'internal',
  value: 'invalid_arguments',
  type: 'invalid_arguments',
  key: 'unknown_name',
  name: 'unknown_name',
  reference: 'unknown_name',
  illegalargument: 'invalid_arguments',
  argument: 'invalid_arguments',
  jsondecode: 'malformed',
  syntax: 'malformed',
  illegalstate: 'precondition_failed',
};

/** The row of a weak code. */
export function weakCodeRow(written: string): CodeRow | undefined {
  const code = WEAK[nameKey(written)];
  return code === undefined ? undefined : named.get(nameKey(code));
}
