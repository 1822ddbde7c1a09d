import type { ToolCall } from '../model/tool-call.js';
import { resendable } from '../policy/index.js';
import { defineDetector } from './detector.js';
import { aboutSeries } from './draft.js';
import { alsoProven, begin } from './evidence.js';
import { failureName, recoveryOf, statedBy } from './recovery.js';

export const abandonedTransient = defineDetector({
  id: 'abandoned-transient',
  title: 'Transient error given up at once',
  scope: 'session',
  severity: 'info',
  why: 'The error was one that passes, and the agent never tried again: the task failed for want of one resend.',
  recovery: 'Resend once after the stated wait or a short pause before giving up.',
  seedRule: 'Recover locally from transient errors before passing them on.',
  needs: ['arguments', 'outcome', 'category'],
  options: {},
  message:
    '{tool} failed with {failure}, which passes; {count} such calls were never made again, and the session ended without them.',

  visit({ spans, cells, report }) {
    const pending = cells<Pending>();
    const rests = cells<number>();
    return {
      call({ call, key, marks }) {
        if (call.outcome === 'ok' || call.outcome === 'empty' || key === undefined)
          rests.set(toolOf(call), call.startedMs);
        const stopped = call.code === 'cancelled' || call.code === 'denied_by_user' ? call.startedMs : 0;
        rests.set(EVERYTHING, Math.max(rests.get(EVERYTHING) ?? 0, stopped, marks.userMs));
        if (key === undefined) return;
        const fails = call.outcome === 'error' && resendable(call) === true;
        pending.set(key, { call, open: fails && pending.get(key) === undefined });
      },
      over() {
        const people = [...spans.frames.values()].filter(({ kind }) => kind === 'user');
        const spokeMs = people.reduce((latest, { startedMs }) => Math.max(latest, startedMs), 0);
        const restMs = (call: ToolCall) => Math.max(rests.get(toolOf(call)) ?? 0, rests.get(EVERYTHING) ?? 0, spokeMs);
        const given = [...pending.entries()]
          .map(([, one]) => one)
          .filter(({ call, open }) => open && restMs(call) <= call.startedMs);
        for (const [first, ...rest] of groupsOf(given.map(({ call }) => call))) {
          report({
            ...aboutSeries(first, rest.reduce(alsoProven, begin(first))),
            about: `${first.tool} ${failureName(first)}`,
            source: statedBy(first.source),
            data: { tool: first.tool, failure: failureName(first), count: rest.length + 1 },
            recovery: recoveryOf(first),
          });
        }
      },
    };
  },
});

/** Calls of one tool that failed in the same way, in order of time. */
function groupsOf(calls: readonly ToolCall[]): (readonly [ToolCall, ...ToolCall[]])[] {
  const groups = new Map<string, [ToolCall, ...ToolCall[]]>();
  for (const call of [...calls].sort((a, b) => a.startedMs - b.startedMs || (a.spanId < b.spanId ? -1 : 1))) {
    const name = JSON.stringify([toolOf(call), call.agentInstance, failureName(call)]);
    const group = groups.get(name);
    if (group) group.push(call);
    else groups.set(name, [call]);
  }
  return [...groups.values()];
}

/** The first call of a series, while it is the only one. */
interface Pending {
  readonly call: ToolCall;
  readonly open: boolean;
}

/** Whatever a person says or stops settles everything that was open then. */
const EVERYTHING = '';

/** Any agent of the session may make up for it. */
function toolOf({ server, tool }: ToolCall): string {
  return JSON.stringify([server ?? '', tool]);
}
