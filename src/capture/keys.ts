import { isSecretKey } from './secrets.js';
import { ANSWER_VOLATILE_KEYS } from './volatile.js';

/** What is to know about an object key, looked up once per spelling. */
export interface KeyFacts {
  /** As it stands in JSON, with its colon. */
  readonly quoted: string;
  /** One spelling for `request_id`, `requestId` and `Request-ID`. */
  readonly folded: string;
  readonly secret: boolean;
  /** Says only when or how fast an answer was given. */
  readonly answerVolatile: boolean;
}

const known = new Map<string, KeyFacts>();
/** Only bounds memory; real services use a few hundred keys. */
const MAX_KNOWN = 5000;

/** The facts of a key. */
export function keyFacts(key: string): KeyFacts {
  const found = known.get(key);
  if (found !== undefined) return found;
  const folded = foldKey(key);
  const facts = {
    quoted: `${JSON.stringify(key)}:`,
    folded,
    secret: isSecretKey(folded),
    answerVolatile: ANSWER_VOLATILE.has(folded),
  };
  if (known.size < MAX_KNOWN) known.set(key, facts);
  return facts;
}

function foldKey(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A set of keys, ready for comparing with `folded`. */
export function foldedSet(keys: readonly string[]): ReadonlySet<string> {
  return new Set(keys.map(foldKey));
}

/** The documented list for answers. */
export const ANSWER_VOLATILE = foldedSet(ANSWER_VOLATILE_KEYS);
