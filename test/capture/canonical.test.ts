import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical } from '../../src/capture/canonical.js';
import { foldedSet } from '../../src/capture/keys.js';
import { VOLATILE_KEYS } from '../../src/capture/volatile.js';
import type { Json } from '../../src/model/json.js';

const VOLATILE = foldedSet(VOLATILE_KEYS);
const text = (value: Json) => canonical(value, VOLATILE).text;

test.each<[string, Json, Json]>([
  ['the order of keys', { a: 1, b: { d: 2, c: 3 } }, { b: { c: 3, d: 2 }, a: 1 }],
  ['the spelling of numbers', JSON.parse('{"a":1.0,"b":1e3,"c":-0}'), { a: 1, b: 1000, c: 0 }],
  ['request ids', { q: 'x', request_id: 'r1' }, { q: 'x', request_id: 'r2' }],
  ['request ids in other spellings', { q: 'x', requestId: 'r1' }, { q: 'x', 'Request-ID': 'r2' }],
  ['trace context, deep down', { q: { _meta: { traceparent: '00-1' }, a: 1 } }, { q: { a: 1, traceparent: '00-2' } }],
  ['whether a volatile key is there', { q: 'x' }, { q: 'x', idempotencyKey: 'k' }],
])('%s makes no difference', (_, a, b) => expect(text(a)).toBe(text(b)));

test.each<[string, Json, Json]>([
  ['a number and its text', 5, '5'],
  ['null and absent', { a: null }, {}],
  ['the order of a list', [1, 2], [2, 1]],
  ['a timestamp that the model chose', { city: 'x', timestamp: 1 }, { city: 'x', timestamp: 2 }],
  ['a record id', { id: 1 }, { id: 2 }],
  ['false and 0', false, 0],
])('%s make a difference', (_, a, b) => expect(text(a)).not.toBe(text(b)));

describe('canonical JSON', () => {
  const json = fc.jsonValue() as fc.Arbitrary<Json>;

  test('is JSON of the same value, and canonical already', () => {
    fc.assert(
      fc.property(json, (value) => {
        const out = canonical(value, new Set()).text;
        expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonical(JSON.parse(out), new Set()).text).toBe(out);
      }),
      { numRuns: 1000 },
    );
  });

  test('ends at values nested without end, and says so', () => {
    const { text: out, deep } = canonical(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)), VOLATILE);
    expect(deep).toBe(true);
    expect(() => JSON.parse(out)).not.toThrow();
  });

  test('keeps a key named __proto__ as a key', () => {
    expect(text(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });

  test('lists each volatile key once', () => {
    expect(VOLATILE.size).toBe(VOLATILE_KEYS.length);
  });
});
