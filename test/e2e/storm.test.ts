import { expect, test } from 'vitest';
import { testDatabase } from '../support/postgres.js';
import { stormTrials } from '../support/storm-trials.js';

test('a retry storm reaches the webhook within seconds of the call that crosses the threshold', async () => {
  const { url } = await testDatabase();
  const delays = await stormTrials(url, 3, 200);
  expect(delays).toHaveLength(3);
  // The promise is 2 s at p95 on a quiet machine (test/long/storm.test.ts); here other tests run beside it.
  expect(Math.max(...delays)).toBeLessThan(6000);
});
