import type { ToolCall } from '../model/tool-call.js';
import { EPISODE_GAP_MS, isBefore } from '../policy/index.js';
import { type Leaf, leavesOf, nameOf, numberOf, numbersIn } from './arguments.js';
import { defineDetector } from './detector.js';
import { alsoProven, begin } from './evidence.js';
import { statedBy } from './recovery.js';
import type { Step } from './session.js';
import { lineKey } from './variation.js';

export const limitWorkaround = defineDetector({
  id: 'limit-workaround',
  title: 'Limit worked around',
  scope: 'session',
  severity: 'critical',
  why: 'A limit asks for an approval. The agent shrank the request until it fitted, and nobody was asked.',
  recovery: 'Escalate with the original amount; block smaller repeats of a refused request until somebody approved.',
  seedRule: 'Business limit: do not shrink the request quietly to slip under it.',
  needs: ['arguments', 'outcome', 'category', 'error-text', 'end'],
  options: {},
  message:
    '{tool} refused {field} {asked} because of a limit of {limit}; it was then sent with {sent} and succeeded, and nobody approved in between.',

  visit({ cells, report }) {
    const refusals = cells<readonly ToolCall[]>();
    const approvals = cells<number>();
    return {
      call(step) {
        const { call } = step;
        const line = lineKey(call);
        const known = refusals.get(line) ?? [];
        if (call.traits.includes('escalation')) approvals.set(ANYBODY, call.startedMs);
        if (quotesLimit(call)) refusals.set(line, [...known, call].slice(-REFUSALS));
        if (call.outcome !== 'ok' || step.key === undefined) return;
        const approvedMs = Math.max(approvals.get(ANYBODY) ?? 0, step.marks.userMs);
        for (const refused of known) {
          const shrunk = refused.startedMs > approvedMs ? shrinking(refused, step) : undefined;
          if (!shrunk) continue;
          report({
            tool: call.tool,
            agent: call.agent,
            about: `${call.tool} ${shrunk.field}`,
            episode: refused.spanId,
            evidence: alsoProven(begin(refused), call),
            source: statedBy(refused.source),
            data: { tool: call.tool, ...shrunk },
          });
        }
      },
    };
  },
});

/** Refusals remembered of one tool; an agent that shrinks does so at once. */
const REFUSALS = 4;
/** An approval for one request of the session is taken for an approval of what follows. */
const ANYBODY = '';

function quotesLimit(call: ToolCall): boolean {
  return call.outcome === 'error' && call.category === 'business' && limitsIn(call).length > 0;
}

function limitsIn({ message, description }: ToolCall): readonly number[] {
  return [message, description].flatMap((text) => (text === undefined ? [] : numbersIn(text)));
}

interface Shrunk {
  readonly field: string;
  readonly asked: number;
  readonly sent: number;
  readonly limit: number;
}

/** The one number that was above the quoted limit and now is not, where everything else stayed as it was. */
function shrinking(refused: ToolCall, { call }: Step): Shrunk | undefined {
  if (refused.endedMs === undefined || !isBefore(refused.endedMs, call.startedMs)) return undefined;
  if (call.startedMs - refused.endedMs > EPISODE_GAP_MS || (call.turn !== undefined && call.turn === refused.turn))
    return undefined;
  const before = leavesOf(refused);
  const after = new Map(leavesOf(call).map((leaf) => [leaf.path, leaf]));
  const changed = before.filter((leaf) => after.get(leaf.path)?.value !== leaf.value && !REMARKS.test(nameOf(leaf)));
  if (before.length !== after.size || changed.length === 0) return undefined;
  const shrunk = changed.map((leaf) => slipped(leaf, after.get(leaf.path), limitsIn(refused)));
  return shrunk.every((one) => one !== undefined) ? shrunk[0] : undefined;
}

function slipped(before: Leaf, after: Leaf | undefined, limits: readonly number[]): Shrunk | undefined {
  const asked = numberOf(before);
  const sent = after && numberOf(after);
  if (asked === undefined || sent === undefined || PAGING.test(nameOf(before))) return undefined;
  const limit = limits.find((one) => sent <= one && one < asked);
  return limit === undefined ? undefined : { field: nameOf(before), asked, sent, limit };
}

/** Numbers that say how much to show at once: making them smaller is what such a limit asks for. */
const PAGING =
  /^(?:limit|pagesize|perpage|size|batch|batchsize|count|top|topk|k|n|num|max|maxresults|maxitems|maxtokens|take|first|last|rows|chunk|chunksize|length|lines|depth|timeout|offset|page|results|numresults|window|days|range)$/;
/** Words for people, which may change with the request. */
const REMARKS =
  /^(?:reason|note|notes|comment|comments|remark|memo|message|description|text|idempotencykey|requestid)$/;
