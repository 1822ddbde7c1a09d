import type { ToolCall } from '../model/tool-call.js';
import { isBefore, resendable } from '../policy/index.js';
import { defineDetector } from './detector.js';
import { alsoProven, begin } from './evidence.js';
import type { Step } from './session.js';

export const needlessEscalation = defineDetector({
  id: 'needless-escalation',
  title: 'Needless escalation',
  scope: 'session',
  severity: 'info',
  experimental: true,
  why: 'A person is called for what the agent could settle: nothing found is an answer, and a passing error wants one resend.',
  recovery: 'Report "nothing found" as such; resend once after a transient error before calling a person.',
  seedRule: 'Recover locally before escalating.',
  needs: ['outcome', 'end'],
  options: {},
  message: '{tool} called a person right after {before} {why}.',

  visit({ cells, report }) {
    const latest = cells<Latest>();
    return {
      call(step) {
        const { call } = step;
        const before = latest.get(call.agentInstance);
        latest.set(call.agentInstance, { call, first: step.last === undefined });
        if (!call.traits.includes('escalation') || !before) return;
        const why = needless(before, step);
        if (why === undefined) return;
        report({
          tool: call.tool,
          agent: call.agent,
          about: `${call.tool} ${before.call.tool}`,
          episode: before.call.spanId,
          evidence: alsoProven(begin(before.call), call),
          source: 'inferred',
          data: { tool: call.tool, before: before.call.tool, why },
        });
      },
    };
  },
});

/** The latest call of an agent, and whether it repeated none. */
interface Latest {
  readonly call: ToolCall;
  readonly first: boolean;
}

function needless({ call: before, first }: Latest, { call, marks }: Step): string | undefined {
  if (before.endedMs === undefined || !isBefore(before.endedMs, call.startedMs)) return undefined;
  if (marks.userMs > before.startedMs || (call.turn !== undefined && call.turn === before.turn)) return undefined;
  if (before.outcome === 'empty' && before.reported !== 'error') return 'found nothing';
  return before.outcome === 'error' && first && resendable(before) === true
    ? 'failed once with an error that passes'
    : undefined;
}
