import type { Sealed, ToolCall } from '../model/tool-call.js';

type Timed = Pick<ToolCall, 'startedMs' | 'endedMs'>;

/** The arguments are known whole on both sides and are not the same. */
export function argumentsDiffer({ arguments: a }: ToolCall, { arguments: b }: ToolCall): boolean {
  return isWhole(a) && isWhole(b) && a.hash !== b.hash && !isOnlyValue(a, b) && !isOnlyValue(b, a);
}

/** The hash of arguments that are known whole; empty where they are not. */
export function wholeHash({ arguments: given }: ToolCall): string {
  return isWhole(given) && !isBare(given) ? (given.hash ?? '') : '';
}

/** OpenInference writes the arguments of a LangChain tool with one parameter as the bare value, without its key. */
function isOnlyValue(bare: Sealed, { copy }: Sealed): boolean {
  if (!isBare(bare) || copy === undefined || bare.copy === undefined) return false;
  return copy.endsWith(`:${bare.copy}}`) && ONE_KEY.test(copy.slice(0, -bare.copy.length - 1));
}

const ONE_KEY = /^\{"(?:[^"\\]|\\.)*":$/;

function isBare({ copy }: Sealed): boolean {
  return copy?.startsWith('"') === true;
}

function isWhole({ state, hash, partial }: Sealed): boolean {
  return state === 'captured' && hash !== undefined && !partial;
}

/** Two call ids that say: not the same call. */
export function idsDiffer(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** The spans of time touch, give or take; a call whose end is not known may last for ever. */
export function timesTouch(a: Timed, b: Timed, toleranceMs: number): boolean {
  const endA = a.endedMs ?? Number.POSITIVE_INFINITY;
  const endB = b.endedMs ?? Number.POSITIVE_INFINITY;
  return a.startedMs <= endB + toleranceMs && b.startedMs <= endA + toleranceMs;
}

/** The later one began after the earlier one had ended. */
export function isAfter(later: Timed, earlier: Timed): boolean {
  return earlier.endedMs !== undefined && later.startedMs >= earlier.endedMs;
}

/** Clocks can be compared: the records come from one process, as far as that is known. */
export function sharesClock(a: ToolCall, b: ToolCall): boolean {
  return a.service === b.service;
}
