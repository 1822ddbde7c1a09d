import { resendable } from '../policy/index.js';
import { defineDetector } from './detector.js';
import { aboutSeries } from './draft.js';
import { alsoWasted, begin, type Evidence } from './evidence.js';
import { failureName, statedBy } from './recovery.js';
import type { Step } from './session.js';
import { dueMs, PATIENT_SHARE, waitedMs } from './waits.js';

export const retryWithoutBackoff = defineDetector({
  id: 'retry-without-backoff',
  title: 'Retry without backoff',
  scope: 'session',
  severity: 'warning',
  why: 'Resends without growing pauses hit a source that is down as hard as they can, together with everybody else.',
  recovery: 'Wait exponentially longer with jitter between resends, in the tool wrapper, and give up after two waits.',
  seedRule: 'Retry transient errors with exponential backoff and jitter.',
  needs: ['arguments', 'outcome', 'category', 'end'],
  options: {
    resends: {
      default: 3,
      reason: 'One quick resend is often wise and two happen; three without a pause are a habit.',
    },
    share: {
      default: PATIENT_SHARE,
      reason: 'Full jitter waits half the schedule on average; a quarter in sum is no jitter.',
    },
  },
  message:
    '{tool} was sent {count} more times after {failure} with {waited} s of waiting in all, where backoff would have waited up to {due} s.',

  visit({ options, cells, report }) {
    const hurries = cells<Hurry>();
    return {
      call(step) {
        const { call, key, last } = step;
        if (key === undefined) return;
        const hurry = hurried(hurries.get(key), step);
        hurries.set(key, hurry);
        if (!hurry || !last || (hurry.evidence.wasted?.count ?? 0) < options.resends) return;
        if (hurry.waitedMs >= hurry.dueMs * options.share) return;
        report({
          ...aboutSeries(call, hurry.evidence),
          source: statedBy(last.fact.source),
          data: {
            tool: call.tool,
            count: hurry.evidence.wasted?.count ?? 0,
            failure: failureName(last.fact),
            waited: Math.round(hurry.waitedMs) / 1000,
            due: Math.round(hurry.dueMs) / 1000,
          },
        });
      },
    };
  },
});

/** Resends after retryable errors in a row, how long they waited and how long they should have. */
interface Hurry {
  readonly evidence: Evidence;
  readonly waitedMs: number;
  readonly dueMs: number;
}

/** A call that the guard paced was not the agent's hurry, whatever the sum says. */
function hurried(before: Hurry | undefined, { call, last, standing }: Step): Hurry | undefined {
  const waited = last && waitedMs(call, last);
  if (last?.fact.outcome !== 'error' || resendable(last.fact) !== true) return undefined;
  if (waited === undefined || call.guardWaitedMs > 0) return undefined;
  const evidence = alsoWasted(before?.evidence ?? begin(last.fact), call);
  if (standing === 'beside' && before) return { ...before, evidence };
  return { evidence, waitedMs: (before?.waitedMs ?? 0) + waited, dueMs: (before?.dueMs ?? 0) + dueMs(last) };
}
