import { defineDetector } from './detector.js';
import { aboutSeries, timesFor } from './draft.js';
import { alsoWasted, begin, type Evidence } from './evidence.js';
import { recoveryOf, statedBy } from './recovery.js';

export const resendAfterDenial = defineDetector({
  id: 'resend-after-denial',
  title: 'Asked again after a denial',
  scope: 'session',
  severity: 'warning',
  why: 'The user said no to this very call and has not spoken since; asking again wears people down until they agree.',
  recovery: 'Take a denial as an answer: ask the user how to go on instead of asking for the same call.',
  seedRule: 'Denied by the user: do as the user said.',
  needs: ['arguments', 'outcome', 'end'],
  options: {},
  message:
    'The user denied {tool}, and the agent asked for the same call {count} more {times} before the user said anything.',

  visit({ cells, report }) {
    const chains = cells<Evidence>();
    return {
      call({ call, key, last }) {
        if (key === undefined) return;
        if (last?.fact.outcome !== 'error' || last.fact.code !== 'denied_by_user') return chains.set(key, undefined);
        const chain = alsoWasted(chains.get(key) ?? begin(last.fact), call);
        chains.set(key, chain);
        const count = chain.wasted?.count ?? 0;
        report({
          ...aboutSeries(call, chain),
          source: statedBy(last.fact.source),
          data: { tool: call.tool, count, times: timesFor(count) },
          recovery: recoveryOf(last.fact),
        });
      },
    };
  },
});
