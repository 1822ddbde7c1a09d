import type { Settings } from '../model/settings.js';
import { abandonedTransient } from './abandoned-transient.js';
import { contradictoryMetadata } from './contradictory-metadata.js';
import { cycleLoop } from './cycle-loop.js';
import type { Detector } from './detector.js';
import { discardedPartialResults } from './discarded-partial-results.js';
import { emptyReportedAsError } from './empty-reported-as-error.js';
import { emptyResultRetry } from './empty-result-retry.js';
import { createEngine, type SessionEngine } from './engine.js';
import { errorReportedAsSuccess } from './error-reported-as-success.js';
import { futileVariation } from './futile-variation.js';
import { identicalCallLoop } from './identical-call-loop.js';
import { ignoredRefusal } from './ignored-refusal.js';
import { ignoredRetryAfter } from './ignored-retry-after.js';
import { inventedTool } from './invented-tool.js';
import { limitWorkaround } from './limit-workaround.js';
import { maskedDegradation } from './masked-degradation.js';
import { needlessEscalation } from './needless-escalation.js';
import { nestedRetry } from './nested-retry.js';
import { nonRetryableRetry } from './non-retryable-retry.js';
import { permissionWorkaround } from './permission-workaround.js';
import { repeatedCorrection } from './repeated-correction.js';
import { resendAfterDenial } from './resend-after-denial.js';
import { retryBudgetExceeded } from './retry-budget-exceeded.js';
import { retryStorm } from './retry-storm.js';
import { retryWithoutBackoff } from './retry-without-backoff.js';
import { suppressedError } from './suppressed-error.js';
import { createWatch, type ToolEngine } from './tool-engine.js';
import { unstructuredError } from './unstructured-error.js';

export type { Detector, Need, Option } from './detector.js';
export type { SessionEngine } from './engine.js';
export type { ToolEngine } from './tool-engine.js';

/** Every pathology that Refrain knows, in the order in which they are documented. */
export const DETECTORS: readonly Detector[] = [
  identicalCallLoop,
  cycleLoop,
  futileVariation,
  nonRetryableRetry,
  repeatedCorrection,
  resendAfterDenial,
  ignoredRefusal,
  inventedTool,
  emptyResultRetry,
  emptyReportedAsError,
  errorReportedAsSuccess,
  ignoredRetryAfter,
  retryWithoutBackoff,
  retryBudgetExceeded,
  abandonedTransient,
  limitWorkaround,
  permissionWorkaround,
  suppressedError,
  nestedRetry,
  discardedPartialResults,
  needlessEscalation,
  unstructuredError,
  contradictoryMetadata,
  retryStorm,
  maskedDegradation,
];

/** An engine for one session with all detectors. */
export function createSessionEngine(project: string, session: string, settings: Settings): SessionEngine {
  return createEngine(DETECTORS, project, session, settings);
}

/** An engine for what shows only across sessions. */
export function createToolEngine(project: string, settings: Settings): ToolEngine {
  return createWatch(DETECTORS, project, settings);
}
