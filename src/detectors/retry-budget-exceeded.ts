import { refusedBy, resendable } from '../policy/index.js';
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
    const streaks = cells<Evidence>();
    return {
      call(step) {
        const { call, key, last } = step;
        if (key === undefined) return;
        const failing = last?.fact.outcome === 'error' && resendable(last.fact) === true;
        if (!failing) return streaks.set(key, undefined);
        const over = call.outcome === 'error' && refusedBy(last, call, settings) === 'budget';
        const before = streaks.get(key) ?? begin(last.fact);
        const streak = over ? alsoWasted(before, call) : alsoProven(before, call);
        streaks.set(key, streak);
        if (!over) return;
        report({
          ...aboutSeries(call, streak),
          source: statedBy(last.fact.source),
          data: {
            tool: call.tool,
            count: streak.calls.count,
            failure: failureName(last.fact),
            allowed: streak.calls.count - (streak.wasted?.count ?? 0),
          },
          recovery: recoveryOf(last.fact),
        });
      },
    };
  },
});
