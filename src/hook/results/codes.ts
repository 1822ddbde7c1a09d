/** Canonical codes of the code table by category, as types. A test holds them against the table. */
export const CODES_OF = {
  transient: ['timeout', 'source_error', 'internal', 'unavailable', 'overloaded', 'connection_failed', 'rate_limited'],
  validation: ['invalid_arguments', 'malformed', 'unknown_name'],
  business: [
    'not_found',
    'policy_violation',
    'limit_exceeded',
    'precondition_failed',
    'conflict',
    'insufficient_credits',
  ],
  permission: ['unauthenticated', 'permission_denied', 'restricted'],
} as const;

type ByCategory = typeof CODES_OF;
export type KnownCode = ByCategory[keyof ByCategory][number];

/** A code of one category: a canonical one of that category, or a word of the tool's own that is no canonical code. */
export type CodeIn<Category extends keyof ByCategory, Code extends string> = Code extends KnownCode
  ? Extract<Code, ByCategory[Category][number]>
  : Code;
