import { describe, expect, test } from 'vitest';
import { Bounded } from '../../src/hook/bounded.js';
import { createMemory, type Finished } from '../../src/hook/memory.js';

const failed: Finished = {
  ...{ spanId: 'a', startedMs: 1_000, endedMs: 1_100, turn: undefined, user: undefined, service: undefined },
  ...{ outcome: 'error', code: 'permission_denied', category: 'permission', retryable: false, retryAfterMs: undefined },
  ...{ source: 'declared', signature: 'x', effect: 'question', traits: [], guardRefused: false, answerHash: 'h' },
  result: { state: 'absent', hash: undefined, partial: false, copy: undefined, bytes: 0 },
};

describe('a bounded map', () => {
  test('forgets what was used longest ago', () => {
    const map = new Bounded<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.get('a');
    map.set('c', 3);
    expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2]);
  });

  test('hands out and removes', () => {
    const map = new Bounded<string, number>(9);
    for (const [key, value] of Object.entries({ 's a': 1, 's b': 2, 't a': 3 })) map.set(key, value);
    expect(map.take('t a')).toBe(3);
    expect(map.takeAll((key) => key.startsWith('s '))).toEqual([1, 2]);
    expect(map.size).toBe(0);
  });
});

describe('the memory of a guard', () => {
  test('remembers a series within its session', () => {
    const memory = createMemory();
    memory.learn('s', 'k', failed);
    expect(memory.recall('s', 'k').series?.round.failures).toBe(1);
    expect(memory.recall('t', 'k').series).toBeUndefined();
  });

  test('forgets a session and its series together, never only what would have excused a resend', () => {
    const memory = createMemory();
    memory.learn('s', 'k', failed);
    memory.userTurn('s', 2_000);
    for (let i = 0; i < 3_000; i++) memory.recall(`other-${i}`, 'k');
    const { series, marks } = memory.recall('s', 'k');
    expect({ series, userMs: marks.userMs }).toEqual({ series: undefined, userMs: Number.NEGATIVE_INFINITY });
  });

  test.each<[string, object, object, 'userMs' | 'contextMs' | undefined]>([
    ["another run is the user's turn", { run: 'r1' }, { run: 'r2' }, 'userMs'],
    ["one user message more is the user's turn", { userMessages: 1 }, { userMessages: 2 }, 'userMs'],
    ['fewer messages are a compaction', { allMessages: 30 }, { allMessages: 4 }, 'contextMs'],
    ['more messages are only the next step', { allMessages: 4 }, { allMessages: 6 }, undefined],
    ['an unknown prompt says nothing', { run: 'r1' }, {}, undefined],
  ])('%s', (_, before, after, mark) => {
    const memory = createMemory();
    memory.hear('s', 'a', before, 1_000);
    memory.hear('s', 'a', after, 2_000);
    const { marks } = memory.recall('s', 'k');
    const set = (['userMs', 'contextMs'] as const).filter((one) => marks[one] === 2_000);
    expect(set).toEqual(mark === undefined ? [] : [mark]);
  });
});
