import { defineDetector } from './detector.js';
import { aboutSeries, timesFor } from './draft.js';
import { alsoWasted, begin, type Evidence } from './evidence.js';
import { statedBy } from './recovery.js';
import { waitedMs } from './waits.js';

export const ignoredRetryAfter = defineDetector({
  id: 'ignored-retry-after',
  title: 'Stated wait ignored',
  scope: 'session',
  severity: 'warning',
  why: 'The tool said when to come back. Coming earlier fails again and can prolong the block.',
  recovery: 'Wait the stated time before the next call, in the tool wrapper rather than by asking the model.',
  seedRule: 'Retry rate limits and outages only after the stated delay.',
  needs: ['arguments', 'retry-after', 'end'],
  options: {
    toleranceShare: { default: 0.1, reason: 'Timers and clocks are not exact: a tenth early is on time.' },
    toleranceMs: { default: 250, reason: 'For short waits a tenth is less than a timer and a network can keep.' },
  },
  message: '{tool} asked to wait {stated} s and was called again after {waited} s; that happened {count} {times} here.',

  visit({ options, cells, report }) {
    const chains = cells<Evidence>();
    return {
      call({ call, key, last }) {
        if (key === undefined) return;
        const statedMs = last?.fact.outcome === 'error' ? last.fact.retryAfterMs : undefined;
        const waited = last && waitedMs(call, last);
        if (!last || statedMs === undefined || waited === undefined) return chains.set(key, undefined);
        const toleranceMs = Math.max(statedMs * options.toleranceShare, options.toleranceMs);
        if (waited >= statedMs - toleranceMs) return;
        const chain = alsoWasted(chains.get(key) ?? begin(last.fact), call);
        chains.set(key, chain);
        const count = chain.wasted?.count ?? 0;
        report({
          ...aboutSeries(call, chain),
          source: statedBy(last.fact.source),
          data: {
            tool: call.tool,
            stated: statedMs / 1000,
            waited: Math.round(waited) / 1000,
            count,
            times: timesFor(count),
          },
        });
      },
    };
  },
});
