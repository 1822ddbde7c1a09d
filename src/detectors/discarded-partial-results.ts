import type { ToolCall } from '../model/tool-call.js';
import { defineDetector } from './detector.js';
import { alsoProven, begin, type Evidence } from './evidence.js';
import { failureName, statedBy } from './recovery.js';

export const discardedPartialResults = defineDetector({
  id: 'discarded-partial-results',
  title: 'Partial results thrown away',
  scope: 'agent',
  severity: 'info',
  experimental: true,
  why: 'One part failed and the whole was given up, although the other parts had worked and were paid for.',
  recovery: 'Return what succeeded together with what failed, and let the caller decide.',
  seedRule: 'Return partial results and what was attempted.',
  needs: ['outcome', 'end'],
  options: {
    siblings: { default: 2, reason: 'One call before may only have been the way there; two are results of their own.' },
    withinSeconds: { default: 60, reason: 'What ends much later ended for another reason.' },
  },
  message:
    '{agent} ended in an error right after {tool} failed with {failure}, although {siblings} calls before it had worked.',

  visit({ options, cells, report }) {
    const runs = cells<Course>();
    return {
      call({ call }) {
        if (call.outcome === 'unknown') return;
        const before = runs.get(call.agentInstance);
        const failures = (before?.failures ?? 0) + (call.outcome === 'error' ? 1 : 0);
        const evidence = before ? alsoProven(before.evidence, call) : begin(call);
        runs.set(call.agentInstance, { call, failures, evidence });
      },
      runEnded(run) {
        const course = runs.get(run.id);
        if (!run.failed || !course || course.failures !== 1 || course.call.outcome !== 'error') return;
        const siblings = course.evidence.calls.count - 1;
        const lateMs = (run.endedMs ?? 0) - (course.call.endedMs ?? Number.NEGATIVE_INFINITY);
        if (siblings < options.siblings || lateMs > options.withinSeconds * 1000 || run.answer?.trim()) return;
        const agent = run.agent ?? course.call.agent ?? 'the agent';
        report({
          tool: course.call.tool,
          agent,
          about: `${agent} ${course.call.tool}`,
          episode: course.call.spanId,
          evidence: course.evidence,
          source: statedBy(course.call.source),
          data: { agent, tool: course.call.tool, failure: failureName(course.call), siblings },
        });
      },
    };
  },
});

/** The calls of one run so far. */
interface Course {
  /** The latest call. */
  readonly call: ToolCall;
  readonly failures: number;
  readonly evidence: Evidence;
}
