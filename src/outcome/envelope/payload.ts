import { isArray, isObject, type Json, type JsonObject } from '../../model/json.js';
import { plainKey } from './facts.js';

/** Keys that say something about a list without being part of it. */
const AROUND = new Set(
  `total totalcount totalresults totalhits totalitems totalpages count resultcount numresults numfound nhits size length page pages
  pagesize perpage limit offset start skip next nexturl nextpage nextpagetoken nextcursor cursor prev previous hasmore
  hasnext hasnextpage more query q search searchterm keyword keywords filter filters took time duration elapsed
  success ok status statuscode code message msg error errors meta metadata pagination paging pageinfo links truncated
  incompleteresults maxscore requestid traceid timestamp kind etag timedout shards aggregations facets version`
    .trim()
    .split(/\s+/),
);

/** Keys that count what was found. */
const COUNTS = new Set(
  'total totalcount totalresults totalhits totalitems count resultcount numresults numfound nhits'.split(' '),
);

/** Whether nothing was returned: null, blank, an empty list or object, or a list envelope around an empty list. */
export function isNothing(value: Json | undefined): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (isArray(value)) return value.length === 0 || value.every(isBlankPart);
  return isObject(value) && (Object.keys(value).length === 0 || isEmptyList(value));
}

function isBlankPart(value: Json): boolean {
  return (
    isObject(value) && value['type'] === 'text' && typeof value['text'] === 'string' && value['text'].trim() === ''
  );
}

/** `{results: [], total: 0}` or `{order: null}`: nothing but empty lists, nulls and keys about a list. */
function isEmptyList(object: JsonObject): boolean {
  let empties = 0;
  for (const key of Object.keys(object)) {
    const found = emptiness(plainKey(key), object[key]);
    if (found === 'something') return false;
    if (found === 'nothing') empties++;
  }
  return empties > 0 && !hasCount(object);
}

function emptiness(plain: string, value: Json | undefined): 'nothing' | 'beside' | 'something' {
  if (COUNTS.has(plain) && isZero(value)) return 'nothing';
  if (AROUND.has(plain)) return 'beside';
  if (value === null || (isArray(value) && value.length === 0)) return 'nothing';
  return plain === 'hits' && isObject(value) && isEmptyList(value) ? 'nothing' : 'something';
}

function hasCount(object: JsonObject): boolean {
  return Object.keys(object).some((key) => COUNTS.has(plainKey(key)) && !isZero(object[key]));
}

function isZero(value: Json | undefined): boolean {
  if (isObject(value)) return value['value'] === 0;
  return value === 0 || value === '0' || value === null;
}

/** The number of results an object states about itself. */
export function statedCount(object: JsonObject): number | undefined {
  const key = Object.keys(object).find((one) => plainKey(one) === 'resultcount');
  const value = key === undefined ? undefined : object[key];
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
