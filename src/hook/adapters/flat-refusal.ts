import type { Refusal } from '../refusal.js';
import { secondsOf } from '../results/failure.js';

/** A refusal as a flat envelope. */
export function flatRefusal({ text, category, code, retryable, retryAfterMs, rule }: Refusal) {
  return {
    success: false as const,
    data: null,
    refused: true as const,
    rule,
    error_code: code ?? 'refused',
    ...(category === undefined ? {} : { error_category: category }),
    error_message: text,
    retry_recommended: retryable,
    retry_after_seconds: retryAfterMs === undefined ? null : secondsOf(retryAfterMs),
  };
}
