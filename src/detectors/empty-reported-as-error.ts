import { defineDetector } from './detector.js';
import { aboutSeries } from './draft.js';
import { begin } from './evidence.js';

export const emptyReportedAsError = defineDetector({
  id: 'empty-reported-as-error',
  title: 'Empty result reported as error',
  scope: 'call',
  severity: 'warning',
  why: 'The search ran and found nothing, and the tool calls that a failure. Agents retry failures.',
  recovery:
    'Return success with a count of 0 and a text that says the search ran; keep errors for searches that did not.',
  seedRule: 'Tell an access failure from a valid empty result.',
  needs: ['outcome'],
  options: {},
  message: '{tool} reported an error although its answer says that it searched and found nothing.',

  visit({ report }) {
    return {
      call({ call }) {
        if (call.outcome !== 'empty' || call.reported !== 'error' || call.code === 'not_found') return;
        report({
          ...aboutSeries(call, begin(call)),
          source: call.outcomeSource === 'text' || call.outcomeSource === 'code' ? 'inferred' : 'declared',
          data: { tool: call.tool },
        });
      },
    };
  },
});
