/** What became of a delivery. `wait` says when to try again; `drop` means that trying again cannot help. */
export type Delivery =
  | { readonly result: 'sent' }
  | { readonly result: 'wait'; readonly afterMs: number | undefined; readonly why: string }
  | { readonly result: 'drop'; readonly why: string };

/** A receiver that takes longer holds up the next alert. */
const TIMEOUT_MS = 10_000;

/**
 * Posts JSON. Redirects are not followed: the operator named this address and no other. The body and the address stay out of the
 * words of a failure, since both may hold what is not for logs.
 */
export async function post(url: string, body: string, nowMs: number): Promise<Delivery> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'refrain' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return judgeStatus(response.status, response.headers.get('retry-after'), nowMs);
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { result: 'wait', afterMs: undefined, why: cause?.code ?? name };
  }
}

/** Which answers a retry can change: too many requests, time-outs and servers in trouble; everything else is final. */
export function judgeStatus(status: number, retryAfter: string | null, nowMs: number): Delivery {
  if (status >= 200 && status < 300) return { result: 'sent' };
  const passing = status === 408 || status === 429 || status >= 500;
  if (!passing) return { result: 'drop', why: `status ${status}` };
  return { result: 'wait', afterMs: readRetryAfter(retryAfter, nowMs), why: `status ${status}` };
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3); undefined where neither. */
export function readRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
