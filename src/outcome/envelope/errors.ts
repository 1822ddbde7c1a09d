import { isArray, isObject, type Json, type JsonObject } from '../../model/json.js';
import { codeRow } from '../code-reading.js';
import { type Facts, factsOf, flagOf, messageText, plainKey } from './facts.js';
import { failure, flagged, type Layer, type Setting } from './layer.js';
import { isNothing } from './payload.js';
import type { LayerReader } from './protocols.js';

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Keys of which error answers are made. A few others may stand among them; many make it a record that has an error field. */
const ENVELOPE =
  list(`error errors errorcode errorcodes errcode errormessage errormsg errmsg errordescription errortype errorname errorcategory
  isretryable retryable retryrecommended canretry shouldretry retryafter retryafterseconds retryafterms retryin retrydelay
  success ok status statuscode statustext code cod message msg detail details description reason title name type category
  data result results response body output content headers path timestamp requestid traceid documentationurl help hint
  instance suggestion suggestions stack traceback exception cause meta metadata httpstatus httpcode method url tool toolname
  info support fault extensions param loc input ctx text haserror iserror issuccess successful version available
  availabletools moreinfo extra`);

/** Strangers among the keys that an error answer may have. */
const MAX_STRANGERS = 2;

/** Ids of the exchange itself; any other id means the object describes a thing. */
const EXCHANGE_ID =
  /^(?:request|req|trace|correlation|session|toolcall|call|invocation|error|transaction|event|x?amznrequest)id$/;

function strangers(object: JsonObject): number {
  return Object.keys(object).filter((key) => !ENVELOPE.has(plainKey(key))).length;
}

/** A record of a thing (a job, an order) that may carry its own status and error. */
function isRecord(object: JsonObject, { question }: Setting): boolean {
  const hasId = Object.keys(object).some((key) => {
    const plain = plainKey(key);
    return (
      (plain === 'id' || (/[a-z]id$/.test(plain) && /id$|Id$|_id$/.test(key) && plain !== 'paid')) &&
      !EXCHANGE_ID.test(plain)
    );
  });
  return (question && hasId) || strangers(object) > MAX_STRANGERS;
}

const PAYLOAD_KEYS = [
  'data',
  'result',
  'results',
  'response',
  'output',
  'body',
  'content',
  'partial_results',
  'partialResults',
];

function payloadOf(object: JsonObject): Json | undefined {
  const key = PAYLOAD_KEYS.find((one) => object[one] !== undefined);
  return key === undefined ? undefined : object[key];
}

/** Data delivered beside a failure; undefined where there is none. */
function beside(object: JsonObject): true | undefined {
  const data = payloadOf(object);
  return data === undefined || isNothing(data) || typeof data === 'boolean' ? undefined : true;
}

function failed(rule: string, facts: Facts, object: JsonObject): Layer {
  const claim = failure(rule, facts, { data: beside(object) });
  return { claims: [claim], texts: facts.message ? [facts.message] : [], rest: payloadOf(object) ?? null, last: true };
}

/** The flat envelope: `{success, data, error_code, error_message, retry_recommended, retry_after_seconds}` and its relatives. */
export const flat: LayerReader = (object, { nowMs }) => {
  const key = ['success', 'ok', 'isSuccess', 'is_success', 'successful', 'succeeded'].find(
    (one) => flagOf(object[one]) !== undefined,
  );
  if (key === undefined) return undefined;
  const facts = merged(object, nowMs);
  if (flagOf(object[key]) === false) {
    const described = object['error_message'] ?? object['errorMessage'];
    const description =
      facts.description ?? (typeof described === 'string' && described !== '' ? described : undefined);
    return failed(`flat.${plainKey(key)}`, { ...facts, description }, object);
  }
  const contradicts = ['error_code', 'errorCode', 'error'].some((one) => isErrorValue(object[one]));
  const claims = [flagged(`flat.${plainKey(key)}`, false)];
  const extra = contradicts
    ? [{ ...failure('flat.error-code', facts, { data: beside(object) }), failed: undefined }]
    : [];
  const rest = payloadOf(object);
  return {
    claims: [...claims, ...extra],
    texts: [],
    rest: rest === undefined ? withoutFlag(object, key) : rest,
    last: true,
  };
};

/** `{success: true, total: 0, items: []}` without its flag, so that an empty list is still seen. An object with the flag alone says no more than "done". */
function withoutFlag(object: JsonObject, flag: string): Json {
  const entries = Object.entries(object).filter(([key]) => key !== flag);
  return entries.length === 0 ? true : Object.fromEntries(entries);
}

/** `{"error": …}` with anything in it, `{"errors": […]}`, and what stands beside them. */
export const errorKey: LayerReader = (object, setting) => {
  const value = [object['error'], object['Error'], object['errors'], object['fault'], object['exception']].find(
    isErrorValue,
  );
  if (value === undefined) return emptyError(object);
  const graphql = isArray(object['errors']) && object['data'] !== undefined;
  if (!graphql && isRecord(object, setting)) return undefined;
  if (isArray(value) && !graphql && strangers(object) > 0) return undefined;
  return failed('error-key', merged(object, setting.nowMs), object);
};

