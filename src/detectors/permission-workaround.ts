import type { ToolCall } from '../model/tool-call.js';
import { isBefore } from '../policy/index.js';
import { type Leaf, leavesOf, nameOf } from './arguments.js';
import { defineDetector } from './detector.js';
import { alsoProven, begin } from './evidence.js';
import { failureName, statedBy } from './recovery.js';
import type { Step } from './session.js';

export const permissionWorkaround = defineDetector({
  id: 'permission-workaround',
  title: 'Permission worked around',
  scope: 'session',
  severity: 'critical',
  why: 'One tool refused for want of rights or credits, and the agent reached the same thing through another.',
  recovery: 'Escalate or change the credentials; give the other tool the same rights check as the first.',
  seedRule: 'Restricted: do not call other tools to work around it.',
  needs: ['arguments', 'outcome', 'category', 'end'],
  options: {},
  message:
    '{refusing} refused access to {target} with {failure}, and the agent got there through {tool} without anybody being asked.',

  visit({ cells, report }) {
    const refusals = cells<readonly Refusal[]>();
    return {
      call(step) {
        const { call, marks } = step;
        const known = (refusals.get(call.agentInstance) ?? []).filter(
          ({ call: { startedMs } }) => startedMs > marks.userMs,
        );
        const refusal = refusalOf(call);
        if (refusal) return refusals.set(call.agentInstance, [...known, refusal].slice(-REFUSALS));
        if (call.outcome !== 'ok') return;
        if (changesRights(call)) return refusals.set(call.agentInstance, undefined);
        for (const { call: refused, targets } of known) {
          const target = isOther(refused, step) ? reached(targets, call) : undefined;
          if (target === undefined) continue;
          report({
            tool: call.tool,
            agent: call.agent,
            about: `${refused.tool} ${call.tool} ${refused.arguments.hash ?? ''}`,
            episode: refused.spanId,
            evidence: alsoProven(begin(refused), call),
            source: statedBy(refused.source),
            data: { tool: call.tool, refusing: refused.tool, target, failure: failureName(refused) },
          });
        }
      },
    };
  },
});

/** A call that was refused, and what it was after. */
interface Refusal {
  readonly call: ToolCall;
  readonly targets: readonly string[];
}

/** Refusals remembered of one agent; the way around is taken soon. */
const REFUSALS = 8;

function refusalOf(call: ToolCall): Refusal | undefined {
  const { category, code } = call;
  if (call.outcome !== 'error' || (category !== 'permission' && code !== 'insufficient_credits')) return undefined;
  const targets = leavesOf(call)
    .filter(isTarget)
    .map(({ value }) => String(value));
  return { call, targets };
}

/** Names a thing: by its form (digits, paths, addresses), or because its argument is a name for things. */
function isTarget(leaf: Leaf): boolean {
  const { value } = leaf;
  if (typeof value !== 'string' || value.length < 3 || value.length > 300) return false;
  return !MANNERS.test(nameOf(leaf)) && (/[\d/@]|\w[.:_-]\w/.test(value) || THINGS.test(nameOf(leaf)));
}

const THINGS =
  /(?:id|name|path|file|filename|url|uri|table|account|customer|order|resource|target|repo|repository|user|email|key|document|record|database|bucket|host)$/;
/** Arguments that say how, not what: equal in many calls that have nothing to do with each other. */
const MANNERS =
  /^(?:format|lang|language|locale|units?|mode|type|sort|sortby|orderby|order|encoding|currency|status|timezone|version|date|from|to|since|until|apikey|token|session|sessionid|requestid|userid|tenant|tenantid|model)$/;

function isOther(refused: ToolCall, { call }: Step): boolean {
  if (refused.tool === call.tool && refused.server === call.server) return false;
  if (refused.user !== undefined && call.user !== undefined && refused.user !== call.user) return false;
  if (call.turn !== undefined && call.turn === refused.turn) return false;
  if (!isSameAim(refused, call)) return false;
  return refused.endedMs !== undefined && isBefore(refused.endedMs, call.startedMs);
}

/** Reading about what must not be changed, or telling somebody about it, is no way around. */
function isSameAim(refused: ToolCall, call: ToolCall): boolean {
  if (refused.effect === 'action' && call.effect === 'question') return false;
  if (refused.effect === 'question' && call.effect === 'action') return false;
  return !TELLS.test(call.tool) || TELLS.test(refused.tool);
}

const TELLS =
  /(?:^|[_./-])(?:send|notify|message|e?mail|reply|respond|comment|tell|think|finish|note|todo)(?:$|[_./-])/i;

function reached(targets: readonly string[], call: ToolCall): string | undefined {
  const shell = call.traits.includes('shell');
  const words = leavesOf(call).flatMap(({ value }) =>
    typeof value !== 'string' ? [] : shell ? wordsOf(value) : [value],
  );
  return targets.find((target) => words.includes(target));
}

/** The words of a command, unless it only looks at why access was refused. */
function wordsOf(command: string): readonly string[] {
  if (/^\s*(?:ls|stat|id|whoami|groups|getfacl|file|test|namei)\b[^;&|]*$/.test(command)) return [];
  return command.split(/[\s'"`<>|;&()=]+/);
}

/** Asking a person or getting other rights is the way that should be taken. */
function changesRights({ tool, traits }: ToolCall): boolean {
  return traits.includes('escalation') || RIGHTS.test(tool);
}

const RIGHTS =
  /log_?in|sign_?in|authenticate|authori[sz]e|grant|(?:request|ask|get)_?(?:access|permission|approval)|assume_?role|sudo|impersonate|switch_?user|elevate|(?:set|refresh|use)_?(?:credential|token|key)|top_?up/i;
