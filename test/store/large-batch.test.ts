import { expect, test } from 'vitest';
import { loadSession } from '../../src/store/trace-rows.js';
import { createWriter } from '../../src/store/writer.js';
import { call } from '../support/calls.js';
import { testDatabase } from '../support/postgres.js';

test.each([1, 7, 300, 2500])('%d calls in one commit come back as they went in, byte for byte', async (many) => {
  const db = await testDatabase();
  const refused: string[] = [];
  let commits = 0;
  const log = (message: string) => void refused.push(message);
  const onCommit = () => void commits++;
  const writer = createWriter({ pool: db.pool, queueBytes: 1e9, now: Date.now, log, onCommit });
  const session = `large-${many}`;
  // Texts of every length from 0 to 96, so that each kind of field meets each place of the buffer's edge.
  const calls = Array.from({ length: many }, (_, i) =>
    call({ session, at: i / 100, message: 'm'.repeat(i % 97), retryAfterMs: i + 0.5, traits: ['shell', 'texts'] }),
  );
  await writer.write({ project: 'default', bytes: 1, calls, frames: [], notes: [] });
  // A batch that fails is tried again in halves, which hides what is wrong with it.
  expect({ refused, commits }).toEqual({ refused: [], commits: 1 });
  const stored = (await loadSession(db.pool, 'default', session)).calls;
  expect(stored).toHaveLength(many);
  expect(new Map(stored.map((one) => [one.spanId, one]))).toEqual(new Map(calls.map((one) => [one.spanId, one])));
});
