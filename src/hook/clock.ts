/** A step smaller than any call and larger than what a double loses at this magnitude. */
const STEP_MS = 0.001;
/** A clock that was set back by more than this is believed; less is jitter of the machine's own corrections. */
const SET_BACK_MS = 1_000;

let latestMs = 0;

/**
 * The time in milliseconds since the epoch, later than every time given before. The system clock has whole milliseconds,
 * and calls that follow each other within one must not seem parallel.
 */
export function now(): number {
  const systemMs = Date.now();
  return seen(systemMs < latestMs - SET_BACK_MS ? systemMs : Math.max(systemMs, latestMs + STEP_MS));
}

/** Measures how long something takes, whatever the system clock does meanwhile: the function tells when it ended. */
export function stopwatch(startedMs: number): () => number {
  const startedAt = performance.now();
  return () => {
    const endedMs = startedMs + performance.now() - startedAt;
    latestMs = Math.max(latestMs, endedMs);
    return endedMs;
  };
}

function seen(ms: number): number {
  latestMs = ms;
  return ms;
}
