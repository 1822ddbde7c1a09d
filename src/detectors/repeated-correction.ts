import type { ToolCall } from '../model/tool-call.js';
import { defineDetector } from './detector.js';
import { statedBy } from './recovery.js';
import { type Variation, vary } from './variation.js';

export const repeatedCorrection = defineDetector({
  id: 'repeated-correction',
  title: 'Correction that does not correct',
  scope: 'session',
  severity: 'warning',
  why: 'The agent corrects its input over and over and still fails on the same point: it does not know what is wanted.',
  recovery: 'Name the field, the rule and a valid example in the error; let the agent ask after the second correction.',
  seedRule: 'Validation errors are repaired by correcting the input, once more.',
  needs: ['arguments', 'outcome', 'category', 'error-text', 'end'],
  options: {
    corrections: {
      default: 3,
      reason: 'One correction is expected and a second may be bad luck; the third shows no plan.',
    },
  },
  message: '{tool} rejected its input, and {count} corrections later it still fails on {point}.',

  visit({ options, cells, report }) {
    const lines = cells<Variation>();
    return {
      call(step) {
        const { call } = step;
        const variation = vary(lines, step, isRejectedInput);
        if (!variation || variation.tried <= options.corrections) return;
        report({
          tool: call.tool,
          agent: call.agent,
          about: `${call.tool} ${variation.field ?? variation.signature}`,
          episode: variation.evidence.first,
          evidence: variation.evidence,
          source: statedBy(call.source),
          data: {
            tool: call.tool,
            count: variation.tried - 1,
            point: variation.field === undefined ? 'the same error' : `the field ${variation.field}`,
          },
        });
      },
    };
  },
});

/** A name that does not exist is looked for, not corrected. */
function isRejectedInput({ category, code }: ToolCall): boolean {
  return category === 'validation' && code !== 'unknown_name';
}
