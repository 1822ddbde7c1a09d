import type { ToolCall } from '../model/tool-call.js';
import { type Leaf, leavesOf } from './arguments.js';
import { defineDetector } from './detector.js';
import { begin } from './evidence.js';
import type { Cells } from './ledger.js';
import { mentionsFailure } from './mention.js';
import { failureName, statedBy } from './recovery.js';
import type { Run, Spans } from './spans.js';

export const suppressedError = defineDetector({
  id: 'suppressed-error',
  title: 'Error kept back by a sub-agent',
  scope: 'agent',
  severity: 'warning',
  why: 'The coordinator builds on a result that looks whole, and cannot know that a part of it failed.',
  recovery: 'Let the sub-agent hand back what succeeded, what was tried and what failed.',
  seedRule: 'Recover locally; pass on what could not be recovered, with partial results and what was attempted.',
  needs: ['outcome'],
  options: {},
  message:
    'The sub-agent {agent} ended well and said nothing of {tool}, which failed with {failure} and never worked afterwards.',

  visit({ spans, cells, report }) {
    const failures = cells<readonly ToolCall[]>();
    const kept = cells<KeptBack>();
    return {
      call({ call }) {
        const run = spans.runAbove(call);
        if (run) note(failures, run, call);
      },
      runEnded(run) {
        if (run.failed || !isSubAgent(run, spans) || !isKnownAnswer(run.answer)) return;
        for (const call of failures.get(run.id) ?? [])
          if (!mentionsFailure(run.answer, call)) kept.set(call.spanId, { run, call });
      },
      // A success that made up for it may still be on its way while spans are missing.
      whole() {
        for (const [, { run, call }] of kept.entries()) {
          const agent = run.agent ?? call.agent ?? 'without a name';
          report({
            tool: call.tool,
            agent,
            about: `${agent} ${call.tool}`,
            episode: call.spanId,
            evidence: begin(call),
            source: statedBy(call.source),
            data: { agent, tool: call.tool, failure: failureName(call) },
          });
        }
      },
    };
  },
});

/** A failure that the run it belongs to did not hand back. */
interface KeptBack {
  readonly run: Run;
  readonly call: ToolCall;
}

/** Open failures kept per run; a sub-agent with more of them hardly ends well. */
const FAILURES = 50;

/** What failed stays open until the tool works again, or another one works on the same thing. */
function note(failures: Cells<readonly ToolCall[]>, { id }: Run, call: ToolCall): void {
  const open = failures.get(id) ?? [];
  if (isLoss(call)) failures.set(id, [...open.filter((one) => !isSameCall(one, call)), call].slice(-FAILURES));
  else if (open.length > 0 && call.outcome !== 'error')
    failures.set(
      id,
      open.filter((one) => !recovers(call, one)),
    );
}

function isSameCall(one: ToolCall, other: ToolCall): boolean {
  return one.tool === other.tool && one.arguments.hash === other.arguments.hash;
}

/** A name that does not exist and a record that is not there are answers; what the user stopped is no loss. */
function isLoss({ outcome, code }: ToolCall): boolean {
  return outcome === 'error' && !['not_found', 'unknown_name', 'cancelled', 'denied_by_user'].includes(code ?? '');
}

/**
 * The same call works, a corrected one does, or another tool does something with the same thing. The same tool working on
 * something else makes up for nothing; only of commands nobody can tell what they work on.
 */
function recovers(call: ToolCall, failure: ToolCall): boolean {
  const sameTool = call.tool === failure.tool && call.server === failure.server;
  if (sameTool && call.arguments.hash === failure.arguments.hash) return true;
  if (sameTool && (isCorrectable(failure) || call.traits.includes('shell'))) return true;
  const things = new Set(
    leavesOf(failure)
      .map(({ value }) => value)
      .filter(isThing),
  );
  return leavesOf(call).some(({ value }) => isThing(value) && things.has(value));
}

function isCorrectable({ category }: ToolCall): boolean {
  return category === undefined || category === 'validation';
}

/** Values that name something; small numbers and flags are equal in calls that have nothing to do with each other. */
function isThing(value: Leaf['value']): boolean {
  return typeof value === 'string' ? value.length > 2 : typeof value === 'number' && Math.abs(value) > 100;
}

function isSubAgent(run: Run, spans: Spans): boolean {
  return run.startedBy !== undefined || isBelow(run, spans);
}

function isBelow({ id }: Run, spans: Spans): boolean {
  const frame = spans.frames.get(id);
  return frame !== undefined && spans.runAbove(frame) !== undefined;
}

/** Longer answers may have been cut, and the failure may stand in what is missing. */
const WHOLE = 3_500;

function isKnownAnswer(answer: string | undefined): answer is string {
  return answer !== undefined && answer.length <= WHOLE;
}
