import { pastOf, refusedBy, resendable, sameAnswer } from '../policy/index.js';
import { defineDetector } from './detector.js';
import { aboutSeries, timesFor } from './draft.js';
import { alsoWasted, begin, type Evidence } from './evidence.js';
import { failureName, recoveryOf, statedBy } from './recovery.js';
import type { Step } from './session.js';

export const nonRetryableRetry = defineDetector({
  id: 'non-retryable-retry',
  title: 'Retry of a non-retryable error',
  scope: 'session',
  severity: 'warning',
  why: 'The error says that the very same call cannot succeed, and the agent sends the very same call.',
  recovery: 'Stop after the first such error: correct the input, take another path, or escalate.',
  seedRule: 'Never retry validation, business and permission errors.',
  needs: ['arguments', 'outcome', 'category', 'end'],
  options: {},
  message:
    '{tool} was sent {count} more {times} with the same arguments after {failure}, which {basis}; it failed again, because only another call can succeed.',

  visit({ settings, cells, report }) {
    const chains = cells<Evidence>();
    return {
      call(step) {
        const { call, key, last } = step;
        if (key === undefined) return;
        const failure = failsAgain(step) ? last?.fact : undefined;
        const rule = last && refusedBy(last, call, settings);
        if (!failure || rule !== 'non-retryable') return chains.set(key, undefined);
        const chain = alsoWasted(chains.get(key) ?? begin(failure), call);
        chains.set(key, chain);
        const count = chain.wasted?.count ?? 0;
        const source = statedBy(failure.source);
        report({
          ...aboutSeries(call, chain),
          source,
          data: { tool: call.tool, count, times: timesFor(count), failure: failureName(failure), basis: BASIS[source] },
          recovery: recoveryOf(failure),
        });
      },
    };
  },
});

const BASIS = {
  declared: 'the tool declared final',
  inferred: 'is final by its code or its words',
};

function failsAgain({ call, last }: Step): boolean {
  if (last?.fact.outcome !== 'error' || resendable(last.fact) !== false) return false;
  if (call.outcome !== 'error' || call.code === 'cancelled' || call.code === 'denied_by_user') return false;
  return sameAnswer(last.fact, pastOf(call)) !== false;
}
