import { EPISODE_GAP_MS, seriesKey } from '../policy/index.js';
import { defineDetector } from './detector.js';
import { aboutSeries } from './draft.js';
import { alsoWasted, begin, type Evidence } from './evidence.js';

export const ignoredRefusal = defineDetector({
  id: 'ignored-refusal',
  title: 'Refusal of the guard ignored',
  scope: 'session',
  severity: 'warning',
  why: 'The guard keeps the call from the tool, but the agent goes on asking for it: the tool is spared, the model is not.',
  recovery: 'Stop the run after repeated refusals, or put the rules of the guard into the system prompt.',
  seedRule: 'A repeat is refused with a text the model cannot misread.',
  needs: ['arguments'],
  options: {
    refusals: {
      default: 3,
      reason: 'The first refusal is news and the second may cross it; the third was read and ignored.',
    },
  },
  message: 'The guard refused {tool} with the same arguments {count} times in a row, and the agent kept asking for it.',

  visit({ options, cells, report }) {
    const chains = cells<Evidence>();
    return {
      call({ key }) {
        if (key !== undefined) chains.set(key, undefined);
      },
      refused(call) {
        const key = seriesKey(call);
        if (key === undefined) return;
        const before = chains.get(key);
        const far = before !== undefined && call.startedMs - before.lastMs > EPISODE_GAP_MS;
        const chain = before === undefined || far ? begin(call) : alsoWasted(before, call);
        chains.set(key, chain);
        if (chain.calls.count < options.refusals) return;
        report({
          ...aboutSeries(call, chain),
          source: 'declared',
          data: { tool: call.tool, count: chain.calls.count },
        });
      },
    };
  },
});
