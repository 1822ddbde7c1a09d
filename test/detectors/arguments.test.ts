import { expect, test } from 'vitest';
import { leavesOf, nameOf, numberOf, numbersIn } from '../../src/detectors/arguments.js';
import { call } from '../support/calls.js';

test('all values of the arguments, with the way to each', () => {
  const leaves = leavesOf(call({ args: { order: { id: 'O-1', lines: [{ qty: 2 }, { qty: null }] }, fast: true } }));
  expect(leaves.map(({ path, value }) => [path, value])).toEqual([
    ['.order.id', 'O-1'],
    ['.order.lines[0].qty', 2],
    ['.order.lines[1].qty', null],
    ['.fast', true],
  ]);
  expect(leaves.map(nameOf)).toEqual(['id', 'qty', 'qty', 'fast']);
});

test('nothing where the arguments were not captured, were cut off, or are no JSON', () => {
  const whole = call();
  const told = (change: Partial<typeof whole.arguments>) =>
    leavesOf({ ...whole, arguments: { ...whole.arguments, ...change } });
  expect([told({ copy: undefined }), told({ partial: true }), told({ copy: '{"a":' })]).toEqual([[], [], []]);
});

test('deep nests and long lists are bounded', () => {
  const deep = `${'['.repeat(5_000)}1${']'.repeat(5_000)}`;
  const whole = call();
  expect(leavesOf({ ...whole, arguments: { ...whole.arguments, copy: deep } })).toEqual([]);
  expect(leavesOf(call({ args: Array.from({ length: 5_000 }, (_, i) => i) }))).toHaveLength(200);
});

test.each([
  [800, 800],
  ['800', 800],
  ['$1,200.50', 1200.5],
  ['-5', -5],
  ['€ 30', 30],
  ['O-17', undefined],
  ['2026-01-02', undefined],
  ['', undefined],
  [true, undefined],
])('%s as a number', (value, number) => expect(numberOf({ path: '.x', value })).toBe(number));

test('the numbers that a text quotes', () => {
  expect(numbersIn('Refunds above $1,500.00 need approval (asked: 2000, limit 1500).')).toEqual([1500, 2000, 1500]);
  expect(numbersIn('not allowed')).toEqual([]);
});
