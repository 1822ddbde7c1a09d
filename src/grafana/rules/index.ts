import { emptyMisreported } from './empty-misreported.js';
import { guardRefusals } from './guard-refusals.js';
import { ingestStalled } from './ingest-stalled.js';
import { loopRate } from './loop-rate.js';
import { maskedDegradation } from './masked-degradation.js';
import { newErrorSignature } from './new-error-signature.js';
import { nonRetryableRetries } from './non-retryable-retries.js';
import { retryStorm } from './retry-storm.js';
import type { Rule } from './rule.js';
import { unclassifiedShare } from './unclassified-share.js';

/** Every alert rule, gravest first. */
export const RULES: readonly Rule[] = [
  retryStorm,
  loopRate,
  nonRetryableRetries,
  emptyMisreported,
  newErrorSignature,
  maskedDegradation,
  unclassifiedShare,
  guardRefusals,
  ingestStalled,
];
