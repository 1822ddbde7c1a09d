import { codeRow, codeRowWith, weakCodeRow } from '../code-reading.js';
import type { CodeRow } from '../codes.js';

/** A code that stands in a text. */
export interface Written {
  readonly rule: string;
  readonly row: CodeRow;
  readonly written: string;
}

const REASONS =
  'bad request|unauthorized|payment required|forbidden|not found|method not allowed|request timeout|conflict|gone|unprocessable|too many requests|internal server error|not implemented|bad gateway|service unavailable|gateway time-?out|client error|server error';

/** Where programs write codes, most telling first. Each has an example in the test table of its name. */
export const CODE_PLACES: readonly (readonly [rule: string, pattern: RegExp])[] = [
  ['mcp-error', /\bMCP error (-\d{5})\b/],
  ['kubernetes', /\bError from server \((\w{3,40})\)/],
  ['aws', /\bAn error occurred \(([\w.]{3,80})\) when calling\b/],
  ['google', /\(gcloud\.[\w.-]{1,80}\) (?:\w{1,40}: )?\[?([A-Z_]{4,40})\b/],
  ['grpc', /\brpc error: code = (\w{2,40})\b/],
  ['grpc', /\bStatusCode\.([A-Z_]{2,40})\b/],
  ['grpc', /^(?:Error: )?\d{1,2} ([A-Z_]{6,25}): /],
  ['sqlstate', /\bERROR \d{4} \(([0-9A-Z]{5})\)/],
  ['sqlstate', /\bSQLSTATE\W{1,3}([0-9A-Z]{5})\b/],
  ['azure', /^(?:ERROR: )?\(([A-Z][A-Za-z]{3,60})\) /],
  ['name', /^(?:[\w.]{1,80}\.)?([A-Z][a-z]+(?:[A-Z][a-z]+){1,5})(?:: | - |$)/],
  ['xml', /<(?:\w{1,10}:)?(?:code|faultcode|errorcode)>([\w.:-]{3,60})</i],
  ['npm', /\bnpm (?:ERR!|error) code (E[A-Z0-9_]{2,40})\b/],
  ['status', new RegExp(String.raw`\b([45]\d\d):? (?:${REASONS})\b`, 'i')],
  [
    'status',
    /\bHTTP(?:\/[\d.]{1,3})?(?:[ _-]?(?:error|status|response|request|exception|code|failed|failure|with)){0,4}!?[ :=#(]{1,3}(?:status:? )?([45]\d\d)\b/i,
  ],
  ['status', /\bstatus(?:[ _-]?code)?(?: of| is| was)?["']?[ :=(]{1,3}["']?([45]\d\d)\b/i],
  [
    'status',
    /\b(?:returned|response|error|response code|error code|failed with|server replied)["']?[ :=(]{1,3}["']?([45]\d\d)\b/i,
  ],
  ['status', /^(?:error )?\(?([45]\d\d)\)?(?:[ :,-]|$)/i],
  ['status', /\bcode["']?[=:] ?["']?([45]\d\d)\b/i],
  ['error-code', /^(?:error|failed|failure)[ :]{1,2}\[?([A-Za-z][\w.-]{2,60})\]?(?:: | - | \(|$)/i],
  ['error-code', /^\[?([a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,6})\]?(?::|$)/],
  ['error-code', /^\[?([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6})\]?(?:[:\s,-]|$)/],
  [
    'error-code',
    /\b(?:error[_ ]?code|errorCode|code|reason|type)["']?\s?[:=]\s?["'[]?([A-Za-z][A-Za-z0-9_.-]{3,60})\b/,
  ],
  ['errno', /\b(E(?!RROR|RR\b|XIT|XEC|OF\b)[A-Z]{3,15}|UND_ERR_[A-Z_]{4,30}|ERR_[A-Z_]{4,40})\b/],
];

/** Numbers of errno on Linux as Python prints them. */
const ERRNO: Readonly<Record<string, string>> = {
  '1': 'EPERM',
  '2': 'ENOENT',
  '11': 'EAGAIN',
  '13': 'EACCES',
  '16': 'EBUSY',
  '17': 'EEXIST',
  '20': 'ENOTDIR',
  '21': 'EISDIR',
  '22': 'EINVAL',
  '28': 'ENOSPC',
  '30': 'EROFS',
  '32': 'EPIPE',
  '36': 'ENAMETOOLONG',
  '39': 'ENOTEMPTY',
  '98': 'EADDRINUSE',
  '101': 'ENETUNREACH',
  '104': 'ECONNRESET',
  '110': 'ETIMEDOUT',
  '111': 'ECONNREFUSED',
  '113': 'EHOSTUNREACH',
  '-2': 'EAI_NONAME',
  '-3': 'EAI_AGAIN',
  '-5': 'EAI_NONAME',
};

const CLASS = String.raw`(?:[\w$]{1,60}(?:\.|::)){0,8}([A-Z]\w{2,80}?(?:Error|Exception|Fault|Timeout|TimedOut|Expired|NotFound|Denied|Exceeded|Refused|Violation|Duplicate|Interrupt|DoesNotExist))(?=: |\(|\)|:?\s*$| - )`;
const FIRST_CLASS = new RegExp(
  String.raw`^(?:(?:Exception in thread "[^"\n]{0,60}"|Uncaught|Unhandled|Unhandled exception\.?|Error:|Caused by:|panic:) )?${CLASS}`,
  'm',
);
const ANY_CLASS = new RegExp(`^${CLASS}`, 'gm');

/** The exception class that a text names: the last one of a Python traceback, else the first at a line's beginning. */
export function classIn(text: string): string | undefined {
  if (!text.includes('Traceback (most recent call last)')) return FIRST_CLASS.exec(text)?.[1];
  return [...text.matchAll(ANY_CLASS)].at(-1)?.[1];
}

/** The first code in a text that the table knows. The caller bounds the text. */
export function codeIn(text: string): Written | undefined {
  const errno = ERRNO[/\[Errno (-?\d{1,3})\]/.exec(text)?.[1] ?? ''];
  const row = codeRow(errno);
  if (errno !== undefined && row) return { rule: 'errno', row, written: errno };
  return placed(text) ?? classed(text);
}

function placed(text: string): Written | undefined {
  for (const [rule, pattern] of CODE_PLACES) {
    const written = pattern.exec(text)?.[1];
    const row = written === undefined ? undefined : codeRowWith(written, text);
    if (row && written !== undefined) return { rule, row, written };
  }
  return undefined;
}

function classed(text: string): Written | undefined {
  const written = classIn(text);
  const row = codeRow(written);
  return row && written !== undefined ? { rule: 'class', row, written } : undefined;
}

/** The class of a text where it is too common to speak before the words do (`ValueError`). */
export function weakCodeIn(text: string): Written | undefined {
  const written = classIn(text) ?? /\bMCP error (-\d{5})\b/.exec(text)?.[1];
  const row = written === undefined ? undefined : weakCodeRow(written);
  return row && written !== undefined ? { rule: 'weak-class', row, written } : undefined;
}
