import type { Claim, ToolCall } from '../model/tool-call.js';
import { codeRow } from '../outcome/index.js';
import type { Past } from '../policy/index.js';
import { defineDetector, type Sighting } from './detector.js';
import { alsoProven, begin } from './evidence.js';
import { statedBy } from './recovery.js';
import { createRoll, type Roll } from './roll.js';
import { toolName } from './tool-name.js';

export const contradictoryMetadata = defineDetector({
  id: 'contradictory-metadata',
  title: 'Contradictory metadata',
  scope: 'tool',
  severity: 'warning',
  why: 'Two statements about the same call exclude each other; agents and guards that follow the wrong one misbehave.',
  recovery: 'Build results with one builder that does not allow the combination.',
  seedRule: 'Transient is the only category for which a resend can work.',
  needs: [],
  options: {},
  message: '{tool}: in {count} {answers} {contradiction}.',

  /** Only within a session is it known that nothing made the difference between the failure and the success. */
  visit({ report }) {
    return {
      call({ call, last }) {
        if (!last || !isWorkedAfterAll(call, last.fact)) return;
        report({
          tool: call.tool,
          agent: call.agent,
          about: 'final-but-worked',
          episode: last.fact.spanId,
          evidence: alsoProven(begin(last.fact), call),
          source: 'declared',
          data: {
            tool: call.tool,
            count: 1,
            answers: 'case',
            contradiction: 'the error was called final, and the same call worked afterwards',
          },
        });
      },
    };
  },

  watch() {
    const rolls = new Map<string, { tool: string; kind: Kind; roll: Roll }>();
    const tell = ({ call }: Sighting, by: 1 | -1) => {
      for (const kind of kindsOf(call)) {
        const tool = toolName(call);
        const known = rolls.get(`${kind} ${tool}`) ?? { tool, kind, roll: createRoll() };
        rolls.set(`${kind} ${tool}`, known);
        if (by > 0) known.roll.add(call.spanId, call.startedMs);
        else known.roll.delete(call.spanId, call.startedMs);
      }
    };
    return {
      see: (sighting) => tell(sighting, 1),
      unsee: (sighting) => tell(sighting, -1),
      forget() {},
      *reports() {
        for (const { tool, kind, roll } of rolls.values()) {
          if (roll.count === 0) continue;
          const answers = roll.count === 1 ? 'answer' : 'answers';
          const data = { tool, count: roll.count, answers, contradiction: KINDS[kind] };
          yield { statement: { tool, about: kind, source: 'declared', data }, proof: roll.proof(), state: 'open' };
        }
      },
    };
  },
});

const KINDS = {
  'retryable-but-final': 'the error is called retryable and is of a kind that no resend can cure',
  'final-but-transient': 'the error is called transient and not retryable',
  'success-with-error': 'success is reported together with an error code',
  'data-beside-failure': 'a failure is reported together with data',
  'category-beside-success': 'an error category is stated although the call succeeded',
  'wait-beside-final': 'a time to come back is stated for an error that is not retryable',
} as const;
type Kind = keyof typeof KINDS;

function kindsOf(call: ToolCall): readonly Kind[] {
  const stated = call.claims.filter(isStated);
  const known = call.claims.filter(({ source }) => source !== 'text' && source !== 'none');
  const some = (claims: readonly Claim[], test: (claim: Claim) => boolean) => claims.some(test);
  const failed = some(known, (claim) => claim.failed === true);
  const final = some(known, (claim) => isFinal(categoryOf(claim)));
  const transient = some(known, (claim) => categoryOf(claim) === 'transient');
  const found: Record<Kind, boolean> = {
    'retryable-but-final': final && some(stated, ({ retryable }) => retryable === true),
    'final-but-transient': transient && some(stated, ({ retryable }) => retryable === false),
    'success-with-error': some(stated, (claim) => claim.failed === false) && failed,
    'data-beside-failure': failed && some(stated, ({ data }) => data === true),
    'category-beside-success':
      !failed && call.outcome !== 'error' && some(stated, ({ category }) => category !== undefined),
    'wait-beside-final': waits(stated) && (final || some(stated, ({ retryable }) => retryable === false)),
  };
  return (Object.keys(found) as Kind[]).filter((kind) => found[kind]);
}

function isStated({ source }: Claim): boolean {
  return source === 'declared' || source === 'envelope';
}

function categoryOf({ category, code }: Claim): Claim['category'] {
  return category ?? codeRow(code)?.category;
}

function isFinal(category: Claim['category']): boolean {
  return category !== undefined && category !== 'transient';
}

function waits(claims: readonly Claim[]): boolean {
  return claims.some(({ retryAfterMs }) => retryAfterMs !== undefined);
}

function isWorkedAfterAll(call: ToolCall, { outcome, retryable, source }: Past): boolean {
  if (outcome !== 'error' || retryable !== false || statedBy(source) === 'inferred') return false;
  return call.outcome === 'ok' || call.outcome === 'empty';
}
