import type { JsonObject } from '../../model/json.js';
import type { Span } from '../../model/span.js';
import type { Reported } from '../../model/tool-call.js';
import { firstText, flagOf, numberOf, textOf, wordOf, wordTable } from './attributes.js';

/** Everything a record says about a failure outside the result. */
export interface Failure {
  readonly machineCodes: readonly string[];
  readonly errorTexts: readonly string[];
  readonly failureFlag: boolean | undefined;
  readonly cancelled: boolean;
  /** Status, where it says something. A status that is only the trace of a control-flow exception says nothing. */
  readonly status: Reported;
}

/** Exceptions by which frameworks steer, not fail: LangGraph interrupts and commands, Pydantic AI deferral and approval. */
const CONTROL_FLOW = new Set([
  'GraphInterrupt',
  'NodeInterrupt',
  'GraphBubbleUp',
  'ParentCommand',
  'Command',
  'CallDeferred',
  'ApprovalRequired',
]);

const CANCELLATIONS = new Set(['CancelledError', 'AbortError', 'OperationCanceledException', 'KeyboardInterrupt']);

/** Machine codes on a span, most specific first (reference 0.2, 8.1). */
const CODES = [
  'codex.mcp.error.code',
  'rpc.response.status_code',
  'rpc.jsonrpc.error_code',
  'db.response.status_code',
  'tool.error.type',
  'au.tool.error.type',
  'error_type',
  'error.type',
];
const HTTP_STATUS = ['http.response.status_code', 'http.status_code'];
/** Names of the gRPC status codes, by number; 0 is OK. */
const GRPC = [
  '',
  ...'CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED'.split(' '),
  ...'RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED'.split(
    ' ',
  ),
];
/** Say "failed" and nothing more, so they come after everything that says why. */
const GENERIC = new Set([
  '_OTHER',
  'TOOL_ERROR',
  'MCP_TOOL_ERROR',
  'tool_error',
  'tool_execution_error',
  'unknown',
  'Exception',
  'Error',
]);
const TEXTS = ['error.message', 'exception.message', 'tool.error.message', 'au.tool.error.message'];

/** Flags by which frameworks state success or failure beside the span status. */
const STATUS_WORDS = ['gen_ai.tool.status', 'tool.status', 'gen_ai.task.status', 'au.tool.status'];
const ERROR_FLAGS = [
  'mcp.tool.result.is_error',
  'lk.function_tool.is_error',
  'lk.pii.function_tool.is_error',
  'haystack.tool.error',
];
const SUCCESS_FLAGS = ['gen_ai.tool.success'];
const WORDS = wordTable<boolean>({
  error: true,
  failure: true,
  failed: true,
  success: false,
  ok: false,
  succeeded: false,
});

/** Every attribute that is read here. */
export const FAILURE_KEYS = [
  ...CODES,
  ...HTTP_STATUS,
  'rpc.grpc.status_code',
  'process.exit.code',
  ...TEXTS,
  'langfuse.observation.level',
  ...STATUS_WORDS,
  ...ERROR_FLAGS,
  ...SUCCESS_FLAGS,
];

/** A code fits a column of a table; what is longer or has spaces is a message that somebody put into `error.type` (reference 8.6). */
const LONGEST_CODE = 120;

/** A span that speaks of its outcome by nothing but its status. */
export function failureByStatus({ status }: Span): Failure {
  const text = status.code === 'error' ? plain(status.message) : undefined;
  return {
    machineCodes: [],
    errorTexts: distinct([text]),
    failureFlag: undefined,
    cancelled: false,
    status: status.code,
  };
}

/** Reads status, exceptions, codes and flags of a span. */
export function failureOf(span: Span): Failure {
  const { attributes, status } = span;
  const exceptions = exceptionsOf(span);
  const real = exceptions.filter(({ type }) => type === undefined || !CONTROL_FLOW.has(lastSegment(type)));
  const onlySteering = exceptions.length > 0 && real.length === 0;
  const failed = status.code === 'error' && !onlySteering;
  const codes = [...codesIn(attributes, failed), ...real.flatMap(({ type }) => type ?? [])];
  const texts = [...real.map(({ text }) => text), failed ? plain(status.message) : undefined, ...textsIn(attributes)];
  return {
    machineCodes: specificFirst(codes.filter(isCode)),
    errorTexts: distinct([...texts, ...codes.filter((code) => !isCode(code))]),
    failureFlag: flagIn(attributes),
    cancelled: codes.some((code) => CANCELLATIONS.has(lastSegment(code))),
    status: onlySteering ? 'unset' : status.code,
  };
}

