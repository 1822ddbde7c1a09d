import type { ToolCall } from '../model/tool-call.js';
import { defineDetector } from './detector.js';
import { failureName, recoveryOf, statedBy } from './recovery.js';
import { type Variation, vary } from './variation.js';

export const futileVariation = defineDetector({
  id: 'futile-variation',
  title: 'Futile variation',
  scope: 'session',
  severity: 'warning',
  why: 'The agent changes the arguments again and again although the same error says that they are not the cause.',
  recovery: 'Read the error: take another tool, repair what it names, or report it after the second failure.',
  seedRule: 'Read the category of an error before acting on it.',
  needs: ['arguments', 'outcome', 'error-text', 'end'],
  options: {
    variations: {
      default: 4,
      reason: 'Three tries are how people learn an interface; the fourth shows that they do not.',
    },
  },
  message:
    '{tool} was tried with {count} different arguments one after the other and failed with the same error each time: {failure}.',

  visit({ options, cells, report }) {
    const lines = cells<Variation>();
    return {
      call(step) {
        const { call } = step;
        const variation = vary(lines, step, isTelling);
        if (!variation || variation.tried < options.variations) return;
        report({
          tool: call.tool,
          agent: call.agent,
          about: `${call.tool} ${variation.signature}`,
          episode: variation.evidence.first,
          evidence: variation.evidence,
          source: statedBy(call.source),
          data: { tool: call.tool, count: variation.tried, failure: failureName(call) },
          recovery: recoveryOf(call),
        });
      },
    };
  },
});

/** Looking for a name that may not exist is a search, and a bare exit code says nothing about the cause. */
function isTelling({ code, message = '' }: ToolCall): boolean {
  if (code === 'not_found' || code === 'unknown_name' || code === 'cancelled' || code === 'denied_by_user')
    return false;
  return !BARE.test(message.trim());
}

const BARE =
  /^(?:error:?\s*)?(?:(?:the )?(?:command|process|script|tool)\s+)?(?:failed|exited|exit|returned|error)?\s*(?:with)?\s*(?:non-?zero)?\s*(?:exit)?\s*(?:code|status)?\s*:?\s*-?\d*\.?$/i;
