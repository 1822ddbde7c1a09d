import type { Category } from '../model/tool-call.js';
import type { Rule } from '../policy/index.js';

/** Why a call was not sent: everything a wrapper needs to answer in its framework's own way. */
export interface Refusal {
  readonly tool: string;
  readonly rule: Rule;
  /** One sentence for logs and dashboards. */
  readonly reason: string;
  /** What the model reads: that nothing was sent, why, and what to do instead. */
  readonly text: string;
  /** Category and code of the failure that the call would have repeated. */
  readonly category: Category | undefined;
  readonly code: string | undefined;
  /** True only where the same call may be sent later. */
  readonly retryable: boolean;
  /** How long from now, where the same call may be sent later. */
  readonly retryAfterMs: number | undefined;
}

/** A refusal as an exception, for frameworks that take no other answer. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly code = 'refrain_refused';
  readonly errorCategory: Category | undefined;
  readonly isRetryable: boolean;
  readonly description: string;

  constructor(readonly refusal: Refusal) {
    super(refusal.text);
    this.errorCategory = refusal.category;
    this.isRetryable = refusal.retryable;
    this.description = refusal.reason;
  }
}
