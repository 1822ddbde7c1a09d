import { REFRAIN } from '../../model/attributes.js';
import type { JsonObject } from '../../model/json.js';
import type { Declared, RecognisedCall } from '../../model/recognised.js';
import type { SpanEvent } from '../../model/span.js';
import { flagOf, numberOf, textOf } from './attributes.js';
import { declaredIn } from './declared.js';

/** Every attribute that is read here. */
export const GUARD_KEYS = [REFRAIN.guardRefused, REFRAIN.guardWaitedMs];

type Guard = RecognisedCall['guard'];

/** What the hook's guard did with a call: span events, or attributes where a tracer drops events. */
export function guardOf(attributes: JsonObject, events: readonly SpanEvent[]): Guard {
  const refusal = events.find(({ name }) => name === REFRAIN.guardRefused);
  const waits = events.filter(({ name }) => name === REFRAIN.guardWaited);
  const refused = refusal !== undefined || flagOf(attributes[REFRAIN.guardRefused]) === true;
  const waitedMs = waits.length > 0 ? total(waits) : (numberOf(attributes[REFRAIN.guardWaitedMs]) ?? 0);
  if (!refused && waits.length === 0 && waitedMs === 0) return undefined;
  const reason = textOf((refusal ?? waits[0])?.attributes['reason']) ?? textOf(attributes[REFRAIN.guardReason]);
  return { refused, waitedMs, reason };
}

/** Category and code that the guard gave for a refusal. */
export function refusalIn(events: readonly SpanEvent[]): Declared | undefined {
  const refusal = events.find(({ name }) => name === REFRAIN.guardRefused);
  if (!refusal) return undefined;
  const { category, code } = refusal.attributes;
  return declaredIn({ errorCategory: category ?? null, errorCode: code ?? null, ...refusal.attributes }, false);
}

function total(waits: readonly SpanEvent[]): number {
  return waits.reduce((sum, { attributes }) => sum + (numberOf(attributes['ms']) ?? 0), 0);
}
