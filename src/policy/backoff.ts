/** First wait: below a second an upstream that just failed has hardly begun to recover. */
const BASE_MS = 1_000;
/** Longest single wait: a model that hangs longer is cut off by most clients. */
const CAP_MS = 30_000;

/** The longest wait that full jitter may draw before the n-th resend (n from 1). */
export function scheduleMs(resend: number): number {
  return Math.min(CAP_MS, BASE_MS * 2 ** Math.min(resend - 1, 30));
}

/** Exponential backoff with full jitter: a wait between nothing and the schedule, so that agents do not march in step. */
export function backoffMs(resend: number, random: number): number {
  return Math.round(scheduleMs(resend) * random);
}
