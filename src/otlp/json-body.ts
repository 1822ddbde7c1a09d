import { isUtf8 } from 'node:buffer';
import { faultAt } from './json-fault.js';
import { MalformedBody } from './malformed.js';
import { cleaned } from './text.js';
import type { Weight } from './weight.js';

/**
 * Bodies up to this size are parsed without being weighed first: whatever stands in them, JSON.parse makes less than 64 MiB of
 * it, and weighing takes a tenth of the time of parsing.
 */
const WEIGHED_FROM = 1024 * 1024;

/** Heap bytes that JSON.parse takes for each bracket and comma at most, measured on Node 20 with empty maps and lists. */
const BRACKET_BYTES = 64;
const COMMA_BYTES = 16;

/** A parsed JSON body. */
export interface JsonBody {
  readonly root: unknown;
  /** Makes a text of this body fit for Postgres; does nothing where the body spells no character by number. */
  readonly text: (text: string) => string;
  /** Some bytes were not UTF-8 and became U+FFFD. */
  readonly garbled: boolean;
}

/** Parses a body; throws MalformedBody with the byte where it stops being JSON. */
export function parseBody(body: Buffer, weight: Weight): JsonBody {
  const bytes = withoutMark(body);
  if (bytes.length > WEIGHED_FROM) weigh(bytes, weight);
  const text = bytes.toString('utf8');
  const spelled = bytes.includes('\\u');
  return {
    root: parse(text, body),
    text: spelled ? cleaned : (plainText) => plainText,
    garbled: text.includes('\uFFFD') && !isUtf8(bytes),
  };
}

/** A byte order mark is not JSON, but some platforms cannot write UTF-8 without it. */
function withoutMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}

function parse(text: string, body: Buffer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const bytes = withoutMark(body);
    throw new MalformedBody('body is not JSON', faultAt(bytes) + body.length - bytes.length);
  }
}

/** Bills what the values of a body will take before they are made. */
function weigh(bytes: Buffer, weight: Weight): void {
  let bill = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === 0x22) at = endOfString(bytes, at + 1);
    else if (byte === 0x7b || byte === 0x5b) bill += BRACKET_BYTES;
    else if (byte === 0x2c) bill += COMMA_BYTES;
  }
  weight.add(bill);
}

function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte !== 0x22 && byte !== undefined; byte = bytes[at]) at += byte === 0x5c ? 2 : 1;
  return at;
}
