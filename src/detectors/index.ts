import type { Settings } from '../model/settings.js';
import type { Detector } from './detector.js';
import { emptyReportedAsError } from './empty-reported-as-error.js';
import { emptyResultRetry } from './empty-result-retry.js';
import { createEngine, type SessionEngine } from './engine.js';
import { identicalCallLoop } from './identical-call-loop.js';
import { ignoredRetryAfter } from './ignored-retry-after.js';
import { nonRetryableRetry } from './non-retryable-retry.js';
import { createWatch, type ToolEngine } from './tool-engine.js';

export type { Detector, Need, Option } from './detector.js';
export type { SessionEngine } from './engine.js';
export type { ToolEngine } from './tool-engine.js';

/** Every pathology that Refrain knows, in the order in which they are documented. */
export const DETECTORS: readonly Detector[] = [
  identicalCallLoop,
  nonRetryableRetry,
  emptyResultRetry,
  emptyReportedAsError,
  ignoredRetryAfter,
];

/** An engine for one session with all detectors. */
export function createSessionEngine(project: string, session: string, settings: Settings): SessionEngine {
  return createEngine(DETECTORS, project, session, settings);
}

/** An engine for what shows only across sessions. */
export function createToolEngine(project: string, settings: Settings): ToolEngine {
  return createWatch(DETECTORS, project, settings);
}
