import type { ToolCall } from '../model/tool-call.js';
import { defineDetector } from './detector.js';
import { alsoWasted, begin, type Evidence } from './evidence.js';
import { statedBy } from './recovery.js';

export const inventedTool = defineDetector({
  id: 'invented-tool',
  title: 'Tools that do not exist',
  scope: 'session',
  severity: 'warning',
  why: 'The agent calls tools that nobody offered it; each call is a turn spent on a name it made up.',
  recovery:
    'Answer an unknown tool with the list of tools there are, and check the prompt for names of tools that are gone.',
  seedRule: 'Unknown names are repaired by correcting the name.',
  needs: ['outcome'],
  options: {
    calls: {
      default: 3,
      reason: 'A slip happens and the answer corrects it; the third such call ignores two answers.',
    },
  },
  message: 'The agent called tools that do not exist {count} times, under {names} different names.',

  visit({ options, cells, report }) {
    const inventions = cells<Invention>();
    return {
      call({ call }) {
        if (!isInvented(call)) return;
        const before = inventions.get(call.agentInstance);
        const evidence = before ? alsoWasted(before.evidence, call) : begin(call);
        const names = new Set([...(before?.names ?? []), call.tool]);
        inventions.set(call.agentInstance, { evidence, names: [...names].slice(0, NAMES) });
        if (evidence.calls.count < options.calls) return;
        report({
          tool: call.tool,
          agent: call.agent,
          about: 'tools that do not exist',
          episode: evidence.first,
          evidence,
          source: statedBy(call.source),
          data: { count: evidence.calls.count, names: names.size },
        });
      },
    };
  },
});

interface Invention {
  readonly evidence: Evidence;
  readonly names: readonly string[];
}

/** Different names counted; beyond that the number says nothing more. */
const NAMES = 50;

/** The name that does not exist is the tool's own, not that of a file or a record it was asked for. */
function isInvented({ outcome, code, codeAsWritten, message = '', traits }: ToolCall): boolean {
  if (outcome !== 'error' || code !== 'unknown_name' || traits.includes('shell')) return false;
  return codeAsWritten === '-32601' || NO_SUCH_TOOL.test(message);
}

const NO_SUCH_TOOL =
  /\b(?:no such|unknown|invalid|unrecognized|unavailable|non-?existent)\s+(?:tool|function|method)\b|\b(?:tool|function|method)\s+(?:name\s+)?\S*\s*(?:is\s+|was\s+|does\s+)?(?:not\s+(?:found|exist|available|registered|defined|supported)|unknown|not a valid)/i;
