/** Nanoseconds = high * 2^32 + low, and 2^32 = 4,294,967 * 1,000 + 296. */
const HIGH_QUOTIENT = 4_294_967;
const HIGH_REST = 296;

/**
 * Milliseconds, rounded to whole microseconds, of a 64-bit count of nanoseconds in two halves. `undefined` where the number
 * of microseconds is no longer exact in a double, which is after June 2255.
 */
export function msOfHalves(low: number, high: number): number | undefined {
  const micros = high * HIGH_QUOTIENT + Math.floor((high * HIGH_REST + low + 500) / 1000);
  return msOfMicros(micros);
}

/** The same for nanoseconds written as decimal digits or as a JSON number; `undefined` also where it is neither. */
export function msOfJson(nanos: unknown): number | undefined {
  if (typeof nanos === 'number') return nanos >= 0 ? msOfMicros(Math.round(nanos / 1000)) : undefined;
  if (typeof nanos !== 'string' || !/^\d{1,20}$/.test(nanos)) return undefined;
  const rest = Number(nanos.slice(-3));
  return msOfMicros(Number(nanos.slice(0, -3)) + (rest >= 500 ? 1 : 0));
}

function msOfMicros(micros: number): number | undefined {
  return micros <= Number.MAX_SAFE_INTEGER ? micros / 1000 : undefined;
}
