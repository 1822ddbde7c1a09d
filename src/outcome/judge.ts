import type { RecognisedCall } from '../model/recognised.js';
import type { Settings } from '../model/settings.js';
import type { Claim, Verdict } from '../model/tool-call.js';
import { conclude } from './conclude.js';
import { declaredClaims } from './declared.js';
import { type EffectFacts, effectOf, type Nature } from './effect/index.js';
import { type Envelope, isNothing, readEnvelope } from './envelope/index.js';
import { codeClaims } from './machine-codes.js';
import { messageOf, textClaims } from './text-claims.js';

/** A verdict with the effect and the traits of the tool. */
export type Judgement = Verdict & Nature;

/** Judges one recognised call: reads every source, keeps every claim, concludes. */
export function judge(call: RecognisedCall, settings: Settings): Judgement {
  const nature = effectOf(factsOf(call), settings);
  const envelope = envelopeOf(call, nature);
  const said = lazy(() => messageOf(call, envelope));
  const stated = [...declaredClaims(call), ...envelope.claims, ...codeClaims(call, said)];
  const claims: readonly Claim[] = [
    ...stated,
    ...textClaims({ call, nature, envelope, stated, said }),
    ...nothingClaims(call, envelope),
  ];
  const message = claims.some(({ failed }) => failed === true) ? said() : undefined;
  const verdict = conclude(claims, {
    reported: call.reported,
    effect: nature.effect,
    resultState: call.result.state,
    message,
  });
  return { ...verdict, effect: nature.effect, traits: nature.traits };
}

function factsOf({ tool, server, arguments: args, readOnly, destructive, startsAgent }: RecognisedCall): EffectFacts {
  return { tool, server, arguments: args.value, readOnly, destructive, startsAgent };
}

/** Most calls succeed and need no message. */
function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function envelopeOf({ result, endedMs, startedMs }: RecognisedCall, { effect }: Nature): Envelope {
  const seen = result.state === 'captured' || result.state === 'truncated';
  return readEnvelope(seen ? result.value : undefined, {
    nowMs: endedMs ?? startedMs,
    question: effect === 'question',
  });
}

/** Nothing returned. Only a result that was captured whole can be empty. */
function nothingClaims({ result }: RecognisedCall, { payload }: Envelope): readonly Claim[] {
  return result.state === 'captured' && payload !== undefined && isNothing(payload)
    ? [{ source: 'envelope', rule: 'result.nothing', empty: true }]
    : [];
}
