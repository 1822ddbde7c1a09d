import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { now, stopwatch } from '../../src/hook/clock.js';

describe('the clock of calls', () => {
  test('never gives the same time twice, and stays by the system clock', () => {
    const times = Array.from({ length: 5_000 }, now);
    const systemMs = Date.now();
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(Math.abs((times.at(-1) ?? 0) - systemMs)).toBeLessThan(50);
  });

  test('what follows a call starts after it ended, even within one millisecond', () => {
    for (let i = 0; i < 1_000; i++) {
      const ended = stopwatch(now())();
      expect(now()).toBeGreaterThan(ended);
    }
  });

  test('measures durations below a millisecond and above', async () => {
    const startedMs = now();
    const ended = stopwatch(startedMs);
    expect(ended() - startedMs).toBeLessThan(1);
    await sleep(20);
    expect(ended() - startedMs).toBeGreaterThan(18);
  });
});
