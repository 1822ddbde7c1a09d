import { realCallsAtMost, resendable } from '../policy/index.js';
import { defineDetector } from './detector.js';
import { aboutSeries } from './draft.js';
import { alsoProven, alsoWasted, begin, type Evidence } from './evidence.js';
import { failureName, recoveryOf, statedBy } from './recovery.js';

export const retryBudgetExceeded = defineDetector({
  id: 'retry-budget-exceeded',
  title: 'Retry budget exceeded',
  scope: 'session',
  severity: 'warning',
  why: 'A source that did not recover within the waits that are worth while will not recover for the next call either.',
  recovery: 'Give up after the number of calls in the code table and say that the source is not answering.',
  seedRule: 'Give up after two waits.',
  needs: ['arguments', 'outcome', 'category', 'end'],
  options: {},
  message:
    '{tool} was sent {count} times although it kept failing with {failure}; after {allowed} calls it was time to give up.',

  visit({ settings, cells, report }) {
    const streaks = cells<Streak>();
    return {
      call(step) {
        const { call, key, last } = step;
        if (key === undefined) return;
        if (last?.fact.outcome !== 'error' || resendable(last.fact) !== true) return streaks.set(key, undefined);
        const allowed = realCallsAtMost(last.fact, call, settings) ?? Number.POSITIVE_INFINITY;
        const before = streaks.get(key) ?? { evidence: begin(last.fact), tries: 1 };
        const tries = step.standing === 'beside' ? before.tries : before.tries + 1;
        const over = call.outcome === 'error' && tries > allowed;
        const evidence = over ? alsoWasted(before.evidence, call) : alsoProven(before.evidence, call);
        streaks.set(key, { evidence, tries });
        if (!over) return;
        report({
          ...aboutSeries(call, evidence),
          source: statedBy(last.fact.source),
          data: { tool: call.tool, count: tries, failure: failureName(last.fact), allowed },
          recovery: recoveryOf(last.fact),
        });
      },
    };
  },
});

/** Tries in a row that all failed in a way that may pass; parallel calls are one try. */
interface Streak {
  readonly evidence: Evidence;
  readonly tries: number;
}
