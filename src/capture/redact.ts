import { isArray, type Json } from '../model/json.js';
import { type Glance, glance } from './glance.js';
import { keyFacts } from './keys.js';
import { CARD, isCard, SECRET_FORMS } from './secrets.js';

/** Replaces a secret by something that stays equal for equal secrets. */
export type Mask = (secret: string, kind: string) => string;

/** Deeper values are cut by the canonical form as well. */
const MAX_DEPTH = 200;

/** Whether a text that was glanced over can hold a secret at all. */
export function mayHoldSecret(seen: Glance): boolean {
  return seen.digits || SECRET_FORMS.some((form) => seen[form.seen]);
}

/** A text with every secret replaced by its mask. The caller bounds the text. */
export function redactText(text: string, mask: Mask, seen: Glance = glance(text)): string {
  let out = text;
  for (const form of SECRET_FORMS) {
    if (!seen[form.seen]) continue;
    const { kind, pattern, check } = form;
    out = out.replace(pattern, (found, kept: string | number) => {
      const head = typeof kept === 'string' ? kept : '';
      return check && !check(found) ? found : head + mask(found.slice(head.length), kind);
    });
  }
  return seen.digits ? out.replace(CARD, (found) => (isCard(found) ? mask(found, 'card') : found)) : out;
}

/** A value with every secret masked, by the name of its key and by its form. The same value where nothing was secret. */
export function redact(value: Json, mask: Mask): Json {
  return walk(value, mask, false, 0);
}

function walk(value: Json, mask: Mask, secret: boolean, depth: number): Json {
  if (typeof value === 'string') return secret && value !== '' ? mask(value, 'secret') : redactText(value, mask);
  if (typeof value === 'number') return redactNumber(value, mask, secret);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  return isArray(value)
    ? walkList(value, mask, secret, depth)
    : walkObject(value as Record<string, Json>, mask, secret, depth);
}

function walkObject(object: Record<string, Json>, mask: Mask, secret: boolean, depth: number): Json {
  let copy: Record<string, Json> | undefined;
  for (const key of Object.keys(object)) {
    const before = object[key] ?? null;
    const after = walk(before, mask, secret || keyFacts(key).secret, depth + 1);
    if (after === before) continue;
    copy ??= Object.assign(Object.create(null), object) as Record<string, Json>;
    copy[key] = after;
  }
  return copy ?? object;
}

function walkList(list: readonly Json[], mask: Mask, secret: boolean, depth: number): Json {
  let copy: Json[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const before = list[i] ?? null;
    const after = walk(before, mask, secret, depth + 1);
    if (after === before) continue;
    copy ??= [...list];
    copy[i] = after;
  }
  return copy ?? list;
}

function redactNumber(value: number, mask: Mask, secret: boolean): Json {
  if (secret) return mask(String(value), 'secret');
  return value > 1e12 && Number.isInteger(value) && isCard(String(value)) ? mask(String(value), 'card') : value;
}
