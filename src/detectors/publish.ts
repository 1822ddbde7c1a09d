import { createHash } from 'node:crypto';
import type { Finding, FindingState } from '../model/finding.js';
import type { Settings } from '../model/settings.js';
import { type Detector, type Draft, fill } from './detector.js';
import { idsOf } from './trail.js';

/** Where a finding belongs. Findings across sessions have none. */
export interface Place {
  readonly project: string;
  readonly session: string | undefined;
}

/** What a draft says besides its proof. */
export type Statement = Omit<Draft, 'evidence'>;

/** Turns a draft of a session into the finding that is stored. */
export function publish(detector: Detector, draft: Draft, place: Place, settings: Settings): Finding {
  return finding(detector, draft, proofOf(draft.evidence), place, settings);
}

/** Turns a statement and its proof into the finding that is stored. */
export function finding(
  detector: Detector,
  statement: Statement,
  proof: Proof,
  { project, session }: Place,
  settings: Settings,
  state: FindingState = 'open',
): Finding {
  const { tool, agent, about, episode, source, data } = statement;
  return {
    id: identity([project, detector.id, session ?? tool, about, episode]),
    ...{ project, detector: detector.id, scope: detector.scope, session, agent, tool, about, episode, state, source },
    severity: settings.detectors[detector.id]?.severity ?? statement.severity ?? detector.severity,
    ...proof,
    message: fill(detector.message, data) + costOf(proof.wasted),
    recovery: statement.recovery ?? detector.recovery,
    data,
  };
}

/** The calls of a finding and their cost. */
export type Proof = Pick<Finding, 'calls' | 'callCount' | 'wastedCalls' | 'firstMs' | 'lastMs' | 'wasted'>;

function proofOf({ calls, wasted, firstMs, lastMs, wastedMs, tokens }: Draft['evidence']): Proof {
  return {
    ...{ calls: idsOf(calls), callCount: calls.count, wastedCalls: idsOf(wasted), firstMs, lastMs },
    wasted: { calls: wasted?.count ?? 0, seconds: Math.round(wastedMs) / 1000, tokens },
  };
}

function identity(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function costOf({ calls, seconds, tokens }: Finding['wasted']): string {
  if (calls === 0) return '';
  const parts = [`${calls} ${calls === 1 ? 'call' : 'calls'}`, duration(seconds)];
  if (tokens !== undefined) parts.push(`${tokens.toLocaleString('en-US')} tokens`);
  return ` Wasted: ${parts.join(', ')}.`;
}

function duration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
