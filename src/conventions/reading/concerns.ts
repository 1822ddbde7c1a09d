import type { JsonObject } from '../../model/json.js';
import { DECLARED_KEYS } from './declared.js';
import { FAILURE_KEYS } from './failure.js';
import { GUARD_KEYS } from './guard.js';
import { IDENTITY_KEYS } from './identity.js';
import { TOKEN_KEYS } from './tokens.js';

/** Groups of keys of which most spans carry none. */
export const CONCERN = { failure: 1, declared: 2, identity: 4, tokens: 8, guard: 16 } as const;

const bits = new Map<string, number>();
enter(CONCERN.failure, FAILURE_KEYS);
enter(CONCERN.declared, DECLARED_KEYS);
enter(CONCERN.identity, IDENTITY_KEYS);
enter(CONCERN.tokens, TOKEN_KEYS);
enter(CONCERN.guard, GUARD_KEYS);

function enter(concern: number, keys: readonly string[]): void {
  for (const key of keys) bits.set(key, (bits.get(key) ?? 0) | concern);
}

/**
 * Which groups a record touches, in one pass over what it carries. Asking for each of two hundred keys that are not there
 * would cost more than decoding the record.
 */
export function concernsOf(attributes: JsonObject): number {
  let found = 0;
  for (const key of Object.keys(attributes)) found |= bits.get(key) ?? 0;
  return found;
}
