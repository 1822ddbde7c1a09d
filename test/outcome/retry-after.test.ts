import { expect, test } from 'vitest';
import type { Json } from '../../src/model/json.js';
import { statedWait, waitInText, waitOf } from '../../src/outcome/retry-after.js';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

test.each<[string, Json, number | undefined]>([
  ['a number counts seconds', 30, 30_000],
  ['a fraction too', 1.5, 1500],
  ['so does a number in text', '30', 30_000],
  ['seconds with a unit', '12s', 12_000],
  ['milliseconds', '250ms', 250],
  ['mixed units', '1m30s', 90_000],
  ['spelled units', '2 minutes', 120_000],
  ['an ISO duration', 'PT1M30S', 90_000],
  ['an HTTP date is a wait from now', 'Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
  ['an ISO time too', '2026-01-01T12:01:00Z', 60_000],
  ['a time that has passed is no wait', '2026-01-01T11:00:00Z', 0],
  ['epoch seconds', NOW / 1000 + 20, 20_000],
  ['epoch milliseconds in text', String(NOW + 5000), 5000],
  ['a wait of years is a misread number', 400_000_000, undefined],
  ['words are none', 'soon', undefined],
  ['nothing is none', null, undefined],
  ['true is none', true, undefined],
])('%s: %j', (_, value, ms) => expect(waitOf(value, NOW)).toBe(ms));

test.each<[Record<string, Json>, number | undefined]>([
  [{ retry_after_seconds: 5 }, 5000],
  [{ retryAfterMs: 1200 }, 1200],
  [{ retry_after_ms: '1200' }, 1200],
  [{ 'Retry-After': '7' }, 7000],
  [{ headers: { 'retry-after': '7' } }, 7000],
  [{ details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12.5s' }] }, 12_500],
  [{ headers: { 'x-ratelimit-reset': NOW / 1000 + 60 } }, 60_000],
  [{ after: 5 }, undefined],
  [{ retry_after: null }, undefined],
])('%j states %j ms', (object, ms) => expect(statedWait(object, NOW)).toBe(ms));

test.each([
  ['Rate limit reached. Retry after 20 seconds.', 20_000],
  ['Retry-After: 30', 30_000],
  ['retry_after: 5', 5000],
  ['Please try again in 1m30s.', 90_000],
  ['Please try again in 20ms', 20],
  ['Too many requests, please wait 5 minutes', 300_000],
  ['wait at least 10 seconds before the next call', 10_000],
  ['Limit resets in 2 hours', 7_200_000],
  ['try again after 1 minute and 5 seconds', 65_000],
  ['try again at 2026-01-01T12:00:10Z', 10_000],
  ['retry after 2.5 s', 2500],
  ['Command timed out after 30 seconds', undefined],
  ['retry timed out after 30 seconds', undefined],
  ['waited 30 seconds for the lock', undefined],
  ['Retried 3 times in 10 seconds', undefined],
  ['The meeting takes 30 minutes', undefined],
  ['please try again later', undefined],
])('"%s" states %j ms', (text, ms) => expect(waitInText(text, NOW)).toBe(ms));
