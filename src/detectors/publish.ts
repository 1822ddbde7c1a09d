import { createHash } from 'node:crypto';
import type { Finding, FindingState } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import { type Detector, type Draft, fill } from './detector.js';
import { idsOf } from './trail.js';

/** Where a finding belongs. */
export interface Place {
  readonly project: string;
  readonly session: string | undefined;
}

/** Turns a draft into the finding that is stored. */
export function publish(
  detector: Detector,
  draft: Draft,
  { project, session }: Place,
  settings: Settings,
  state: FindingState = 'open',
): Finding {
  const { evidence, tool, agent, about, episode, source, data } = draft;
  const scopeKey = session ?? tool;
  return {
    id: identity([project, detector.id, scopeKey, about, episode]),
    ...{ project, detector: detector.id, scope: detector.scope, session, agent, tool, about, episode, state, source },
    severity: settings.detectors[detector.id]?.severity ?? draft.severity ?? detector.severity,
    calls: idsOf(evidence.calls),
    callCount: evidence.calls.count,
    wastedCalls: idsOf(evidence.wasted),
    firstMs: evidence.firstMs,
    lastMs: evidence.lastMs,
    wasted: wasteOf(draft),
    message: fill(detector.message, data) + costOf(draft),
    recovery: draft.recovery ?? detector.recovery,
    data,
  };
}

function identity(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function wasteOf({ evidence }: Draft): Finding['wasted'] {
  const { wasted, wastedMs, tokens } = evidence;
  return { calls: wasted?.count ?? 0, seconds: Math.round(wastedMs) / 1000, tokens };
}

function costOf(draft: Draft): string {
  const { calls, seconds, tokens } = wasteOf(draft);
  if (calls === 0) return '';
  const parts = [`${calls} ${calls === 1 ? 'call' : 'calls'}`, duration(seconds)];
  if (tokens !== undefined) parts.push(`${tokens.toLocaleString('en-US')} tokens`);
  return ` Wasted: ${parts.join(', ')}.`;
}

function duration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
