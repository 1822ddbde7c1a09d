import type { ToolCall } from '../model/tool-call.js';
import { defineDetector } from './detector.js';
import { createRoll, type Roll } from './roll.js';
import { toolName } from './tool-name.js';

export const unstructuredError = defineDetector({
  id: 'unstructured-error',
  title: 'Errors without structure',
  scope: 'tool',
  severity: 'info',
  why: 'An error that does not say what kind it is and whether a resend can work leaves the agent to guess.',
  recovery: 'Return category, retryability and a description beside isError, and name the cause in the text.',
  seedRule: 'Generic messages are useless: say category, retryability and what to do.',
  needs: ['outcome'],
  options: {
    errors: { default: 1, reason: 'One such error is enough for an agent to guess wrong.' },
  },
  message:
    '{tool}: {errors} errors that the tool did not explain; without category {noCategory}, without retryability {noRetryable}, without description {noDescription}, with a text that says nothing {generic}.',

  watch({ options }) {
    const tools = new Map<string, Count>();
    const tell = (call: ToolCall, by: 1 | -1) => {
      const lacks = lacksOf(call);
      if (!lacks) return;
      const name = toolName(call);
      const count = tools.get(name) ?? fresh();
      tools.set(name, count);
      if (by > 0) count.roll.add(call.spanId, call.startedMs);
      else count.roll.delete(call.spanId, call.startedMs);
      for (const lack of LACKS) count[lack] += lacks[lack] ? by : 0;
    };
    return {
      see: ({ call }) => tell(call, 1),
      unsee: ({ call }) => tell(call, -1),
      forget() {},
      *reports() {
        for (const [tool, { roll, ...lacks }] of tools) {
          if (roll.count < options.errors) continue;
          const data = { tool, errors: roll.count, ...lacks };
          yield { statement: { tool, about: tool, source: 'declared', data }, proof: roll.proof(), state: 'open' };
        }
      },
    };
  },
});

const LACKS = ['noCategory', 'noRetryable', 'noDescription', 'generic'] as const;
type Lacks<T> = Record<(typeof LACKS)[number], T>;
type Count = Lacks<number> & { readonly roll: Roll };

const fresh = (): Count => ({ noCategory: 0, noRetryable: 0, noDescription: 0, generic: 0, roll: createRoll() });

/** What the tool itself did not state; undefined where it stated everything or the call is no failure of the tool. */
function lacksOf({ outcome, code, claims, message }: ToolCall): Lacks<boolean> | undefined {
  if (outcome !== 'error' || code === 'cancelled' || code === 'denied_by_user') return undefined;
  const stated = claims.filter(({ source }) => source === 'declared' || source === 'envelope');
  const lacks = {
    noCategory: stated.every(({ category }) => category === undefined),
    noRetryable: stated.every(({ retryable }) => retryable === undefined),
    noDescription: stated.every(({ description }) => description === undefined),
    generic: message !== undefined && GENERIC.test(message.trim()),
  };
  return Object.values(lacks).some(Boolean) ? lacks : undefined;
}

/** Texts that are true of every failure. */
const GENERIC =
  /^(?:error:?\s*)?(?:(?:the )?(?:operation|request|call|tool|action|command|execution|query|task)\s+(?:has\s+)?(?:failed|error(?:ed)?|was unsuccessful|unsuccessful|could not be completed)|an? (?:unknown |unexpected |internal )?error (?:has )?occurr?ed|something went wrong|(?:unknown|unexpected|internal|generic) ?(?:server )?error|failed|failure|error|oops|tool[_ ]error|_other)[.!\s]*$/i;
