import { describe, expect, test } from 'vitest';
import type { Field, FieldType, Frame } from '../../src/panels/field.js';
import { createLives, evaluate, numberSet, reduce } from './alert-semantics.js';
import { type FileRule, fileRules } from './reading.js';

const field = (name: string, type: FieldType, values: unknown[], labels = {}): Field => ({
  name,
  type,
  values,
  labels,
});
const frame = (...fields: Field[]): Frame => ({ fields });
const tools = field('tool', 'string', ['a', 'b']);

/** A rule of ours with the states and times that a case needs. */
function rule(change: Partial<FileRule>): FileRule {
  const [first] = fileRules();
  if (!first) throw new Error('no rules');
  return { ...first, noDataState: 'OK', execErrState: 'Error', for: '60s', keepFiringFor: '120s', ...change };
}

describe('a table of numbers', () => {
  test('each row is an instance, texts are labels, a missing text is the empty one', () => {
    expect(numberSet(frame(field('tool', 'string', ['a', null]), field('value', 'number', [1, null])))).toEqual([
      { labels: { tool: 'a' }, value: 1 },
      { labels: { tool: '' }, value: null },
    ]);
  });

  test.each<[string, Frame, string]>([
    ['two numbers', frame(tools, field('x', 'number', [1, 2]), field('y', 'number', [1, 2])), 'got 2'],
    ['no number', frame(tools), 'got 0'],
    ['a time', frame(field('time', 'time', [1]), field('x', 'number', [1])), 'got type not (time)'],
    ['a boolean', frame(field('on', 'boolean', [true]), field('x', 'number', [1])), 'got type not (on)'],
    ['json', frame(field('j', 'json', [{}]), field('x', 'number', [1])), 'got type not (j)'],
    ['the same labels twice', frame(field('tool', 'string', ['a', 'a']), field('x', 'number', [1, 2])), 'uniquely'],
  ])('with %s is refused', (_, given, message) => {
    expect(() => numberSet(given)).toThrow(message);
  });
});

describe('a series becomes one number', () => {
  const series = frame(field('time', 'time', [1, 2, 3]), field('n', 'number', [1, null, 5], { tool: 'a' }));
  test.each([
    ['last', undefined, 5],
    ['mean', 'dropNN', 3],
    ['sum', 'dropNN', 6],
    ['max', 'dropNN', 5],
    ['min', 'replaceNN', 0],
    ['count', 'dropNN', 2],
    ['count', undefined, 3],
    ['mean', undefined, Number.NaN],
  ] as const)('%s with %s', (reducer, mode, expected) => {
    expect(reduce(series, reducer, mode)).toEqual([{ labels: { tool: 'a' }, value: expected }]);
  });
});

describe('one evaluation', () => {
  const bad = frame(tools, field('value', 'number', [9, 0]));
  const cases: [string, Partial<FileRule>, Frame | Error, string[]][] = [
    ['above the limit it alerts, elsewhere not', {}, bad, ['Alerting', 'Normal']],
    [
      'an instance without a number follows the no-data state',
      {},
      frame(tools, field('v', 'number', [null, 9])),
      ['Normal', 'Alerting'],
    ],
    ['no rows and nothing to say', {}, frame(), ['Normal']],
    ['no rows where rows must be', { noDataState: 'Alerting' }, frame(), ['Alerting']],
    ['a failed query', {}, new Error('timeout'), ['Error']],
    ['a shape that no rule may have', {}, frame(field('time', 'time', [1])), ['Error']],
  ];
  test.each(cases)('%s', (_, change, given, states) => {
    expect(evaluate(rule(change), given).map(({ state }) => state)).toEqual(states);
  });
});

describe('evaluations in a row', () => {
  const instance = (state: 'Alerting' | 'Normal') => [{ labels: { tool: 'a' }, state }] as const;
  const run = (steps: readonly (readonly [number, 'Alerting' | 'Normal' | 'gone'])[]) => {
    const lives = createLives(rule({}));
    return steps.map(([at, state]) => lives.step(at, state === 'gone' ? [] : instance(state))[0]?.state ?? 'none');
  };
  test.each([
    [
      'it waits before it fires',
      [
        [0, 'Alerting'],
        [60, 'Alerting'],
      ],
      ['Pending', 'Alerting'],
    ],
    [
      'a short spike never fires',
      [
        [0, 'Alerting'],
        [60, 'Normal'],
      ],
      ['Pending', 'Normal'],
    ],
    [
      'it keeps firing for a while after the last bad value',
      [
        [0, 'Alerting'],
        [60, 'Alerting'],
        [120, 'Normal'],
        [180, 'Normal'],
      ],
      ['Pending', 'Alerting', 'Alerting', 'Normal'],
    ],
    [
      'an instance that is missing twice is gone',
      [
        [0, 'Alerting'],
        [60, 'Alerting'],
        [120, 'gone'],
        [180, 'gone'],
      ],
      ['Pending', 'Alerting', 'Alerting', 'none'],
    ],
  ] as const)('%s', (_, steps, states) => {
    expect(run(steps)).toEqual(states);
  });
});
