import { EMPTY_WINDOW_MS } from '../policy/index.js';
import { defineDetector } from './detector.js';
import { aboutSeries, timesFor } from './draft.js';
import { alsoWasted, begin, type Evidence } from './evidence.js';
import type { Step } from './session.js';

export const emptyResultRetry = defineDetector({
  id: 'empty-result-retry',
  title: 'Retry of an empty result',
  scope: 'session',
  severity: 'warning',
  why: 'Nothing found is an answer. Asking the same again at once treats it as a failure.',
  recovery: 'Return a count of 0 and say that the search ran, so that the agent takes it as the answer.',
  seedRule: 'A valid empty result is not an access failure: do not retry it.',
  needs: ['arguments', 'outcome', 'end'],
  options: {
    withinSeconds: {
      default: EMPTY_WINDOW_MS / 1000,
      reason: 'Within a minute hardly anybody has added anything; later it may be a fair second look.',
    },
  },
  message:
    '{tool} found nothing and was asked the same {count} more {times} within {within} s; it found nothing again.',

  visit({ options, cells, report }) {
    const chains = cells<Evidence>();
    return {
      call(step) {
        const { call, key, last } = step;
        if (key === undefined) return;
        const nothing = isEmptyAgain(step, options.withinSeconds * 1000) ? last?.fact : undefined;
        if (!nothing) return chains.set(key, undefined);
        const chain = alsoWasted(chains.get(key) ?? begin(nothing), call);
        chains.set(key, chain);
        const count = chain.wasted?.count ?? 0;
        report({
          ...aboutSeries(call, chain),
          source: call.resultCount === undefined ? 'inferred' : 'declared',
          data: { tool: call.tool, count, times: timesFor(count), within: options.withinSeconds },
        });
      },
    };
  },
});

function isEmptyAgain({ call, last }: Step, windowMs: number): boolean {
  if (last?.fact.outcome !== 'empty' || call.outcome !== 'empty' || call.reported === 'error') return false;
  if (call.traits.includes('polling') || last.lastEndMs === undefined) return false;
  return call.startedMs - last.lastEndMs <= windowMs;
}
