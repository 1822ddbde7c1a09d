import { expect, test } from 'vitest';
import { testDatabase } from '../support/postgres.js';
import { quantile, stormTrials } from '../support/storm-trials.js';

test('over 50 storms at 1,000 spans a second the alert takes less than 2 s at p95', async () => {
  const { url } = await testDatabase();
  const delays = await stormTrials(url, 50, 1000);
  console.log(
    `storm to webhook over ${delays.length} trials: p50 ${quantile(delays, 0.5)} ms, p95 ${quantile(delays, 0.95)} ms, most ${Math.max(...delays)} ms`,
  );
  expect(quantile(delays, 0.95)).toBeLessThan(2000);
});
