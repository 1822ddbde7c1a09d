import { describe, expect, test } from 'vitest';
import { intervalFor, parseInterval } from '../../src/panels/interval.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JANUARY = Date.UTC(2027, 0, 31);

describe('interval texts', () => {
  test.each([
    ['30s', 30_000],
    ['1h30m', 90 * MINUTE],
    ['1.5h', 90 * MINUTE],
    ['500ms', 500],
    ['250us', 0.25],
    ['100ns', 1e-4],
    ['-1m', -MINUTE],
    ['0', 0],
    ['3d', 3 * DAY],
    ['2w', 14 * DAY],
    ['1y', 365 * DAY],
  ])('%s', (text, expected) => {
    expect(parseInterval(text, JANUARY)).toBeCloseTo(expected, 9);
  });

  test('a month counts from the given time', () => {
    expect(parseInterval('1M', Date.UTC(2027, 3, 1))).toBe(30 * DAY);
    expect(parseInterval('1M', Date.UTC(2027, 4, 1))).toBe(31 * DAY);
  });

  test.each(['', 'd', '5', '1d2h', '5 m', '1x', 'm5', '1h 5m', '5M5'])('%s is none', (text) => {
    expect(parseInterval(text, JANUARY)).toBeUndefined();
  });
});

describe('the bucket width for a range', () => {
  test.each([
    ['15 minutes on 900 points', 15 * MINUTE, 900, 30_000, 30_000],
    ['a day on 1,000 points', DAY, 1_000, 30_000, MINUTE],
    ['a week on 800 points', 7 * DAY, 800, 30_000, 15 * MINUTE],
    ['30 days on 900 points', 30 * DAY, 900, 30_000, HOUR],
    ['30 days on 30 points', 30 * DAY, 30, 30_000, DAY],
    ['nothing at all', 0, 100, 30_000, 30_000],
    ['a lower bound wins', DAY, 1_000, HOUR, HOUR],
    ['ten years on ten points', 3_650 * DAY, 10, 30_000, 365 * DAY],
  ])('%s', (_, span, points, min, expected) => {
    expect(intervalFor(0, span, points, min)).toBe(expected);
  });
});
