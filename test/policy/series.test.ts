import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../../src/model/tool-call.js';
import {
  type Marks,
  predecessor,
  remember,
  type SeriesMemory,
  seriesKey,
  standing,
  UNMARKED,
} from '../../src/policy/index.js';
import { type CallWords, call, failed, sealed } from '../support/calls.js';

const remembered = (calls: readonly ToolCall[], marks: Marks = UNMARKED): SeriesMemory | undefined =>
  calls.reduce<SeriesMemory | undefined>((memory, one) => remember(memory, one, marks), undefined);
const T0 = Date.UTC(2026, 0, 1);

describe('how a call stands to its series', () => {
  const rows: Record<string, { calls: CallWords[]; marks?: Partial<Marks>; stands: string }> = {
    'the first call opens it': { calls: [{ at: 0 }], stands: 'opens' },
    'a call after the end of another comes after': { calls: [{ at: 0 }, { at: 5 }], stands: 'after' },
    'a call of the same turn runs beside': {
      calls: [
        { at: 0, turn: 'a' },
        { at: 5, turn: 'a' },
      ],
      stands: 'beside',
    },
    'a call that overlaps runs beside': { calls: [{ at: 0, takes: 9 }, { at: 5 }], stands: 'beside' },
    'another turn that overlaps runs beside': {
      calls: [
        { at: 0, takes: 9, turn: 'a' },
        { at: 5, turn: 'b' },
      ],
      stands: 'beside',
    },
    'a call at the very end of another comes after': { calls: [{ at: 0, takes: 5 }, { at: 5 }], stands: 'after' },
    'a call of unknown end never ended before': { calls: [{ at: 0, endedMs: undefined }, { at: 5 }], stands: 'beside' },
    'one that is known to have ended is enough': {
      calls: [{ at: 0, endedMs: undefined }, { at: 5 }, { at: 10 }],
      stands: 'after',
    },
    'a call beside one that still runs, although another has ended': {
      calls: [{ at: 0, takes: 20 }, { at: 1 }, { at: 10 }],
      stands: 'beside',
    },
    'ten minutes are the same episode': { calls: [{ at: 0 }, { at: 601 }], stands: 'after' },
    'more than ten minutes are another episode': { calls: [{ at: 0 }, { at: 602 }], stands: 'opens' },
    'a change in between opens': { calls: [{ at: 0 }, { at: 5 }], marks: { changedMs: T0 + 500 }, stands: 'opens' },
    'a change before the earlier call does not': {
      calls: [{ at: 0 }, { at: 5 }],
      marks: { changedMs: T0 - 1 },
      stands: 'after',
    },
    'a word of the user opens': { calls: [{ at: 0 }, { at: 5 }], marks: { userMs: T0 + 3000 }, stands: 'opens' },
    'a cut context opens': { calls: [{ at: 0 }, { at: 5 }], marks: { contextMs: T0 + 3000 }, stands: 'opens' },
    'another person opens': {
      calls: [
        { at: 0, user: 'ann' },
        { at: 5, user: 'bob' },
      ],
      stands: 'opens',
    },
    'a person who is not known does not': { calls: [{ at: 0, user: 'ann' }, { at: 5 }], stands: 'after' },
    'another service has another clock': {
      calls: [
        { at: 0, service: 'a' },
        { at: 5, service: 'b' },
      ],
      stands: 'opens',
    },
  };

  test.each(Object.entries(rows))('%s', (_, { calls, marks, stands }) => {
    const all = calls.map(call);
    const last = all.at(-1) ?? call();
    expect(standing(remembered(all.slice(0, -1)), last, { ...UNMARKED, ...marks })).toBe(stands);
  });
});

describe('what is remembered', () => {
  test('failures in a row, equal answers in a row, and the episode', () => {
    const calls = [failed('x', { at: 0 }), failed('x', { at: 5 }), failed('y', { at: 10 })];
    const memory = remembered(calls);
    expect(memory?.episode).toBe(calls[0]?.spanId);
    expect(memory?.round).toMatchObject({ index: 3, failures: 3, same: 1 });
    expect(memory?.prior).toMatchObject({ index: 2, failures: 2, same: 2 });
  });

  test('a success ends the failures', () => {
    expect(remembered([failed('x', { at: 0 }), call({ at: 5 })])?.round).toMatchObject({ index: 2, failures: 0 });
  });

  test('of parallel calls the most lenient, whatever the order', () => {
    const good = call({ at: 0, turn: 'a' });
    const bad = failed('restricted', { at: 1, turn: 'a', category: 'permission' });
    for (const calls of [
      [good, bad],
      [bad, good],
    ])
      expect(remembered(calls)?.round).toMatchObject({
        index: 1,
        failures: 0,
        fact: { outcome: 'ok', answer: undefined },
      });
  });

  test('both calls of a later turn repeat the turn before', () => {
    const first = failed('x', { at: 0, turn: 'a' });
    const memory = remembered([first, failed('x', { at: 5, turn: 'b' })]);
    expect(predecessor(memory, call({ at: 6, turn: 'b' }))?.fact.spanId).toBe(first.spanId);
    expect(predecessor(memory, call({ at: 9, turn: 'c' }))?.fact.spanId).not.toBe(first.spanId);
  });

  test('little: its size does not depend on how many calls there were', () => {
    const of = (n: number) =>
      JSON.stringify(remembered(Array.from({ length: n }, (_, i) => failed('x', { at: i * 5, turn: `turn-${i}` }))))
        .length;
    expect(of(5_000) - of(50)).toBeLessThan(100);
  });
});

describe('the series of a call', () => {
  const key = (words: CallWords) => seriesKey(call(words));

  test('is the same for the same arguments of the same agent at the same tool and server', () => {
    expect(key({})).toBe(key({ at: 99, turn: 'x' }));
    const other: CallWords[] = [{ args: { q: 'y' } }, { tool: 't' }, { server: 's' }, { agentInstance: 'b' }];
    expect(new Set([{}, ...other].map(key)).size).toBe(5);
  });

  test('is not known where the arguments are not', () => {
    expect(key({ args: undefined })).toBeUndefined();
    const whole = call();
    expect(seriesKey({ ...whole, arguments: { ...sealed({}), partial: true } })).toBeUndefined();
  });
});
