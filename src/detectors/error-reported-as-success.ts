import { overridesFor, type Settings } from '../model/settings.js';
import type { ToolCall } from '../model/tool-call.js';
import { defineDetector } from './detector.js';
import { aboutSeries } from './draft.js';
import { begin } from './evidence.js';
import { failureName } from './recovery.js';

export const errorReportedAsSuccess = defineDetector({
  id: 'error-reported-as-success',
  title: 'Error reported as success',
  scope: 'call',
  severity: 'warning',
  why: 'The status says that all is well, and only the body says that it is not: alerts stay silent and agents build on it.',
  recovery: 'Set isError (or the status) where the body carries an error, with category and retryability beside it.',
  seedRule: 'Tell an access failure from a valid empty result, in both directions.',
  needs: ['outcome'],
  options: {},
  message: '{tool} was not reported as failed, but its answer says that it failed with {failure}.',

  visit({ settings, report }) {
    return {
      call({ call }) {
        if (call.traits.includes('shell') || isSaidToReturnTexts(call, settings)) return;
        if (call.outcome !== 'error' || call.reported === 'error' || call.code === 'denied_by_user') return;
        report({
          ...aboutSeries(call, begin(call)),
          source: call.outcomeSource === 'text' || call.outcomeSource === 'code' ? 'inferred' : 'declared',
          data: { tool: call.tool, failure: failureName(call) },
        });
      },
    };
  },
});

/**
 * Text about errors is no error. Judging knows that of log readers, searches and the like by their names and takes no word of
 * theirs for a failure; of other tools only the settings can know it. A shell returns what programs print.
 */
function isSaidToReturnTexts({ tool, server }: ToolCall, settings: Settings): boolean {
  return overridesFor(settings, tool, server).some(({ traits }) => traits?.includes('texts'));
}