interface Thrown {
  readonly type: string | undefined;
  readonly text: string | undefined;
}

function exceptionsOf({ events }: Span): Thrown[] {
  if (events.length === 0) return [];
  return events.filter(({ name }) => name === 'exception').map(({ attributes }) => thrownIn(attributes));
}

function thrownIn(attributes: JsonObject): Thrown {
  const message = textOf(attributes['exception.message']);
  const stated = textOf(attributes['exception.type']);
  const printed = message === undefined ? undefined : PRINTED_EXCEPTION.exec(message);
  const useless = stated === undefined || GENERIC.has(stated);
  const type = useless ? (printed?.[1] ?? stated) : stated;
  return { type, text: plain(message) };
}

/** An exception printed by Python's repr, as LangSmith and OpenInference do: `ValueError('text')` and a traceback behind it. */
const PRINTED_EXCEPTION = /^([A-Z]\w*)\((?:(['"])([\s\S]*?)\2,?)?\)(?=Traceback|\s*$|\n)/;
const TRACEBACK = 'Traceback (most recent call last):';

/** A message without the traceback around it. */
export function plain(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  const printed = PRINTED_EXCEPTION.exec(message);
  if (printed?.[3]) return printed[3];
  const at = message.indexOf(TRACEBACK);
  if (at < 0) return message;
  const before = message.slice(0, at).trim();
  return before === '' ? lastLine(message) : before;
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? text;
}

function lastSegment(type: string): string {
  return type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf(':')) + 1);
}

function codesIn(attributes: JsonObject, failed: boolean): string[] {
  const codes = CODES.flatMap((key) => textOf(attributes[key]) ?? []);
  const http = numberOf(firstText(attributes, HTTP_STATUS));
  if (http !== undefined && http >= 400) codes.unshift(String(http));
  const grpc = numberOf(attributes['rpc.grpc.status_code']);
  const name = grpc === undefined ? undefined : GRPC[grpc];
  if (name) codes.unshift(name);
  // Alone an exit code is no failure: grep and diff exit 1 to say "no".
  const exit = numberOf(attributes['process.exit.code']);
  if (failed && exit !== undefined && exit !== 0) codes.push(`exit code ${exit}`);
  return codes;
}

function textsIn(attributes: JsonObject): (string | undefined)[] {
  const texts = TEXTS.map((key) => plain(textOf(attributes[key])));
  if (attributes['langfuse.observation.level'] === 'ERROR')
    texts.push(plain(textOf(attributes['langfuse.observation.status_message'])));
  return texts;
}

function isCode(code: string): boolean {
  return code.length <= LONGEST_CODE && (/^exit code \d+$/.test(code) || !/\s/.test(code));
}

function specificFirst(codes: readonly string[]): string[] {
  const unique = [...new Set(codes)];
  return [...unique.filter((code) => !GENERIC.has(code)), ...unique.filter((code) => GENERIC.has(code))];
}

/** Texts without gaps and repeats, in order. */
export function distinct(texts: readonly (string | undefined)[]): string[] {
  if (texts.every((text) => text === undefined)) return [];
  return [...new Set(texts.filter((text) => text !== undefined && text.trim() !== ''))] as string[];
}

/** The worst that the frameworks' own flags say. */
function flagIn(attributes: JsonObject): boolean | undefined {
  return worst([
    ...STATUS_WORDS.map((key) => WORDS.get(wordOf(attributes[key]) ?? '')),
    ...ERROR_FLAGS.map((key) => flagOf(attributes[key])),
    ...SUCCESS_FLAGS.map((key) => negated(flagOf(attributes[key]))),
    attributes['langfuse.observation.level'] === 'ERROR' ? true : undefined,
  ]);
}

/** Turns "succeeded" into "failed"; unknown stays unknown. */
export function negated(flag: boolean | undefined): boolean | undefined {
  return flag === undefined ? undefined : !flag;
}

/** True if one says failed, false if one says it worked and none failed, else unknown. */
export function worst(flags: readonly (boolean | undefined)[]): boolean | undefined {
  if (flags.includes(true)) return true;
  return flags.includes(false) ? false : undefined;
}