/** `{"error": "", "response": …}`: an error field that says there was none, and the answer beside it. */
function emptyError(object: JsonObject): Layer | undefined {
  const keys = Object.keys(object);
  const [other, ...more] = keys.filter((key) => key !== 'error' && key !== 'errors');
  if (keys.length < 2 || other === undefined || more.length > 0) return undefined;
  return { claims: [], texts: [], rest: object[other] ?? null };
}

function isErrorValue(value: Json | undefined): boolean {
  if (typeof value === 'string')
    return value.trim() !== '' && !/^(?:none|null|false|no|ok|0|nil|undefined)$/i.test(value.trim());
  if (isArray(value))
    return (
      value.length > 0 &&
      value.every((one) => typeof one === 'string' || (isObject(one) && messageText(one) !== undefined))
    );
  if (isObject(value)) return Object.keys(value).length > 0;
  return value === true || (typeof value === 'number' && value >= 400 && value < 600);
}

/** Facts of the object and of the error object inside it; the inner one knows better. */
function merged(object: JsonObject, nowMs: number): Facts {
  const inner = [object['error'], object['Error'], object['fault'], firstOf(object['errors'])].find((one) =>
    isObject(one),
  );
  const outer = factsOf(object, nowMs);
  const deep = isObject(inner) ? factsOf(inner, nowMs) : undefined;
  const said = object['error'];
  const word = typeof said === 'string' && said.length <= 60 && codeRow(said) ? [said] : [];
  const codes = [...(deep?.codes ?? []), ...outer.codes, ...word];
  return {
    category: deep?.category ?? outer.category,
    codes: codes.sort((a, b) => Number(codeRow(b) !== undefined) - Number(codeRow(a) !== undefined)),
    retryable: deep?.retryable ?? outer.retryable,
    retryAfterMs: deep?.retryAfterMs ?? outer.retryAfterMs,
    message: deep?.message ?? outer.message,
    description: deep?.description ?? outer.description,
  };
}

function firstOf(value: Json | undefined): Json | undefined {
  return isArray(value) ? value[0] : value;
}

const FAILED_WORD = /^(?:error|errored|err|fail|failed|failure|exception|unsuccessful)$/i;

/** `{"status": "error", "message": …}`, also `response_status` and the like. */
export const statusWord: LayerReader = (object, setting) => {
  const key = Object.keys(object).find((one) =>
    /^(?:response|tool|call|execution|result|api)?(?:status|outcome)$/.test(plainKey(one)),
  );
  const value = key === undefined ? undefined : object[key];
  if (key === undefined || typeof value !== 'string') return undefined;
  if (/^(?:success|succeeded|ok)$/i.test(value) && payloadOf(object) !== undefined)
    return { claims: [flagged('status-word', false)], texts: [], rest: payloadOf(object), last: true };
  if (!FAILED_WORD.test(value) || isRecord(object, setting)) return undefined;
  return failed('status-word', merged(object, setting.nowMs), object);
};

const STATUS_KEYS = [
  'status',
  'statusCode',
  'status_code',
  'code',
  'httpStatus',
  'http_status',
  'cod',
  'httpCode',
  'http_code',
];

/** An HTTP status of 400 to 599 in the body, beside words about it. A lone number could be anything. */
export const httpBody: LayerReader = (object, setting) => {
  const status = STATUS_KEYS.map((key) => object[key]).find((value) => /^[45]\d\d$/.test(String(value)));
  if (status === undefined || isRecord(object, setting)) return undefined;
  const facts = merged(object, setting.nowMs);
  const said = facts.message !== undefined || ['body', 'headers', 'text'].some((key) => object[key] !== undefined);
  return said
    ? failed(
        'http-status',
        { ...facts, codes: [String(status), ...facts.codes.filter((code) => code !== String(status))] },
        object,
      )
    : undefined;
};

/** `{"detail": "Not authenticated"}`, `{"__type": "…Exception", "message": …}`, `{"code": "NOT_FOUND", "message": …}`: words and a known code, nothing else. */
export const codeAndWords: LayerReader = (object, setting) => {
  const keys = Object.keys(object);
  if (keys.length > 5 || strangers(object) > (object['__type'] === undefined ? 0 : 1)) return undefined;
  const typed = object['__type'] ?? object['error_code'] ?? object['errorCode'] ?? object['code'];
  if (typeof typed === 'string' && codeRow(typed) && messageText(object) !== undefined)
    return failed('code-and-words', merged({ ...object, code: typed }, setting.nowMs), object);
  const { detail } = object;
  const invalid =
    isArray(detail) &&
    detail.length > 0 &&
    detail.every((one) => isObject(one) && one['loc'] !== undefined && one['msg'] !== undefined);
  return invalid ? failed('detail-list', { codes: ['422'], message: messageText(detail) }, object) : undefined;
};
