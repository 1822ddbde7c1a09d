import { expect } from 'vitest';

/** Long enough for a machine that several suites share; a success never waits for it. */
const PATIENCE_MS = 15_000;

/** Expects something that becomes true before long. */
export function soon<T>(look: () => T) {
  return expect.poll(look, { timeout: PATIENCE_MS, interval: 10 });
}
