import type { ToolCall } from '../model/tool-call.js';
import { defineDetector } from './detector.js';
import { alsoProven, begin, type Evidence } from './evidence.js';
import { failureName, statedBy } from './recovery.js';
import type { Run, Spans } from './spans.js';

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
    siblings: { default: 2, reason: 'One part before may only have been the way there; two are results of their own.' },
    withinSeconds: { default: 60, reason: 'What ends much later ended for another reason.' },
  },
  message:
    '{agent} ended in an error right after {tool} failed with {failure}, although {siblings} other parts had worked.',

  visit({ options, spans, cells, report }) {
    const courses = cells<Course>();
    return {
      call({ call }) {
        if (call.outcome === 'unknown') return;
        courses.set(call.agentInstance, further(courses.get(call.agentInstance), partOf(call)));
      },
      runEnded(run) {
        const above = run.startedBy === undefined ? aboveOf(run, spans) : undefined;
        if (above)
          courses.set(
            above.id,
            further(courses.get(above.id), { ...run, spanId: run.id, name: run.agent ?? 'an agent' }),
          );
        const course = courses.get(run.id);
        if (!course || !isThrownAway(run, course, options)) return;
        const { failed, siblings, evidence } = course;
        if (!failed) return;
        const agent = run.agent ?? 'the agent';
        report({
          tool: failed.name,
          agent,
          about: `${agent} ${failed.name}`,
          episode: failed.spanId,
          evidence,
          source: failed.source === undefined ? 'declared' : statedBy(failed.source),
          data: { agent, tool: failed.name, failure: failureName(failed), siblings },
        });
      },
    };
  },
});

/** One part of a workflow: a call, or an agent that no call started. */
interface Part extends Partial<Pick<ToolCall, 'code' | 'category' | 'source'>> {
  readonly spanId: string;
  readonly name: string;
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly failed: boolean;
}

function partOf({ spanId, tool, startedMs, endedMs, outcome, code, category, source }: ToolCall): Part {
  return { spanId, name: tool, startedMs, endedMs, failed: outcome === 'error', code, category, source };
}

/** The parts of one run so far. */
interface Course {
  readonly failed: Part | undefined;
  readonly failures: number;
  readonly siblings: number;
  readonly latestStartMs: number;
  readonly evidence: Evidence;
}

function further(before: Course | undefined, part: Part): Course {
  return {
    failed: part.failed ? part : before?.failed,
    failures: (before?.failures ?? 0) + (part.failed ? 1 : 0),
    siblings: (before?.siblings ?? 0) + (part.failed ? 0 : 1),
    latestStartMs: Math.max(before?.latestStartMs ?? part.startedMs, part.startedMs),
    evidence: before ? alsoProven(before.evidence, part) : begin(part),
  };
}

function isThrownAway(
  run: Run,
  { failed, failures, siblings, latestStartMs }: Course,
  { siblings: least, withinSeconds }: { readonly siblings: number; readonly withinSeconds: number },
): boolean {
  if (!run.failed || failures !== 1 || siblings < least || run.answer?.trim()) return false;
  if (failed?.endedMs === undefined || run.endedMs === undefined) return false;
  return latestStartMs <= failed.endedMs && run.endedMs - failed.endedMs <= withinSeconds * 1000;
}

function aboveOf({ id }: Run, spans: Spans): Run | undefined {
  const frame = spans.frames.get(id);
  return frame && spans.runAbove(frame);
}
